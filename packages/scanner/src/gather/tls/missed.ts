import { VERSION, type ClientHello } from '../../parse/tls/client-hello.ts';
import type { SuiteClass } from '../../parse/tls/tls-suites.ts';
import { confirmClasses, confirmOldVersions } from './confirm.ts';
import type { Findings } from './findings.ts';
import type { HelloAnswer } from './hello-probe.ts';
import { BROKEN, DATED, type Hellos } from './hellos.ts';
import type { Prober } from './prober.ts';
import { refused } from './refusal.ts';
import { askClasses, BROKEN_PARTS, DATED_PARTS, type FirstAnswers } from './survey.ts';

/**
 * Repeats probes that an overloaded server left unanswered, now that no other probe is in progress: a connection
 * that was reset may have been one too many.
 */
export async function askMissed(
  prober: Prober,
  hellos: Hellos,
  findings: Findings,
  first: FirstAnswers,
): Promise<void> {
  const { versions, classes } = findings;
  if (versions['TLS 1.2'] !== true) return;
  const isOpen = (names: readonly SuiteClass[]): boolean => names.every((name) => classes[name] === null);
  const ask = async (wanted: boolean, hello: ClientHello): Promise<HelloAnswer | null> => {
    const answer = wanted ? await prober.ask(hello) : null;
    findings.note(hello, answer);
    if (refused(answer) && hello.version === VERSION.tls12) findings.noteRefusal(hello, answer);
    return answer;
  };
  const [tls11, dated, broken] = await Promise.all([
    ask(versions['TLS 1.1'] === null, hellos.upTo(VERSION.tls11)),
    ask(isOpen(DATED), hellos.dated),
    ask(isOpen(BROKEN), hellos.broken),
  ]);
  if (refused(tls11)) for (const version of ['TLS 1.1', 'TLS 1.0', 'SSLv3'] as const) findings.refuse(version);
  await Promise.all([
    askClasses(prober, hellos, findings, dated, DATED_PARTS),
    askClasses(prober, hellos, findings, broken, BROKEN_PARTS),
    tls11 && confirmOldVersions(prober, hellos, findings, tls11),
  ]);
  await confirmClasses(prober, hellos, findings, { tls11: tls11 ?? first.tls11, dated, broken, other: null });
}
