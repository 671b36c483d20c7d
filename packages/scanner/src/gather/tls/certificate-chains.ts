import type { X509Certificate } from 'node:crypto';
import type { Chain, Revocation, RevokedAuthority, Staple, TlsEvidence, TlsVersion } from '../../evidence/tls.ts';
import { stapleFault } from '../../facts/certificates/staple-fault.ts';
import { parseOcspResponse } from '../../parse/x509/ocsp.ts';
import type { ServerFlight } from '../../parse/tls/server-hello.ts';
import type { Egress } from '../net/egress.ts';
import { Patience } from '../net/patience.ts';
import { anchorsWith, sha256 } from './anchors.ts';
import type { Failures } from './failures.ts';
import { describeCertificate, readSent } from './certificates.ts';
import type { HelloAnswer } from './hello-probe.ts';
import { shakeHands, type ContextKind, type Handshake } from './handshake.ts';
import type { Prober } from './prober.ts';
import { answersAbout, verifyStaple } from './staple.ts';
import { askRevocation } from './revocation.ts';
import { askAboveLeaf } from './revoked-authority.ts';
import type { KnownPaths } from './known-paths.ts';
import { deliveredTimestamps, embeddedTimestamps } from './timestamps.ts';
import { UNREADABLE_CHAIN } from './trust-path.ts';

/** Where to connect and by what rules. */
export interface Place {
  host: string;
  egress: Pick<Egress, 'request' | 'admit' | 'policy' | 'handshake'>;
  signal: AbortSignal;
  failures: Failures;
  paths: KnownPaths;
}

export type CertificateEvidence = Pick<
  TlsEvidence,
  'chain' | 'second_chain' | 'second_chain_asked' | 'other_chains' | 'staple' | 'staple_asked' | 'delivered_scts'
>;

/** A handshake by OpenSSL; its connection counts towards the budget. */
export async function ordinaryHandshake(
  prober: Pick<Prober, 'withConnection'>,
  place: Place,
  kind: ContextKind = 'usual',
): Promise<Handshake> {
  const { host, egress, signal, failures } = place;
  const shake = () =>
    prober.withConnection((connect) => shakeHands(connect, { host, extraCa: egress.policy.extraCa, kind, signal }));
  return (await failures.hold('handshake', shake, null)) ?? NO_HANDSHAKE;
}

/** By then the page's own connection has completed its handshake; a slow server gets another one in parallel. */
const PATIENCE_MS = 1000;

/**
 * The same, from the page's own connection if there is one: it shows everything except what an HTTP/2 client negotiates,
 * which a TLS 1.2 hello shows in clear text.
 * @param common how that hello was answered
 */
export async function anyHandshake(
  prober: Pick<Prober, 'withConnection'>,
  place: Place,
  port: number,
  common: Promise<HelloAnswer | null>,
): Promise<Handshake> {
  const onItsWay = place.egress.handshake(place.host, port);
  const seen = onItsWay && (await new Patience(PATIENCE_MS).wait(onItsWay));
  if (!seen || seen.chain.length === 0) return ordinaryHandshake(prober, place);
  const answer = await common;
  const shown: Handshake = { completed: true, fault: null, ...seen, ofPage: true };
  // A server may have HTTP/2 with TLS 1.3 alone.
  if (answer?.kind === 'hello' && (answer.hello.alpn === 'h2' || seen.version !== 'TLSv1.3'))
    return { ...shown, alpn: answer.hello.alpn ?? seen.alpn };
  const own = await ordinaryHandshake(prober, place);
  return own.completed ? { ...own, ofPage: true } : shown;
}

/** First flights in clear text: of any hello, of one from a client without ECDSA, and one for each certificate. */
export interface Flights {
  flight: ServerFlight | null;
  rsa: ServerFlight | 'refused' | null;
  all: readonly { version: TlsVersion; flight: ServerFlight }[];
}

/** Everything about certificates: from the handshake or, if that failed, from a cleartext answer to a hello. */
export async function certificateEvidence(
  prober: Prober,
  place: Place,
  handshake: Handshake,
  { flight, rsa, all }: Flights,
): Promise<CertificateEvidence> {
  const { failures } = place;
  const fromFlight = () => readSent(flight?.certificates ?? []);
  const sent = handshake.chain.length > 0 ? handshake.chain : await failures.hold('certificates', fromFlight, []);
  const chain = sent ?? [];
  const staple = handshake.completed ? handshake.staple : (flight?.staple ?? null);
  const notAsked = { asked: false, chain: null };
  const [described, second, read, scts] = await Promise.all([
    sent ? describeChain(sent, handshake.verifyCode, place) : UNREADABLE_CHAIN,
    failures.hold('second_certificate', () => secondChain(prober, place, chain, rsa), notAsked),
    failures.hold('staple', () => (staple ? stapleOf(staple, chain, handshake.verifyCode, place) : null), null),
    failures.hold('timestamps', () => deliveredScts(flight, staple, chain[0] ?? null), null),
  ]);
  const others = await failures.hold('second_certificate', () => otherChains(place, chain, second.chain, all), []);
  return {
    chain: described,
    second_chain: second.chain,
    second_chain_asked: second.asked,
    other_chains: others,
    staple: read,
    staple_asked: (handshake.completed || flight !== null) && !failures.list.some(({ fact }) => fact === 'staple'),
    delivered_scts: scts,
  };
}

const NO_HANDSHAKE: Handshake = {
  completed: false,
  fault: null,
  version: null,
  suite: null,
  alpn: null,
  group: null,
  verifyCode: undefined,
  chain: [],
  staple: null,
};

export async function describeChain(
  chain: readonly X509Certificate[],
  code: string | null | undefined,
  { failures, paths }: Place,
): Promise<Chain> {
  const certificates = async () => {
    const issuer = await paths.issuerOf(chain, code);
    return chain.flatMap((one, at) => {
      const described = describeCertificate(one);
      // Without the leaf, the next certificate must not be taken for it.
      if (!described || !describeCertificate(chain[0] ?? one)) return [];
      return at === 0 ? { ...described, scts: embeddedTimestamps(one, issuer) } : described;
    });
  };
  return {
    certificates: await failures.hold('certificates', certificates, []),
    trust: await failures.hold('trust', () => paths.trustOf(chain, code), null),
  };
}

/** Clients without ECDSA may get another certificate, which the ordinary handshake never shows. */
async function secondChain(
  prober: Prober,
  place: Place,
  first: readonly X509Certificate[],
  known: Flights['rsa'],
): Promise<{ asked: boolean; chain: Chain | null }> {
  const [leaf] = first;
  if (!leaf || describeCertificate(leaf)?.key.type === 'RSA') return { asked: false, chain: null };
  if (known === 'refused') return { asked: true, chain: null };
  // Without TLS 1.2, no hello shows it in clear text.
  const inClear = known && readSent(known.certificates);
  if (known && !inClear) return { asked: true, chain: UNREADABLE_CHAIN };
  const rsa = inClear ? { chain: inClear, verifyCode: undefined } : await rsaHandshake(prober, place);
  const [other] = rsa.chain;
  if (!other || other.raw.equals(leaf.raw))
    return { asked: !('completed' in rsa) || rsa.completed || isRefusal(rsa), chain: null };
  return { asked: true, chain: await describeChain(rsa.chain, rsa.verifyCode, place) };
}

/**
 * A server may have one certificate for TLS 1.3 and another for older versions, and one of several servers behind an address
 * may have an old one, or send it without its issuer: every answer in clear shows which.
 */
async function otherChains(
  place: Place,
  first: readonly X509Certificate[],
  second: Chain | null,
  all: Flights['all'],
): Promise<TlsEvidence['other_chains']> {
  const known = [first.map(sha256), second?.certificates.map((one) => one.sha256)].map(String);
  const others = all.flatMap(({ version, flight }) => {
    const chain = readSent(flight.certificates) ?? [];
    return chain.length === 0 || known.includes(String(chain.map(sha256))) ? [] : [{ version, chain }];
  });
  const described = await Promise.all(
    others.map(async ({ version, chain }) => ({ version, chain: await describeChain(chain, undefined, place) })),
  );
  return described.filter(({ chain }) => chain.certificates.length > 0);
}

/** A failure other than a refusal may mean one connection too many: retried once, with no other probe in progress. */
async function rsaHandshake(prober: Prober, place: Place): Promise<Handshake> {
  const first = await ordinaryHandshake(prober, place, 'rsa');
  if (first.completed || first === NO_HANDSHAKE || isRefusal(first)) return first;
  return prober.exclusively((alone) => ordinaryHandshake(alone, place, 'rsa'));
}

/** By an alert that says "nothing in common". */
function isRefusal({ fault }: Handshake): boolean {
  return /alert (?:handshake failure|insufficient security)/u.test(fault ?? '');
}

/** In parallel with everything else, since it asks other servers. Not needed if a staple is valid. */
export async function revocationOf(handshake: Handshake, place: Place): Promise<Revocation | null> {
  const { egress, signal, failures, paths } = place;
  const ask = async (): Promise<Revocation | null> => {
    const [leaf] = handshake.chain;
    const issuer = await paths.issuerOf(handshake.chain, handshake.verifyCode);
    if (!leaf || !issuer || sha256(leaf) === sha256(issuer)) return null;
    const now = Date.now();
    const staple = handshake.staple && verifyStaple(handshake.staple, leaf, issuer, now);
    // An old good response could be replayed for a certificate that was revoked since.
    const isKnown = staple?.fault === null && (staple.status === 'revoked' || stapleFault(staple, now) === null);
    return isKnown ? null : askRevocation({ leaf, issuer, egress, signal, now });
  };
  return failures.hold('revocation', ask, null);
}

/** Likewise, of the intermediate certificates. */
export async function revokedAuthorityOf({ chain }: Handshake, place: Place): Promise<RevokedAuthority | null> {
  const { egress, signal, failures } = place;
  const ask = () => askAboveLeaf(chain, anchorsWith(egress.policy.extraCa), { egress, signal, now: Date.now() });
  return failures.hold('revocation', ask, null);
}

async function stapleOf(
  staple: Uint8Array,
  chain: readonly X509Certificate[],
  code: string | null | undefined,
  { paths }: Place,
): Promise<Staple | null> {
  const [leaf] = chain;
  return leaf ? verifyStaple(staple, leaf, await paths.issuerOf(chain, code), Date.now()) : null;
}

/** SCTs sent next to the certificate; null if no hello was answered with any in clear text. */
function deliveredScts(
  flight: ServerFlight | null,
  staple: Uint8Array | null,
  leaf: X509Certificate | null,
): TlsEvidence['delivered_scts'] {
  const response = staple && leaf ? parseOcspResponse(staple) : null;
  const inStaple = response && leaf ? answersAbout(response, leaf, null)[0]?.said?.scts : null;
  const stapled = inStaple ? deliveredTimestamps(inStaple, leaf) : [];
  if (!flight?.hello) return stapled.length > 0 ? stapled : null;
  const list = flight.hello.sctList;
  return [...(list ? deliveredTimestamps(list, leaf) : []), ...stapled];
}
