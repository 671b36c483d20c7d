import { createHash, type X509Certificate } from 'node:crypto';
import type { Revocation, Staple } from '../../evidence/tls.ts';
import { NetworkFault } from '../../errors.ts';
import { dateFault, isEarly, responseFault } from '../../facts/certificates/staple-fault.ts';
import { entryOf, parseRevocationList, type RevocationList } from '../../parse/x509/crl.ts';
import { parseOcspResponse } from '../../parse/x509/ocsp.ts';
import { isReadNowhere } from '../../parse/x509/strength.ts';
import { buildOcspRequest, issuerAndSerial } from '../../parse/x509/ocsp-request.ts';
import { timeLimit } from '../net/deadline.ts';
import type { Egress } from '../net/egress.ts';
import { Patience } from '../net/patience.ts';
import { sha256 } from './anchors.ts';
import { getFile } from './authority-file.ts';
import { signatureHolds } from './authority-signature.ts';
import { describeCertificate, fieldsOf, sameName } from './certificates.ts';
import { subjectPublicKey, verifyStaple } from './staple.ts';
import { TimedCache } from './timed-cache.ts';

/** For all requests together. What is not known by then is unknown (soft-fail, as in browsers). */
const TIME_MS = 2000;
const OCSP_REQUEST = 'application/ocsp-request';
const MAX_OCSP_BYTES = 64 * 1024;
/** The largest authorities split their lists into smaller parts. */
const MAX_LIST_BYTES = 2 * 1024 * 1024;
const MAX_ANSWERS_KEPT = 2000;
const MAX_LIST_BYTES_KEPT = 16 * 1024 * 1024;
/** How long an authority's answer is cached, but never beyond its own next update. */
const BELIEVED_MS = 60 * 60_000;
/** How long an address that did not answer is not requested again: no scan waits for it twice. */
const SILENT_MS = 5 * 60_000;
/** Of responders, and of lists. */
const MOST_ADDRESSES = 2;
/** After this time, the next address is asked in parallel. */
const SLOW_MS = 500;
/** Of a list without a date for the next one, which could be replayed forever. */
const LONGEST_LIST_MS = 10 * 86_400_000;

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
  egress: Pick<Egress, 'request' | 'admit'>;
  signal: AbortSignal;
  now: number;
}

interface Source {
  url: string;
  ask: (question: RevocationQuestion, url: string) => Promise<{ said: Revocation; until: number }>;
}

/**
 * Whether the authority has revoked the certificate, from its OCSP responders or its lists, all at the
 * addresses in the certificate and through the guard. Null when it names none.
 */
export async function askRevocation(question: RevocationQuestion): Promise<Revocation | null> {
  const { ocsp_urls: responders = [], crl_urls: points = [] } = describeCertificate(question.leaf) ?? {};
  const some = (urls: readonly string[]): string[] => urls.filter(isHttp).slice(0, MOST_ADDRESSES);
  const sources = [
    ...some(responders).map((url) => ({ url, ask: askResponder })),
    ...some(points).map((url) => ({ url, ask: readList })),
  ];
  const time = timeLimit(question.signal, TIME_MS);
  try {
    return await askInTurn({ ...question, signal: time.signal }, sources);
  } finally {
    time.clear();
  }
}

/** What the first one says that knows. The next one is asked as soon as one does not know, or is slow. */
async function askInTurn(question: RevocationQuestion, sources: readonly Source[]): Promise<Revocation | null> {
  const [source, ...others] = sources;
  if (!source) return null;
  const answer = kept(question, source);
  const early = await new Patience(SLOW_MS).wait(answer);
  if (early && early.status !== 'unknown') return early;
  const other = await askInTurn(question, others);
  if (other && other.status !== 'unknown') return other;
  const late = await answer;
  return late.status === 'unknown' ? (other ?? late) : late;
}

function isHttp(url: string): boolean {
  return /^http:\/\//iu.test(url) && URL.canParse(url);
}

async function kept(question: RevocationQuestion, { url, ask }: Source): Promise<Revocation> {
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
  const got = await fetched(question, `${url.replace(/\/+$/u, '')}/${path}`, MAX_OCSP_BYTES);
  // Firefox and OpenSSL send POST, so there are responders that know nothing else.
  const isAnswer = typeof got !== 'string' && parseOcspResponse(got) !== null;
  const body = isAnswer ? got : await fetched(question, url, MAX_OCSP_BYTES, request);
  if (typeof body === 'string') return unknown('ocsp', url, typeof got === 'string' ? got : body, now);
  const answer = verifyStaple(body, leaf, issuer, now);
  const fault = IN_FORM_ONLY.has(answer.fault) ? null : responseFault(answer);
  if (fault !== null) return unknown('ocsp', url, `the response ${fault}`, now);
  const { status, revoked_at: at, revoked_for: why, next_update: next } = answer;
  if (status !== 'good' && status !== 'revoked')
    return unknown('ocsp', url, 'the authority says that it does not know the certificate', now);
  const outside = dateFault(answer, now);
  // As in mozilla::pkix, what was revoked stays revoked.
  if (outside !== null && (status === 'good' || why === ON_HOLD || isEarly(Date.parse(answer.this_update ?? ''), now)))
    return unknown('ocsp', url, `the response is ${outside}`, now);
  const said: Revocation = { status, method: 'ocsp', url, revoked_at: at, revoked_for: why ?? null, reason: null };
  return { said, until: believedUntil(next === null ? null : Date.parse(next), now) };
}

/** The only reason that can be lifted (RFC 5280 §5.3.1). */
const ON_HOLD = 'certificateHold';

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
  if (list.only !== null && list.only !== (leaf.ca ? 'authorities' : 'users'))
    return unknown('crl', url, 'the list is for certificates of another kind', now);
  const entry = entryOf(list, issuerAndSerial(leaf.raw).serial);
  if (entry === undefined) return unknown('crl', url, 'the list cannot be parsed', now);
  if (!entry && list.partial) return unknown('crl', url, 'the list is not complete', now);
  const isPast = (list.nextUpdate ?? list.thisUpdate + LONGEST_LIST_MS) < now;
  if (isPast && (!entry || entry.reason === ON_HOLD)) return unknown('crl', url, 'the list is out of date', now);
  const revoked = { revoked_at: entry?.at.toISOString() ?? null, revoked_for: entry?.reason ?? null };
  return { said: { status: entry ? 'revoked' : 'good', method: 'crl', url, ...revoked, reason: null }, until };
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
  if (list.conditional) return 'the list, or an entry of it, has a critical extension that clients do not support';
  if (!signatureHolds(list, issuer)) return 'the list is not signed by the issuer of the certificate';
  // RFC 5280 §6.3.3 (f).
  const usage = fieldsOf(issuer)?.keyUsage;
  if (usage && !usage.includes('cRLSign'))
    return 'the authority is not allowed to sign revocation lists (its keyUsage lacks cRLSign)';
  return isEarly(list.thisUpdate, now) ? 'the list is dated in the future' : list;
}

async function fetched(
  { egress, signal, now }: RevocationQuestion,
  url: string,
  most: number,
  post?: Uint8Array,
): Promise<Buffer | string> {
  const where = new URL(url).host;
  const why = silent.get(where, now);
  if (why !== undefined) return why;
  try {
    const limits = { signal, timeoutMs: TIME_MS, maxBodyBytes: most };
    const sent = post && { method: 'POST' as const, headers: { 'content-type': OCSP_REQUEST }, body: post };
    const answer = await (sent
      ? egress.request({ url: egress.admit(url), ...limits, ...sent })
      : getFile(egress, url, limits));
    if (typeof answer === 'string') return answer;
    if (answer.status !== 200) return `answered ${answer.status}`;
    return answer.truncated ? 'the response is larger than the scan reads' : answer.body;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'the request failed';
    const isSilent = error instanceof NetworkFault && error.blame === 'site' && error.code !== 'cancelled';
    if (isSilent) silent.set(where, reason, { weight: 1, until: now + SILENT_MS });
    return reason;
  }
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
  return { said: { status: 'unknown', method, url, revoked_at: null, revoked_for: null, reason }, until: now };
}

function sha1(bytes: Uint8Array): Uint8Array {
  return createHash('sha1').update(bytes).digest();
}
