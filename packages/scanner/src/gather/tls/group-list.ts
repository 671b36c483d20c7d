import type { TlsEvidence } from '../../evidence/tls.ts';
import { VERSION } from '../../parse/client-hello.ts';
import { groupName } from '../../parse/tls-groups.ts';
import type { Findings } from './findings.ts';
import type { Hellos } from './hellos.ts';
import type { Prober } from './prober.ts';
import { refused } from './refusal.ts';

/** Connections after which no more groups are asked for. */
const MOST = 26;
/** No new question after this: the list must not hold up a scan of a slow server. */
const TIME_MS = 3000;

/** Asked one by one; the finite-field groups of RFC 7919 share a question, and the server names its favourite among them. */
const CURVES = [0x001d, 0x0017, 0x0018, 0x0019];
const FINITE_FIELD = [0x0100, 0x0101, 0x0102, 0x0103, 0x0104];

/** Which key exchange groups the server accepts with its newest version, in places that are free anyway. */
export async function askGroups(
  prober: Prober,
  hellos: Hellos,
  findings: Findings,
): Promise<TlsEvidence['group_list']> {
  const { versions, postQuantum } = findings;
  const version = versions['TLS 1.3'] === true ? VERSION.tls13 : VERSION.tls12;
  if (versions[version === VERSION.tls13 ? 'TLS 1.3' : 'TLS 1.2'] !== true) return [];
  // Up to TLS 1.2 a hello without the curve of an ECDSA key is refused, whatever the key exchange (RFC 8422 §5.1).
  const curveOfKey = version === VERSION.tls12 && (findings.suites['TLS 1.2']?.[0] ?? '').includes('_ECDSA_');
  const until = Date.now() + TIME_MS;
  const known = new Set([findings.groups[version === VERSION.tls13 ? 'TLS 1.3' : 'TLS 1.2']]);
  const cells = [...CURVES.map((code) => [code]), ...(version === VERSION.tls13 ? [FINITE_FIELD] : [])];
  const asked = await Promise.all(
    cells.map(async (codes) => {
      const [first = 0] = codes;
      const name = codes.length > 1 ? 'ffdhe' : groupName(first);
      if (known.has(name)) return { group: name, offered: true };
      const hello = hellos.groups(version, codes);
      const answer = await prober.askSpare(() => (Date.now() < until ? hello : null), MOST);
      findings.note(hello, answer);
      const taken = answer.kind === 'hello' && answer.hello.version === version;
      const group = taken && answer.hello.group !== null ? groupName(answer.hello.group) : name;
      return { group, offered: taken ? true : refused(answer) && !curveOfKey ? false : null };
    }),
  );
  const hybrid =
    postQuantum.offered === null ? [] : [{ group: postQuantum.group ?? 'hybrid', offered: postQuantum.offered }];
  return version === VERSION.tls13 ? [...hybrid, ...asked] : asked;
}
