import type { HelloAnswer } from './hello-probe.ts';
import { confirmNewest } from './confirm.ts';
import { nameOfProtocol, type Findings } from './findings.ts';
import type { Handshake } from './handshake.ts';
import type { Hellos } from './hellos.ts';
import type { Prober } from './prober.ts';
import { refused } from './refusal.ts';
import { askFirst, survey, type FirstAnswers } from './survey.ts';

export interface Surveyed {
  first: FirstAnswers;
  reversed: HelloAnswer | null;
  /** The same hello was refused once and accepted once. */
  contradicts: boolean;
  hellos: Hellos;
  /** All probes were repeated. */
  again?: true;
}

interface FirstSurvey {
  findings: Findings;
  seen: Surveyed;
  /** `isFlaky`: it failed first, and then succeeded. */
  handshaken: Promise<{ handshake: Handshake; isFlaky: boolean }>;
  /** Hellos with a key share, for servers that refuse TLS 1.3 without one. */
  shares: Hellos;
}

/**
 * An alert or a close is an answer from a healthy server, and noise from an overloaded one. A survey is doubtful if
 * an ordinary handshake disproves it, if the same suites were accepted once and refused once, if hellos were refused in two
 * ways, if the server stopped answering, or if a hello that was answered before no longer is. Then all probes are
 * repeated, one connection at a time. If that survey is doubtful too, no refusal counts.
 */
export async function repeatIfDoubtful(
  prober: Prober,
  { findings, seen, handshaken, shares }: FirstSurvey,
  signal: AbortSignal,
): Promise<Surveyed> {
  let last = seen;
  const { handshake, isFlaky } = await handshaken;
  if (!handshake.completed) await confirmNewest(prober, last.hellos, findings, last.first.modern);
  const doubtful = isFlaky || (await isDoubtful(prober, findings, last, handshake, true));
  // Several servers contradict one another each time, and the connections are needed for what is absent from some.
  if (doubtful && findings.traits.differ) findings.doubtEveryRefusal();
  else if (doubtful) {
    await prober.backOff();
    findings.doubtEveryRefusal();
    findings.consistency.forgetRefusals();
    const hellos = disproved(findings, last.first, handshake) ? shares : last.hellos;
    const first = await askFirst(prober, hellos);
    const found = await survey(prober, hellos, findings, first, signal);
    last = { first, hellos, ...found, again: true };
    // Without a key share, a refused post-quantum probe proves nothing about such a server.
    if (hellos === shares && findings.postQuantum.offered === false) findings.postQuantum.offered = null;
    if (await isDoubtful(prober, findings, last, handshake, false)) findings.doubtEveryRefusal();
  }
  findings.noteHandshake(handshake);
  return last;
}

/** @param once the first survey. One connection at a time causes no overload, so two ways to refuse are then normal. */
async function isDoubtful(
  prober: Prober,
  findings: Findings,
  { first, reversed, contradicts }: Surveyed,
  handshake: Handshake,
  once: boolean,
): Promise<boolean> {
  const proved = nameOfProtocol(handshake.version);
  if (proved && findings.versions[proved] === false) return true;
  if (contradicts || prober.mistookRefusals || findings.consistency.isBroken) return true;
  if (refused(reversed) && first.common.kind === 'hello') return true;
  // Silence takes three seconds each time, and a second survey would not change it.
  if (prober.cutShort) return !prober.fallsSilent;
  if (once && prober.refusesTwoWays) return true;
  if (reversed?.kind === 'hello' || findings.answered === null) return false;
  const control = await prober.ask(findings.answered);
  if (control.kind === 'hello' || once) return control.kind !== 'hello';
  // One failure of the control itself must not invalidate the complete second survey.
  return (await prober.ask(findings.answered)).kind !== 'hello';
}

function disproved(findings: Findings, { modern }: FirstAnswers, { version }: Handshake): boolean {
  return nameOfProtocol(version) === 'TLS 1.3' && modern.kind !== 'hello' && findings.versions['TLS 1.3'] !== true;
}
