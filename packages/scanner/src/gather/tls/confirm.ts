import type { TlsVersion } from '../../evidence/tls.ts';
import { VERSION, type ClientHello } from '../../parse/tls/client-hello.ts';
import type { SuiteClass } from '../../parse/tls/tls-suites.ts';
import { isDated, type Findings } from './findings.ts';
import type { HelloAnswer } from './hello-probe.ts';
import { BROKEN, DATED, type Hellos } from './hellos.ts';
import type { Prober } from './prober.ts';
import { refused, wayOf } from './refusal.ts';

/** Connections that may fail while one refusal is confirmed. */
const MOST_ACCIDENTS = 2;
/** More consecutive refusals than a healthy server sends: it may have been busy for a moment. */
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
  /** The answer to the hello that offers one suite of each of these classes again. */
  other: HelloAnswer | null;
}

interface Question {
  hello: ClientHello;
  /** Sent once instead: a server that chooses the newest version of `hello` may have no suite for it, and one for an older one. */
  older?: ClientHello;
  /** Further refusals needed, of the same kind. */
  times: number;
  /** Null if several probes were refused: the first answer then shows it. */
  way: string | null;
  versions: readonly TlsVersion[];
  classes: readonly SuiteClass[];
  /** The refused suites include suites for an RSA certificate. */
  rsa?: boolean;
}

/**
 * "Not offered" is a claim, and one alert may have any cause, so it counts only if the same hello is refused again. If
 * it is accepted then, the server refuses at random. After silence or a reset, the answer stays unknown.
 */
export async function confirmRefusals(
  prober: Prober,
  hellos: Hellos,
  findings: Findings,
  answers: Answers,
): Promise<void> {
  await Promise.all(questionsAfter(answers, hellos, prober.isAlone).map((one) => confirm(prober, findings, one)));
}

/** Further refusals of TLS 1.3 needed if no ordinary handshake, which also offers it, has negotiated an older version. */
const WITHOUT_HANDSHAKE = 3;

/** The newest version of a server with which no ordinary handshake was completed: both may have failed at random. */
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
    // If it is accepted, the server refuses at random. If the budget is used up, an answer given twice counts.
    if (wayOf(answer) !== wayOf(modern)) {
      if (answer.kind !== 'not_asked') findings.unrefuse(['TLS 1.3']);
      return;
    }
  }
}

/** The same for a server to which only TLS 1.1 and older were offered. */
export async function confirmOldVersions(
  prober: Prober,
  hellos: Hellos,
  findings: Findings,
  tls11: HelloAnswer,
): Promise<void> {
  if (refused(tls11)) await confirm(prober, findings, oldVersions(hellos, tls11));
}

/**
 * All refused classes of suites in one hello, together with the suites for a second certificate. Sent unless the server
 * has refused them twice: a server that refuses at random may use the alert that it sends for what it lacks.
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
  // A dated server supports more, so an untrue refusal is noticed elsewhere, and its lists need the connections.
  const times = isDated(findings) || isPlainNo ? 1 : 2;
  await confirm(prober, findings, { hello, times: way === null ? 2 : times, way, versions: [], classes, rsa });
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
  // Servers of which one may accept what another refuses are all offered the same.
  let older = findings.traits.differ ? undefined : question.older;
  // A server that gets one connection at a time has already given inconsistent answers.
  let left = times + (prober.isAlone ? 1 : 0);
  // Problems in the first survey lead to a second one, which needs the connections.
  for (let accidents = 0; accidents <= MOST_ACCIDENTS && (prober.isAlone || !isInTrouble(prober, findings));) {
    if (left === 0) return;
    const asked = older ?? hello;
    const answer = await prober.ask(asked);
    findings.note(asked, answer);
    // Another alert is no contradiction: it may say that this version is off, and the first that the newer one has no suite.
    const isAnother = older !== undefined && refused(answer);
    older = undefined;
    way ??= wayOf(answer);
    if (isAnother || (way !== null && wayOf(answer) === way)) left -= 1;
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
  // An ordinary handshake also offers TLS 1.3.
  const times = Math.min(isAlone ? Infinity : 1, timesAfter(modern));
  if (refused(modern)) {
    questions.push({ hello: hellos.modern, times, way: wayOf(modern), versions: ['TLS 1.3'], classes: [] });
  }
  // Without TLS 1.2, other probes have offered the same.
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
  const question: Question = { hello, times: timesAfter(tls11), way: wayOf(tls11), versions, classes: [] };
  return tls11.kind === 'alert' ? { ...question, older: hellos.upTo(VERSION.tls10) } : question;
}

/** Further refusals needed of a version. */
function timesAfter(answer: HelloAnswer): number {
  // A random refusal would also hit a supported version, and be noticed there.
  if (isPlain(answer)) return 0;
  // Some servers close the connection instead of refusing; a close is always confirmed by a second probe.
  return answer.kind === 'closed' ? 2 : 5;
}

/** It does not support the version. */
export function isPlain(answer: HelloAnswer): boolean {
  return answer.kind === 'alert' && answer.alert === PROTOCOL_VERSION;
}
