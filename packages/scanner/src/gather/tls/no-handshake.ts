import { HandshakeFault, NetworkFault } from '../../errors.ts';
import type { Gathered } from '../../evidence/gathered.ts';
import { TLS_VERSIONS, type Certificate, type TlsEvidence, type TlsVersion } from '../../evidence/tls.ts';
import { classOfSuite, type SuiteClass } from '../../parse/tls/tls-suites.ts';
import { BROWSER_CURVES } from '../../parse/x509/browser-curves.ts';
import { describeKey } from '../../parse/x509/strength.ts';
import { isUnofferedProtocol } from '../net/network-fault.ts';
import { BROKEN } from './hellos.ts';

/** If no current client can complete a handshake, the message names what the TLS part of the scan found out. */
export async function withWhatIsSpoken(
  error: unknown,
  host: string,
  tlsPart: Promise<Gathered<TlsEvidence>>,
): Promise<never> {
  // A redirect may have led to another server.
  if (!(error instanceof NetworkFault) || error.code !== 'tls' || !error.message.startsWith(`${host}:`)) throw error;
  const tls = await tlsPart;
  // In TLS 1.3 a server refuses a client without a certificate once the handshake is over (RFC 8446 §4.4.2.4).
  const wanted = isNamed(error.cause, CERTIFICATE_REQUIRED);
  const spoken = reasonOf(error.cause, host, tls) ?? intolerance(error.cause, tls) ?? spokenInstead(tls, wanted);
  if (!tls.ok || spoken === null) throw error;
  throw new HandshakeFault(`${error.message}: ${spoken}`, tls.value, { cause: error });
}

const CERTIFICATE_REQUIRED = 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED';
/** RFC 6066 §3: no such server name. */
const UNKNOWN_NAME = 'ERR_SSL_TLSV1_UNRECOGNIZED_NAME';

/** RFC 7301 §3.2: none of the protocols that the client named. */
const NO_PROTOCOL = 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL';
/** RFC 8446 §4.1.3: the mark of a server that has TLS 1.3, in a ServerHello of TLS 1.2. */
const DOWNGRADED = 'ERR_SSL_INAPPROPRIATE_FALLBACK';

/** Alerts of a server that checked a client's certificate; without one it uses others. */
const REFUSED_CERTIFICATE = /ALERT_(UNKNOWN_CA|UNSUPPORTED_CERTIFICATE|CERTIFICATE_EXPIRED|CERTIFICATE_REVOKED)$/u;

/** What OpenSSL's reason means, if it says enough. */
function reasonOf(cause: unknown, host: string, tls: Gathered<TlsEvidence>): string | null {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const why = REFUSED_CERTIFICATE.exec(code)?.[1];
  if (why !== undefined) return `it refuses the client certificate (${why.toLowerCase().replaceAll('_', ' ')})`;
  if (isNamed(cause, UNKNOWN_NAME)) return `it has no site named ${host}`;
  if (isNamed(cause, NO_PROTOCOL) && tls.ok && tls.value.alpn === null)
    return 'it serves neither HTTP/2 nor HTTP/1.1 there (ALPN)';
  if (isUnofferedProtocol(cause))
    return 'it chooses an application protocol that the client did not offer (ALPN), which no client accepts';
  if (isNamed(cause, DOWNGRADED))
    return 'it responds with an older version than it supports, which clients treat as an attack; something in front of it may change their messages';
  return null;
}

/** RFC 8446 §4.2.1: a server must pass over versions that it does not know, and choose one that it does. */
const NO_VERSION = 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION';

function intolerance(cause: unknown, tls: Gathered<TlsEvidence>): string | null {
  if (!isNamed(cause, NO_VERSION) || !tls.ok || tls.value.versions['TLS 1.2'] !== true) return null;
  return 'it speaks TLS 1.2, but refuses clients that also offer TLS 1.3';
}

function isNamed(cause: unknown, code: string): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === code;
}

/**
 * What a server supports, for the message about one with which no handshake completes: "it speaks SSLv3 only, with
 * TLS_RSA_WITH_RC4_128_SHA". Null when nothing was found out.
 */
function spokenInstead(tls: Gathered<TlsEvidence>, isCertificateWanted: boolean): string | null {
  if (!tls.ok) return null;
  if (tls.value.endpoint === 'not_tls') return spokenInClear(tls.value.banner ?? '');
  if (tls.value.endpoint !== 'tls') return null;
  const { versions, suites, client_certificate_requested: requested, handshake } = tls.value;
  const asksForOne = isCertificateWanted || requested === true;
  // Then the server does not support it.
  if (handshake.completed && !asksForOne) return null;
  const spoken = TLS_VERSIONS.filter((version) => versions[version] === true);
  if (spoken.length === 0) return 'it refuses TLS in every form that was offered';
  const wantsOne = asksForOne && spoken.some((version) => version.startsWith('TLS'));
  if (wantsOne && spoken.some((version) => isCurrent(version, suites[version] ?? []))) {
    return 'it requests a client certificate';
  }
  const [leaf] = tls.value.chain.certificates;
  if (leaf && isForeign(leaf) && spoken.some((version) => isCurrent(version, suites[version] ?? [])))
    return `its certificate has a key of type ${describeKey(leaf)}, which no current client accepts`;
  const isOld = !spoken.some((version) => isCurrent(version, suites[version] ?? []));
  const taken = [...new Set(spoken.flatMap((version) => suites[version] ?? []))];
  const named = taken.length > 3 ? [...taken.slice(0, 3), `${taken.length - 3} more`] : taken;
  const words = `it speaks ${list(spoken)}${isOld ? ' only' : ''}${named.length > 0 ? `, with ${list(named)}` : ''}`;
  return wantsOne ? `${words}, and requests a client certificate` : words;
}

function spokenInClear(banner: string): string {
  const [line = ''] = banner.split(/[\r\n]/u, 1);
  if (/^HTTP\/\d/u.test(line)) return 'it speaks HTTP there, without encryption';
  return /^[\x20-\x7e]+$/u.test(line)
    ? `it does not speak TLS there, and says “${line.slice(0, 60)}”`
    : 'it does not speak TLS there';
}

/** Browsers, and programs that use OpenSSL, offer no signature that such a key could make. */
function isForeign({ key }: Certificate): boolean {
  return key.type === 'EC' ? !BROWSER_CURVES.has(key.curve) : key.type === 'DSA';
}

/** Whether current clients could get as far as being asked for a certificate. None of them offers CCM. */
function isCurrent(version: TlsVersion, suites: readonly string[]): boolean {
  if (version !== 'TLS 1.2' && version !== 'TLS 1.3') return false;
  return suites.length === 0 || suites.some((suite) => !OUT_OF_USE.has(classOfSuite(suite)) && !suite.includes('_CCM'));
}

const OUT_OF_USE = new Set<SuiteClass | null | undefined>([...BROKEN, 'block64']);

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
