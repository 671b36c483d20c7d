import type { TlsVersion } from '../../evidence/tls.ts';
import { VERSION, type ClientHello } from '../../parse/tls/client-hello.ts';
import type { SuiteClass } from '../../parse/tls/tls-suites.ts';
import type { Findings } from './findings.ts';
import type { HelloAnswer } from './hello-probe.ts';
import { BROKEN, DATED, type Hellos } from './hellos.ts';
import type { Prober } from './prober.ts';
import { refused, wayOf } from './refusal.ts';

/** Connections that may fail while one refusal is confirmed. */
const MOST_ACCIDENTS = 2;
/** More than a sound server has reason to refuse one after the other: it may have been busy for a moment. */
const MANY_REFUSALS = 5;
const PROTOCOL_VERSION = 70;

interface Answers {
  common: HelloAnswer;
  modern: HelloAnswer;
  tls11: HelloAnswer;
  tls10: HelloAnswer | null;
}

interface ClassAnswers {
  tls11: HelloAnswer;
  dated: HelloAnswer | null;
  broken: HelloAnswer | null;
  /** To the hello that offers one suite of each of these classes again. */
  other: HelloAnswer | null;
}

interface Question {
  hello: ClientHello;
  /** Further refusals that are wanted, in the same way. */
  times: number;
  /** Null where several questions were refused: the first answer then shows it. */
  way: string | null;
  versions: readonly TlsVersion[];
  classes: readonly SuiteClass[];
  /** Suites for a certificate with an RSA key are among what was refused. */
  rsa?: boolean;
}

/**
 * "Not offered" is a claim, and one alert may be anything: it counts when the same is refused again. Taken then, it shows
 * that the server refuses by chance; met by silence or a reset, it stays unknown.
 */
export async function confirmRefusals(
  prober: Prober,
  hellos: Hellos,
  findings: Findings,
  answers: Answers,
): Promise<void> {
  await Promise.all(questionsAfter(answers, hellos, prober.isAlone).map((one) => confirm(prober, findings, one)));
}

/** Further refusals of TLS 1.3 that are wanted where no ordinary handshake, which offers it too, has shown an older version. */
const WITHOUT_HANDSHAKE = 3;

/** The newest version, of a server with which no ordinary handshake was completed: both may have been turned away by chance. */
export async function confirmNewest(
  prober: Prober,
  hellos: Hellos,
  findings: Findings,
  modern: HelloAnswer,
): Promise<void> {
  if (findings.versions['TLS 1.3'] !== false || isPlain(modern)) return;
  for (let left = WITHOUT_HANDSHAKE; left > 0; left--) {
    const answer = await prober.ask(hellos.modern);
    findings.note(hellos.modern, answer);
    // Taken, it shows that the server refuses by chance. Of one that has used up the budget, what it said twice remains.
    if (wayOf(answer) !== wayOf(modern)) {
      if (answer.kind !== 'not_asked') findings.unrefuse(['TLS 1.3']);
      return;
    }
  }
}

/** The same for a server that was offered only TLS 1.1 and older. */
export async function confirmOldVersions(
  prober: Prober,
  hellos: Hellos,
  findings: Findings,
  tls11: HelloAnswer,
): Promise<void> {
  if (refused(tls11)) await confirm(prober, findings, oldVersions(hellos, tls11));
}

/**
 * All classes of suites that were refused, in one hello, and with them the suites for a second certificate. Asked of a server
 * unless it has refused them twice: one that refuses by chance may use the alert with which it refuses what it lacks.
 */
export async function confirmClasses(
  prober: Prober,
  hellos: Hellos,
  findings: Findings,
  { tls11, dated, broken, other }: ClassAnswers,
): Promise<void> {
  const old = findings.versions['TLS 1.2'] === false;
  const classes = [...DATED, ...BROKEN].filter(
    (name) => findings.classes[name] === false && !(old && name.endsWith('_aead')),
  );
  if (classes.length === 0 || (dated === null && broken === null)) return;
  const isSameNo = wayOf(dated) !== null && [broken, other].every((answer) => wayOf(answer) === wayOf(dated));
  const isPlainNo = isPlain(tls11) && isSameNo && prober.mostRefusedInARow < MANY_REFUSALS;
  if (isPlainNo && !prober.isAlone) return;
  const ways = new Set([wayOf(dated), wayOf(broken)].filter((way) => way !== null));
  const [way = null] = ways;
  if (ways.size > 1) {
    findings.unrefuse([], classes);
    return;
  }
  const rsa = findings.rsaFlight === 'refused';
  const hello = rsa ? hellos.classesAndRsa(...classes) : hellos.classes(...classes);
  await confirm(prober, findings, { hello, times: way === null ? 2 : 1, way, versions: [], classes, rsa });
}

/** Whether a hello that was refused is refused in the same way again. */
export async function isRefusedAgain(
  ask: (hello: ClientHello) => Promise<HelloAnswer>,
  findings: Findings,
  hello: ClientHello,
  first: HelloAnswer,
): Promise<boolean> {
  const again = await ask(hello);
  findings.note(hello, again);
  return wayOf(again) !== null && wayOf(again) === wayOf(first);
}

async function confirm(prober: Prober, findings: Findings, question: Question): Promise<void> {
  const { hello, times, versions, classes } = question;
  let { way } = question;
  // A server that is asked one thing at a time has given reason for doubt.
  let left = times + (prober.isAlone ? 1 : 0);
  // Trouble in the first look leads to a second one, and the connections are for that.
  for (let accidents = 0; accidents <= MOST_ACCIDENTS && (prober.isAlone || !isInTrouble(prober, findings));) {
    if (left === 0) return;
    const answer = await prober.ask(hello);
    findings.note(hello, answer);
    way ??= wayOf(answer);
    if (way !== null && wayOf(answer) === way) left -= 1;
    else if (refused(answer) || answer.kind === 'hello' || answer.kind === 'not_asked') break;
    else accidents += 1;
  }
  findings.unrefuse(versions, classes);
  if (question.rsa === true && findings.rsaFlight === 'refused') findings.rsaFlight = null;
}

function isInTrouble(prober: Prober, { consistency }: Findings): boolean {
  return prober.refusesTwoWays || prober.mistookRefusals || consistency.isBroken;
}

function questionsAfter(answers: Answers, hellos: Hellos, isAlone: boolean): Question[] {
  const { common, modern, tls11, tls10 } = answers;
  const questions: Question[] = [];
  // An ordinary handshake offers TLS 1.3 too.
  const times = Math.min(isAlone ? Infinity : 1, timesAfter(modern));
  if (refused(modern)) {
    questions.push({ hello: hellos.modern, times, way: wayOf(modern), versions: ['TLS 1.3'], classes: [] });
  }
  // Without TLS 1.2, others have asked for the same.
  if (refused(tls11) && common.kind === 'hello') questions.push(oldVersions(hellos, tls11));
  if (tls10 && refused(tls10) && tls11.kind === 'hello') {
    const versions = ['TLS 1.0', 'SSLv3'] as const;
    const hello = hellos.upTo(VERSION.tls10);
    questions.push({ hello, times: timesAfter(tls10), way: wayOf(tls10), versions, classes: [] });
  }
  return questions;
}

function oldVersions(hellos: Hellos, tls11: HelloAnswer): Question {
  const versions = ['TLS 1.1', 'TLS 1.0', 'SSLv3'] as const;
  const hello = hellos.upTo(VERSION.tls11);
  return { hello, times: timesAfter(tls11), way: wayOf(tls11), versions, classes: [] };
}

/** Further refusals that are wanted of a version. */
function timesAfter(answer: HelloAnswer): number {
  // Said by chance, it would be said of a version that is taken too, and show itself.
  if (isPlain(answer)) return 0;
  // Some servers hang up on what they do not want; hanging up is asked about twice anyway.
  return answer.kind === 'closed' ? 2 : 5;
}

function isPlain(answer: HelloAnswer): boolean {
  return answer.kind === 'alert' && answer.alert === PROTOCOL_VERSION;
}
