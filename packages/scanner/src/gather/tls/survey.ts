import type { TlsVersion } from '../../evidence/tls.ts';
import { VERSION, type ClientHello } from '../../parse/tls/client-hello.ts';
import { groupName, POST_QUANTUM_GROUPS } from '../../parse/tls/tls-groups.ts';
import { isEcdsa, suiteName, type SuiteClass } from '../../parse/tls/tls-suites.ts';
import { confirmClasses, confirmRefusals, isPlain, isRefusedAgain } from './confirm.ts';
import { VERSION_NAMES, type Findings } from './findings.ts';
import type { HelloAnswer } from './hello-probe.ts';
import { BROKEN, DATED, type Hellos } from './hellos.ts';
import { askOlderClasses } from './older-classes.ts';
import type { Prober } from './prober.ts';
import { askOldAgain } from './several-servers.ts';
import { refused, wayOf } from './refusal.ts';
import { askSslv2 } from './sslv2.ts';

export interface FirstAnswers {
  common: HelloAnswer;
  modern: HelloAnswer;
  tls11: HelloAnswer;
}

/** Versions below TLS 1.3: a server answers one hello with the newest that it supports. */
const CLASSIC: readonly TlsVersion[] = ['TLS 1.2', 'TLS 1.1', 'TLS 1.0', 'SSLv3'];
/** Probed one by one after a match; suites that servers enable together share a probe. */
export const DATED_PARTS: readonly (readonly SuiteClass[])[] = [
  ['ecdhe_cbc'],
  ['dhe_aead', 'dhe_cbc'],
  ['static_aead', 'static_cbc'],
  ['block64'],
];
export const BROKEN_PARTS = BROKEN.map((name) => [name]);

/** First round: does the server speak TLS, and anything old? */
export async function askFirst(prober: Prober, hellos: Hellos): Promise<FirstAnswers> {
  const [common, modern, tls11] = await Promise.all([
    prober.ask(hellos.common),
    prober.ask(hellos.modern),
    prober.ask(hellos.upTo(VERSION.tls11)),
  ]);
  return { common, modern, tls11 };
}

/**
 * Second round: what else does it support? Third: if something dated was accepted, what exactly?
 * @param onDatedSuites called as soon as it is known that it has some, and nothing worse
 */
export async function survey(
  prober: Prober,
  hellos: Hellos,
  findings: Findings,
  first: FirstAnswers,
  signal: AbortSignal,
  onDatedSuites: () => void = () => undefined,
): Promise<{ reversed: HelloAnswer | null; contradicts: boolean }> {
  findings.note(hellos.common, first.common);
  findings.note(hellos.modern, first.modern);
  findings.note(hellos.upTo(VERSION.tls11), first.tls11);
  if (refused(first.modern)) findings.refuse('TLS 1.3');

  // Some servers treat its hello as the start of a longer message and wait, so nothing waits for the answer.
  const asked = askSslv2(prober, signal, isPlain(first.tls11));
  const { tls10, dated, broken, other, quantum, rsaIsOpen } = await askFurther(prober, hellos, findings, first);
  if (dated?.kind === 'hello' && refused(broken) && findings.versions['TLS 1.1'] === false) onDatedSuites();
  await askSsl3(prober, hellos, findings);
  const classic = CLASSIC.some((version) => findings.versions[version] === true);
  if (findings.versions['TLS 1.2'] === false) findings.refuseClasses(['ecdhe_aead', 'dhe_aead', 'static_aead']);
  if (!classic && CLASSIC.every((version) => findings.versions[version] === false)) {
    findings.refuseClasses([...DATED, ...BROKEN]);
  }
  const parts = Promise.all([
    askClasses(prober, hellos, findings, broken, BROKEN_PARTS),
    askClasses(prober, hellos, findings, dated, DATED_PARTS),
    askBestClass(prober, hellos, findings),
    rsaIsOpen ? askRsa(prober, hellos, findings) : null,
  ]);
  const confirmed = confirmRefusals(prober, hellos, findings, { ...first, tls10 });
  // Queued behind them: repeating a hello that was answered before shows whether the refusals so far are reliable.
  const isAnswer = first.common.kind === 'hello' || refused(first.common);
  const reversed = isAnswer ? await prober.ask(hellos.reversed) : null;
  findings.note(hellos.reversed, reversed);
  const contradicts =
    refused(first.common) && (reversed?.kind === 'hello' || (await takesAfterAll(prober, hellos, findings, first)));
  await Promise.all([parts, confirmed]);
  await Promise.all([
    askWeakCurves(prober, hellos, findings),
    askFallback(prober, hellos, findings),
    askOlderClasses(prober, hellos, findings),
    confirmClasses(prober, hellos, findings, { tls11: first.tls11, dated, broken, other }),
    confirmQuantum(prober, hellos, findings, quantum),
  ]);
  const { ssl2, isOld } = await asked;
  findings.versions.SSLv2 = ssl2;
  if (isOld) await askOldAgain(prober, hellos, findings);
  findings.classes.tls13 = findings.versions['TLS 1.3'] ?? null;
  return { reversed, contradicts };
}

/** Whether the server's preference decides, once the list of suites is known. */
export function conclude(findings: Findings, common: HelloAnswer, reversed: HelloAnswer | null): void {
  notePreference(findings, common, reversed);
  findings.settleWithoutName();
  // The refusals of a server that refuses everything, or what it supports, prove nothing.
  if (findings.answered === null || findings.consistency.isBroken) findings.doubtEveryRefusal();
}

/**
 * TLS 1.2 was refused twice: the same once more, or more often if the alert is not about versions, or if the server has
 * already given inconsistent answers.
 */
async function takesAfterAll(
  prober: Prober,
  hellos: Hellos,
  findings: Findings,
  { common }: FirstAnswers,
): Promise<boolean> {
  const isPlain = !prober.isAlone && (common.kind !== 'alert' || common.alert === PROTOCOL_VERSION);
  for (let left = isPlain ? 1 : 3; left > 0; left--) {
    const again = await prober.ask(hellos.common);
    findings.note(hellos.common, again);
    if (again.kind === 'hello') return true;
  }
  return false;
}

async function askFurther(prober: Prober, hellos: Hellos, findings: Findings, first: FirstAnswers) {
  const { common, modern, tls11 } = first;
  // Refusing TLS 1.2 as a version also refuses every older one, but the older ones are probed anyway.
  const noClassic = common.kind === 'alert' && common.alert === PROTOCOL_VERSION;
  const highest = common.kind === 'hello' ? common.hello.version : VERSION.tls12;
  // A server that answers TLS 1.2 would have answered TLS 1.1 with the newest older version that it supports.
  const nothingOld = common.kind === 'hello' && highest > VERSION.tls11 && refused(tls11);
  const oldest = tls11.kind === 'hello' ? tls11.hello.version : highest;
  const isNewest = common.kind === 'hello' && highest === VERSION.tls12;
  const ecdsa = isNewest && isEcdsa(common.hello.suite);
  const ask = async (wanted: boolean, hello: ClientHello): Promise<HelloAnswer | null> => {
    const answer = wanted ? await prober.ask(hello) : null;
    findings.note(hello, answer);
    return answer;
  };
  const others = hellos.others(ecdsa);
  const askDated = async (): Promise<HelloAnswer | null> => {
    if (!ecdsa) return ask(!noClassic, hellos.dated);
    // Together with `others` it offers the suites of a second certificate twice.
    const answer = await ask(true, hellos.datedAndRsa);
    if (refused(answer)) findings.noteRefusal(hellos.datedAndRsa, answer);
    const isOfSecond = answer?.kind === 'hello' && !hellos.dated.suites.includes(answer.hello.suite);
    return isOfSecond ? ask(true, hellos.dated) : answer;
  };
  const [tls10, dated, broken, quantum, other] = await Promise.all([
    ask(!nothingOld && oldest > VERSION.tls10, hellos.upTo(VERSION.tls10)),
    askDated(),
    ask(!noClassic, hellos.broken),
    ask(modern.kind === 'hello' && !isPostQuantum(modern.hello.group), hellos.postQuantum),
    ask(ecdsa || (isNewest && refused(tls11)), others),
  ]);
  if (refused(tls11)) findings.refuse('TLS 1.1');
  // A server that supports only SSL 3.0 would have answered a TLS 1.0 hello with it.
  if (nothingOld || refused(tls10))
    ['TLS 1.0' as const, 'SSLv3' as const].forEach((version) => findings.refuse(version));
  if (noClassic || [common, dated, broken].every(refused)) findings.refuse('TLS 1.2');
  if (refused(dated) && !ecdsa) findings.noteRefusal(hellos.dated, dated);
  if (refused(broken)) findings.noteRefusal(hellos.broken, broken);
  if (refused(other)) findings.noteRefusal(others, other);
  // Together they offered every RSA suite: two equal refusals are conclusive, anything else needs one more hello.
  if (ecdsa && refused(other) && wayOf(other) === wayOf(dated)) findings.rsaFlight ??= 'refused';
  notePostQuantum(findings, modern, quantum);
  return { tls10, dated, broken, other, quantum, rsaIsOpen: ecdsa && findings.rsaFlight === null };
}

async function askRsa(prober: Prober, hellos: Hellos, findings: Findings): Promise<void> {
  const answer = await prober.ask(hellos.rsa);
  findings.note(hellos.rsa, answer);
  if (!refused(answer)) return;
  findings.noteRefusal(hellos.rsa, answer);
  findings.rsaFlight ??= 'refused';
}

function notePostQuantum(findings: Findings, modern: HelloAnswer, quantum: HelloAnswer | null): void {
  const { postQuantum } = findings;
  const chosen = [modern, quantum].flatMap((answer) => (answer?.kind === 'hello' ? (answer.hello.group ?? []) : []));
  const group = chosen.find(isPostQuantum);
  if (group !== undefined) Object.assign(postQuantum, { offered: true, group: groupName(group) });
  else if (refused(quantum) || refused(modern)) postQuantum.offered = false;
}

function isPostQuantum(group: number | null): boolean {
  return (POST_QUANTUM_GROUPS as readonly (number | null)[]).includes(group);
}

async function confirmQuantum(
  prober: Prober,
  { postQuantum: hello }: Hellos,
  findings: Findings,
  first: HelloAnswer | null,
): Promise<void> {
  const { postQuantum } = findings;
  if (!first || !refused(first) || postQuantum.offered !== false) return;
  postQuantum.offered = null;
  const again = await prober.ask(hello);
  findings.note(hello, again);
  if (wayOf(again) === wayOf(first)) postQuantum.offered = false;
  else if (again.kind === 'hello') notePostQuantum(findings, again, null);
}

/** The same suites in reverse order: the same answer means that the server's preference decides, if it had a choice. */
function notePreference(findings: Findings, common: HelloAnswer, reversed: HelloAnswer | null): void {
  if (common.kind !== 'hello' || reversed?.kind !== 'hello') return;
  findings.compression = reversed.hello.compression !== 0;
  if (common.hello.version !== reversed.hello.version) return;
  if (common.hello.suite !== reversed.hello.suite) findings.preference = 'client';
  else {
    const chosen = suiteName(common.hello.suite);
    const version = VERSION_NAMES[common.hello.version];
    const others = (version && findings.suites[version])?.some((suite) => suite !== chosen);
    if (others === true) findings.preference = 'server';
  }
}

/** SSL 3.0, if TLS 1.0 was accepted or nothing newer was. */
async function askSsl3(prober: Prober, hellos: Hellos, findings: Findings): Promise<void> {
  const { versions } = findings;
  const something = versions['TLS 1.3'] === true || versions['TLS 1.2'] === true || versions['TLS 1.1'] === true;
  if ((something && versions['TLS 1.0'] !== true) || versions.SSLv3 !== null) return;
  const hello = hellos.upTo(VERSION.ssl3);
  for (let time = 0; time < 2; time++) {
    const ssl3 = await prober.ask(hello);
    findings.note(hello, ssl3);
    if (!refused(ssl3)) return;
  }
  findings.refuse('SSLv3');
}

export async function askClasses(
  prober: Prober,
  hellos: Hellos,
  findings: Findings,
  answer: HelloAnswer | null,
  parts: readonly (readonly SuiteClass[])[],
): Promise<void> {
  if (refused(answer)) findings.refuseClasses(parts.flat());
  if (answer?.kind !== 'hello') return;
  const open = parts
    .filter((part) => !part.some((name) => findings.classes[name] === true))
    .map((part) => part.filter((name) => findings.classes[name] === null));
  await Promise.all(open.filter((part) => part.length > 0).map((part) => askClass(prober, hellos, findings, part)));
}

async function askClass(
  prober: Prober,
  hellos: Hellos,
  findings: Findings,
  part: readonly SuiteClass[],
): Promise<void> {
  const hello = hellos.classes(...part);
  const answer = await prober.ask(hello);
  findings.note(hello, answer);
  if (!refused(answer)) return;
  findings.refuseClasses(part);
  findings.noteRefusal(hello, answer);
}

/** If the server does not prefer the best suites: does it support them at all? */
async function askBestClass(prober: Prober, hellos: Hellos, findings: Findings): Promise<void> {
  if (findings.versions['TLS 1.2'] !== true || findings.classes.ecdhe_aead !== null) return;
  await askClass(prober, hellos, findings, ['ecdhe_aead']);
}

/** Only for servers with an older version: browsers never fall back below TLS 1.2. */
async function askFallback(prober: Prober, hellos: Hellos, findings: Findings): Promise<void> {
  const { versions } = findings;
  const newest = versions['TLS 1.3'] === true || versions['TLS 1.2'] === true;
  const below = versions['TLS 1.1'] === true ? VERSION.tls11 : versions['TLS 1.0'] === true ? VERSION.tls10 : null;
  if (!newest || below === null) return;
  const answer = await prober.ask(hellos.fallback(below));
  if (answer.kind === 'hello') findings.fallbackScsv = false;
  else if (answer.kind === 'alert' && answer.alert === INAPPROPRIATE_FALLBACK) findings.fallbackScsv = true;
}

/** Only for servers that are dated in another way. */
async function askWeakCurves(prober: Prober, hellos: Hellos, findings: Findings): Promise<void> {
  const { classes, versions, weakGroup } = findings;
  const curves = classes.ecdhe_aead === true || classes.ecdhe_cbc === true;
  const dated = versions['TLS 1.0'] === true || versions['TLS 1.1'] === true || classes.static_cbc === true;
  if (!curves || !dated || weakGroup.offered !== null) return;
  const answer = await prober.ask(hellos.weakCurves);
  findings.note(hellos.weakCurves, answer);
  const ask = (hello: ClientHello): Promise<HelloAnswer> => prober.ask(hello);
  if (refused(answer) && (await isRefusedAgain(ask, findings, hellos.weakCurves, answer))) weakGroup.offered = false;
}

const PROTOCOL_VERSION = 70;
/** RFC 7507 §3. */
const INAPPROPRIATE_FALLBACK = 86;
