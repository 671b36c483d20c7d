import { createHash, type X509Certificate } from 'node:crypto';
import type { Revocation, Staple } from '../../evidence/tls.ts';
import { NetworkFault } from '../../errors.ts';
import { responseFault } from '../../facts/certificates/staple-fault.ts';
import { parseRevocationList, revokedAt, type RevocationList } from '../../parse/x509/crl.ts';
import { isReadNowhere } from '../../parse/x509/strength.ts';
import { buildOcspRequest, issuerAndSerial } from '../../parse/x509/ocsp-request.ts';
import { timeLimit } from '../net/deadline.ts';
import type { Egress } from '../net/egress.ts';
import { sha256 } from './anchors.ts';
import { signatureHolds } from './authority-signature.ts';
import { describeCertificate, fieldsOf, sameName } from './certificates.ts';
import { subjectPublicKey, verifyStaple } from './staple.ts';
import { TimedCache } from './timed-cache.ts';

/** For all requests together. What is not known by then is unknown (soft-fail, as in browsers). */
const TIME_MS = 2000;
const MAX_OCSP_BYTES = 64 * 1024;
/** The largest authorities split their lists into smaller parts. */
const MAX_LIST_BYTES = 2 * 1024 * 1024;
const MAX_ANSWERS_KEPT = 2000;
const MAX_LIST_BYTES_KEPT = 16 * 1024 * 1024;
/** How long an authority's answer is cached, but never beyond its own next update. */
const BELIEVED_MS = 60 * 60_000;
/** How long an address that did not answer is not requested again: no scan waits for it twice. */
const SILENT_MS = 5 * 60_000;
/** Baseline Requirements §4.9.10: the longest validity of an answer about a site. */
const LONGEST_MS = 10 * 86_400_000;
/** Tolerance for clocks that differ. */
const SKEW_MS = 5 * 60_000;

/**
 * Verified answers, per certificate and address; lists, per issuer and address; addresses that did not answer, with why.
 * Shared by the scans of a process.
 */
const answers = new TimedCache<Revocation>(MAX_ANSWERS_KEPT);
const lists = new TimedCache<RevocationList>(MAX_LIST_BYTES_KEPT);
const silent = new TimedCache<string>(MAX_ANSWERS_KEPT);

export interface RevocationQuestion {
  leaf: X509Certificate;
  /** The issuer whose signature on the leaf is valid. */
  issuer: X509Certificate;
  egress: Pick<Egress, 'request'>;
  signal: AbortSignal;
  now: number;
}

/**
 * Whether the authority has revoked the certificate, from its OCSP responder or its list, both at the
 * addresses in the certificate and through the guard. Null when it names none.
 */
export async function askRevocation(question: RevocationQuestion): Promise<Revocation | null> {
  const { ocsp_urls: responders = [], crl_urls: points = [] } = describeCertificate(question.leaf) ?? {};
  const [responder, point] = [responders.find(isHttp), points.find(isHttp)];
  if (responder === undefined && point === undefined) return null;
  const time = timeLimit(question.signal, TIME_MS);
  try {
    return await askEither({ ...question, signal: time.signal }, responder, point);
  } finally {
    time.clear();
  }
}

async function askEither(
  asked: RevocationQuestion,
  responder: string | undefined,
  point: string | undefined,
): Promise<Revocation | null> {
  const byResponder = responder === undefined ? null : await kept(asked, responder, askResponder);
  if (byResponder && byResponder.status !== 'unknown') return byResponder;
  const byList = point === undefined ? null : await kept(asked, point, readList);
  return byList ?? byResponder;
}

function isHttp(url: string): boolean {
  return /^http:\/\//iu.test(url) && URL.canParse(url);
}

type Ask = (question: RevocationQuestion, url: string) => Promise<{ said: Revocation; until: number }>;

async function kept(question: RevocationQuestion, url: string, ask: Ask): Promise<Revocation> {
  const { leaf, now } = question;
  const key = `${sha256(leaf)} ${url}`;
  const known = answers.get(key, now);
  if (known) return known;
  const { said, until } = await ask(question, url);
  if (said.status !== 'unknown') answers.set(key, said, { weight: 1, until });
  return said;
}

/** The authority signed it, and says this of the certificate. Clients of one kind or another do not read it. */
const IN_FORM_ONLY: ReadonlySet<Staple['fault']> = new Set(['misread', 'misspelled_signer', 'other_unreadable']);

async function askResponder(question: RevocationQuestion, url: string): Promise<{ said: Revocation; until: number }> {
  const { leaf, issuer, now } = question;
  const { issuer: name, serial } = issuerAndSerial(leaf.raw);
  const request = buildOcspRequest({
    issuerNameHash: sha1(name),
    issuerKeyHash: sha1(subjectPublicKey(issuer)),
    serial,
  });
  // RFC 6960 §A.1: the request as the last part of the address, which caches understand.
  const path = encodeURIComponent(Buffer.from(request).toString('base64'));
  const body = await fetched(question, `${url.replace(/\/+$/u, '')}/${path}`, MAX_OCSP_BYTES);
  if (typeof body === 'string') return unknown('ocsp', url, body, now);
  const answer = verifyStaple(body, leaf, issuer, now);
  const fault = IN_FORM_ONLY.has(answer.fault) ? null : responseFault(answer);
  if (fault !== null) return unknown('ocsp', url, `the answer ${fault}`, now);
  const next = answer.next_update === null ? null : Date.parse(answer.next_update);
  if (!isCurrent(Date.parse(answer.this_update ?? ''), next, now))
    return unknown('ocsp', url, 'the answer is out of date', now);
  if (answer.status === 'good' || answer.status === 'revoked') {
    const said = { status: answer.status, method: 'ocsp', url, revoked_at: answer.revoked_at, reason: null } as const;
    return { said, until: believedUntil(next, now) };
  }
  return unknown('ocsp', url, 'the authority says that it does not know the certificate', now);
}

async function readList(question: RevocationQuestion, url: string): Promise<{ said: Revocation; until: number }> {
  const { leaf, issuer, now } = question;
  const key = `${sha256(issuer)} ${url}`;
  const list = lists.get(key, now) ?? (await fetchList(question, url));
  if (typeof list === 'string') return unknown('crl', url, list, now);
  const until = believedUntil(list.nextUpdate, now);
  lists.set(key, list, { weight: list.signed.length, until });
  // §6.3.3 (b): one part of a divided list says nothing about certificates in the other parts.
  const own = describeCertificate(leaf)?.crl_urls?.map((one) => one.toLowerCase()) ?? [];
  if (list.points && !list.points.some((one) => own.includes(one)))
    return unknown('crl', url, 'the list is for certificates with another CRL address', now);
  const at = revokedAt(list, issuerAndSerial(leaf.raw).serial);
  if (at === undefined) return unknown('crl', url, 'the list cannot be parsed', now);
  if (!at && list.partial) return unknown('crl', url, 'the list is not complete', now);
  const status = at ? 'revoked' : 'good';
  return { said: { status, method: 'crl', url, revoked_at: at?.toISOString() ?? null, reason: null }, until };
}

/** The list, verified, or why there is none. */
async function fetchList(question: RevocationQuestion, url: string): Promise<RevocationList | string> {
  const { leaf, issuer, now } = question;
  const body = await fetched(question, url, MAX_LIST_BYTES);
  if (typeof body === 'string') return body;
  const list = parseRevocationList(body);
  if (!list) return 'the file is not a certificate revocation list in DER';
  if (!sameName(list.issuer, fieldsOf(leaf)?.issuer ?? ['unreadable'])) return 'the list is from another authority';
  if (isReadNowhere(list.algorithm.hash))
    return `the list is signed with ${list.algorithm.hash}, which no client accepts`;
  if (list.conditional) return 'an entry of the list has a critical extension that clients do not support';
  if (!signatureHolds(list, issuer)) return 'the list is not signed by the issuer of the certificate';
  // RFC 5280 §6.3.3 (f).
  const usage = fieldsOf(issuer)?.keyUsage;
  if (usage && !usage.includes('cRLSign'))
    return 'the authority is not allowed to sign revocation lists (its keyUsage lacks cRLSign)';
  return isCurrent(list.thisUpdate, list.nextUpdate, now) ? list : 'the list is out of date';
}

async function fetched(
  { egress, signal, now }: RevocationQuestion,
  url: string,
  most: number,
): Promise<Buffer | string> {
  const where = new URL(url).host;
  const why = silent.get(where, now);
  if (why !== undefined) return why;
  try {
    const answer = await egress.request({ url: new URL(url), signal, timeoutMs: TIME_MS, maxBodyBytes: most });
    if (answer.status !== 200) return `answered ${answer.status}`;
    return answer.truncated ? 'the answer is larger than the scan reads' : answer.body;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'the request failed';
    const isSilent = error instanceof NetworkFault && error.blame === 'site' && error.code !== 'cancelled';
    if (isSilent) silent.set(where, reason, { weight: 1, until: now + SILENT_MS });
    return reason;
  }
}

function isCurrent(from: number, next: number | null, now: number): boolean {
  // Without an end date, an answer could be replayed forever.
  return from <= now + SKEW_MS && (next ?? from + LONGEST_MS) >= now - SKEW_MS;
}

function believedUntil(next: number | null, now: number): number {
  return Math.min(now + BELIEVED_MS, next ?? Infinity);
}

function unknown(
  method: 'ocsp' | 'crl',
  url: string,
  reason: string,
  now: number,
): { said: Revocation; until: number } {
  return { said: { status: 'unknown', method, url, revoked_at: null, reason }, until: now };
}

function sha1(bytes: Uint8Array): Uint8Array {
  return createHash('sha1').update(bytes).digest();
}
