import type { TlsVersion } from '../../evidence/tls.ts';
import { VERSION, type VersionCode } from '../../parse/tls/client-hello.ts';
import type { SuiteClass } from '../../parse/tls/tls-suites.ts';
import type { Findings } from './findings.ts';
import { BROKEN, type Hellos } from './hellos.ts';
import type { Prober } from './prober.ts';
import { refused } from './refusal.ts';

/** Those that RFC 5246 or its predecessor withdrew: some servers (Java) have them with older versions alone. */
const WITHDRAWN: readonly SuiteClass[] = [...BROKEN, 'block64'];
const OLDER: readonly (readonly [TlsVersion, VersionCode])[] = [
  ['SSLv3', VERSION.ssl3],
  ['TLS 1.0', VERSION.tls10],
  ['TLS 1.1', VERSION.tls11],
];

/**
 * Classes of suites that the server refused with its newest version, offered with its oldest. Only to a server that has some
 * of them: one without any has few suites, which are listed for each version.
 */
export async function askOlderClasses(prober: Prober, hellos: Hellos, findings: Findings): Promise<void> {
  const { versions, classes } = findings;
  const taken = OLDER.filter(([name]) => versions[name] === true);
  const [oldest] = taken;
  if (!WITHDRAWN.some((one) => classes[one] === true)) return;
  if (!oldest || (taken.length === 1 && versions['TLS 1.2'] !== true)) return;
  // TLS 1.0 rather than SSL 3.0, whose hellos have no extensions: the server does not see the name.
  const [name, version] = taken.find(([one]) => one === 'TLS 1.0') ?? oldest;
  for (;;) {
    const open = WITHDRAWN.filter((one) => classes[one] === false);
    if (open.length === 0) return;
    const hello = hellos.olderClasses(version, open);
    const answer = await prober.ask(hello);
    findings.note(hello, answer);
    // What a server has with one version alone is also true of the server.
    const found = open.filter((one) => classes[one] === true);
    if (found.length > 0) continue;
    if (refused(answer)) findings.noteRefusal(hello, answer);
    else if (versions[name] === true) findings.unrefuse([], open);
    return;
  }
}
