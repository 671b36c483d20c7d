import { have, missing, type Gathered, type Missing } from '../evidence/gathered.ts';
import type { TlsEvidence } from '../evidence/tls.ts';
import { isAddress } from '../parse/x509/x509-names.ts';
import { httpsPort } from '../target.ts';
import type { GatherContext } from './context.ts';
import { timeLimit } from './net/deadline.ts';
import {
  anyHandshake,
  certificateEvidence,
  ordinaryHandshake,
  revocationOf,
  revokedAuthorityOf,
  type Place,
} from './tls/certificate-chains.ts';
import { Failures } from './tls/failures.ts';
import { Findings, isDated } from './tls/findings.ts';
import { askAlone, speaksTls } from './tls/first-contact.ts';
import { GroupList } from './tls/group-list.ts';
import type { Handshake } from './tls/handshake.ts';
import { DATED, hellosFor } from './tls/hellos.ts';
import type { Connect, HelloAnswer } from './tls/hello-probe.ts';
import { KnownPaths } from './tls/known-paths.ts';
import { askOtherAddresses } from './tls/other-addresses.ts';
import { askMissed } from './tls/missed.ts';
import { createProber, type Prober } from './tls/prober.ts';
import { SignatureList } from './tls/signature-list.ts';
import { askSslv2 } from './tls/sslv2.ts';
import { askSeveralServers } from './tls/several-servers.ts';
import { Resumption } from './tls/resumption.ts';
import { SuiteLists } from './tls/suite-lists.ts';
import { repeatIfDoubtful, type Surveyed } from './tls/repeat-survey.ts';
import { askFirst, conclude, survey } from './tls/survey.ts';

/** Limit for the complete TLS part. If a server needs longer, the report contains what was found until then. */
const TLS_TIME_MS = 10_000;

/**
 * TLS of the target's https port, or of port 443 when the target is http.
 * A port that is closed or speaks another protocol is evidence; silence is not.
 */
export async function gatherTls(context: GatherContext): Promise<Gathered<TlsEvidence>> {
  const time = timeLimit(context.signal, TLS_TIME_MS);
  try {
    return await gatherWithin(time.signal, context);
  } finally {
    time.clear();
  }
}

async function gatherWithin(signal: AbortSignal, context: GatherContext): Promise<Gathered<TlsEvidence>> {
  const { target, egress } = context;
  const { host } = target;
  const port = httpsPort(target);
  let main: string | undefined;
  const connect: Connect = async () => {
    const socket = await egress.connect({ host, port, signal });
    main ??= socket.remoteAddress;
    return socket;
  };
  const prober = createProber({ connect, signal });
  const failures = new Failures();
  const place: Place = { host, egress, signal, failures, paths: new KnownPaths(egress, signal) };
  const serverName = isAddress(host) ? null : host;

  const hellos = hellosFor(serverName);
  const answered = Promise.withResolvers<HelloAnswer | null>();
  let handshaken = anyHandshake(prober, place, port, answered.promise);
  let first = await askFirst(prober, hellos);
  answered.resolve(first.common);
  if (![first.common, first.modern].some(speaksTls) && !(await handshaken).completed) {
    const answers = [first.common, first.modern];
    const common = await askAlone(prober, hellos.common, answers);
    if (!common || !speaksTls(common)) return withoutTls(host, port, answers, prober);
    first = await askFirst(prober, hellos);
    handshaken = ordinaryHandshake(prober, place);
  }

  const findings = new Findings();
  const datedSuites = Promise.withResolvers<boolean>();
  const onDatedSuites = (): void => datedSuites.resolve(true);
  const surveyed = failures.hold('protocols', () => survey(prober, hellos, findings, first, signal, onDatedSuites), {
    reversed: null,
    contradicts: false,
  });
  // Probes that checks depend on go first. All others wait only for a free connection, so that none stays idle.
  // A dated server supports more suites, so they get its budget.
  const server = { host, extraCa: egress.policy.extraCa, signal };
  const resumption = new Resumption(prober, server, () => egress.session(host, port));
  const groups = isDated(findings) ? null : new GroupList(prober, hellos, findings, resumption);
  const lists = new SuiteLists(prober, hellos, findings);
  const signatures = new SignatureList(prober, hellos, findings);
  const dated = surveyed.then(() => isDated(findings) || DATED.some((name) => findings.classes[name] === true));
  // If the survey is short, on its free connections: two probes, one after the other.
  const soon = Promise.race([datedSuites.promise, dated]);
  const signed = failures.hold('signatures', () => signatures.ask(first, handshaken, soon), undefined);
  const usual = failures.hold('suites', () => lists.askUsual(groups), undefined);
  const grouped = failures.hold('groups', () => (groups ?? resumption).askRest(), undefined);
  const second = handshaken.then((usual) => secondTry(prober, place, usual));
  const elsewhere = { ...place, port, egress, hellos, main };
  const addresses = failures.hold('addresses', () => askOtherAddresses(elsewhere), { asked: [], left: 0 });
  const revocation = second.then(({ handshake }) => revocationOf(handshake, place));
  const revokedAuthority = second.then(({ handshake }) => revokedAuthorityOf(handshake, place));
  const found = await surveyed;
  const rest = failures.hold('suites', () => lists.askRest(usual), undefined);
  const seen: Surveyed = { first, ...found, hellos };
  const look = {
    findings,
    seen,
    handshaken: second,
    shares: hellosFor(serverName, true),
  };
  const last = await failures.hold('protocols', () => repeatIfDoubtful(prober, look, signal), seen);
  const { handshake, largeHelloRefused } = await second;
  if (last.again) {
    groups?.doubtEveryRefusal();
    if (findings.rsaFlight === 'refused') findings.rsaFlight = null;
  }
  await signed;
  signatures.noteAlongside(last.reversed);
  if (last.again) signatures.doubtEveryRefusal();
  // If a server has refused something that it supports, none of its refusals is evidence.
  const isDoubtful = (): boolean => prober.mistookRefusals || findings.consistency.isBroken;
  const doubt = (): void => {
    if (!isDoubtful()) return;
    findings.doubtEveryRefusal();
    groups?.doubtEveryRefusal();
    signatures.doubtEveryRefusal();
  };
  doubt();
  // Probes withheld from an overloaded server are sent now that its limit is known.
  if (prober.calm()) {
    findings.versions.SSLv2 ??= (await askSslv2(prober, signal)).ssl2;
    const { hellos: asked, first: answers } = last;
    await failures.hold('protocols', () => askMissed(prober, asked, findings, answers), undefined);
  }
  const more = prober.isAlone ? new SuiteLists(prober, last.hellos, findings) : null;
  // After a handshake, the cleartext answer to the first hello is sufficient; without one, use the answer to any hello.
  const early = last.first.common.kind === 'hello' ? last.first.common.flight : null;
  const flights = {
    flight: handshake.completed ? early : findings.flight,
    rsa: findings.rsaFlight,
    all: [...findings.flights.values()],
  };
  const [certificates] = await Promise.all([
    certificateEvidence(prober, place, handshake, flights),
    more ? failures.hold('suites', () => more.askRest(more.askUsual(null)), undefined) : rest,
    more && !last.again ? failures.hold('groups', () => groups?.askRest(), undefined) : grouped,
  ]);
  await askControl(prober, findings);
  await failures.hold('protocols', () => askSeveralServers(prober, last.hellos, findings), undefined);
  doubt();
  // By then it is known whether the server needs one connection at a time; the lists end in unconfirmed refusals.
  if (last.again) findings.doubtLists();
  if (last.again || prober.isAlone || prober.failsAtRandom) {
    signatures.doubtEveryRefusal();
    if (findings.withoutName?.answer === 'refused') findings.withoutName = null;
  }
  await failures.hold('protocols', () => conclude(findings, last.first.common, last.reversed), undefined);
  if (!isDoubtful()) findings.settleClasses();
  return have({
    ...evidenceOf(findings, prober),
    ...certificates,
    // Such a server may support it although it refused it.
    second_chain_asked: certificates.second_chain_asked && (certificates.second_chain !== null || !isDoubtful()),
    revocation: await revocation,
    revoked_authority: await revokedAuthority,
    sessions: await failures.hold('sessions', () => resumption.evidence(), null),
    other_addresses: (await addresses).asked,
    addresses_left: (await addresses).left,
    group_list: groups?.list() ?? [],
    signature_list: signatures.list(),
    failures: failures.list,
    host,
    port,
    endpoint: 'tls',
    alpn: handshake.alpn ?? findings.alpn,
    page_without_certificate: handshake.ofPage === true,
    handshake: {
      completed: handshake.completed,
      fault: handshake.fault,
      version: handshake.version,
      suite: handshake.suite,
      large_hello_refused: largeHelloRefused,
    },
  });
}

/** More consecutive refusals than most healthy servers send at the end. */
const MANY_REFUSALS = 3;

/** A server that has refused all recent probes may be rate-limiting us: then it also refuses what it accepted before. */
async function askControl(prober: Prober, findings: Findings): Promise<void> {
  const { answered } = findings;
  if (answered === null || prober.refusedLast < MANY_REFUSALS || prober.cutShort) return;
  const control = await prober.ask(answered);
  findings.note(answered, control);
  if (control.kind !== 'hello' && control.kind !== 'not_asked') findings.consistency.distrust();
}

/**
 * A server that fails on the usual ClientHello, works with a small one, and fails on the usual one again cannot handle its
 * size. If it then accepts the usual one, it is flaky.
 */
async function secondTry(prober: Prober, place: Place, usual: Handshake) {
  const sure = { handshake: usual, largeHelloRefused: false, isFlaky: false };
  if (usual.completed) return sure;
  const small = await ordinaryHandshake(prober, place, 'small');
  if (!small.completed) return sure;
  // While other probes are in progress, their number may be what overloads the server.
  return prober.exclusively(async (alone) => {
    let fault: string | null = null;
    for (const kind of SIZES) {
      const again = await ordinaryHandshake(alone, place, kind);
      if (kind === 'usual' && again.completed) return { ...sure, handshake: again, isFlaky: true };
      fault ??= again.fault;
      if (kind === 'usual' ? fault === null || again.fault !== fault : !again.completed)
        return { ...sure, handshake: small };
    }
    return { ...sure, handshake: small, largeHelloRefused: true };
  });
}

/** An order that cannot coincide with a server that refuses every second or third connection. */
const SIZES = ['usual', 'small', 'small', 'usual', 'usual'] as const;

function withoutTls(host: string, port: number, answers: HelloAnswer[], prober: Prober): Gathered<TlsEvidence> {
  const where = `${host}:${port}`;
  const other = answers.find((answer) => answer.kind === 'not_tls');
  const nothing = { ...evidenceOf(new Findings(), prober), host, port };
  if (other) return have({ ...nothing, endpoint: 'not_tls', banner: other.banner });
  if (answers.every((answer) => answer.kind === 'refused')) return have({ ...nothing, endpoint: 'closed' });
  const [answer] = answers;
  if (answer?.kind === 'not_asked') {
    return missing(answer.code, answer.code === 'unreachable' ? 'site' : 'us', answer.reason);
  }
  const [code, what] = SILENCE[answer?.kind ?? ''] ?? ['internal', 'could not be tested'];
  return missing(code, 'site', `${where} ${what}`);
}

const SILENCE: Record<string, [code: Missing['code'], what: string]> = {
  silent: ['timeout', 'accepts connections and does not answer a TLS ClientHello'],
  reset: ['reset', 'resets connections instead of answering a TLS ClientHello'],
  closed: ['reset', 'closes the connection instead of answering a TLS ClientHello'],
  refused: ['refused', 'refuses some connections and answers none'],
  malformed: ['malformed', 'answers a TLS ClientHello with bytes that are not valid TLS'],
};

/** What hellos alone show; the rest has the values from before any handshake. */
function evidenceOf(findings: Findings, prober: Prober): Omit<TlsEvidence, 'host' | 'port'> {
  return {
    endpoint: 'tls',
    banner: null,
    versions: findings.versions,
    suites: findings.suites,
    suites_complete: findings.suitesComplete,
    suite_classes: findings.classes,
    preference: findings.preference,
    groups: findings.groups,
    group_list: [],
    post_quantum: findings.postQuantum,
    dh_bits: findings.dhBits,
    dh_composite: findings.dhComposite,
    weak_group: findings.weakGroup,
    alpn: findings.alpn,
    secure_renegotiation: findings.secureRenegotiation,
    extended_master_secret: findings.extendedMasterSecret,
    compression: findings.compression,
    client_certificate_requested: findings.clientCertificateRequested,
    page_without_certificate: false,
    handshake: { completed: false, fault: null, version: null, suite: null, large_hello_refused: false },
    chain: { certificates: [], trust: null },
    second_chain: null,
    second_chain_asked: false,
    other_chains: [],
    staple: null,
    staple_asked: false,
    revocation: null,
    revoked_authority: null,
    sessions: null,
    without_name: findings.withoutName,
    signatures: [...findings.signatures].toSorted(),
    signature_list: [],
    fallback_scsv: findings.fallbackScsv,
    servers: findings.traits.differ
      ? { differences: findings.traits.differences, old_refusals: findings.oldRefusals }
      : null,
    other_addresses: [],
    addresses_left: 0,
    http3: null,
    delivered_scts: null,
    connections: { opened: prober.opened, unanswered: prober.unanswered, cut_short: prober.cutShort },
    failures: [],
  };
}
