import type { X509Certificate } from 'node:crypto';
import { NetworkFault, TargetRefused } from '../../errors.ts';
import type { Trust } from '../../evidence/tls.ts';
import { certificatesIn } from '../../parse/x509/certificate-file.ts';
import { timeLimit } from '../net/deadline.ts';
import type { Egress } from '../net/egress.ts';
import { sha256, type Anchors } from './anchors.ts';
import { getFile } from './authority-file.ts';
import { describeCertificate, fieldsOf, readChain, sameName } from './certificates.ts';
import { subjectOf } from './path-search.ts';
import { judgeTrust } from './trust-path.ts';

/** As many as Chrome tries for one certificate. */
const MAX_FETCHES = 5;
const FETCH_TIMEOUT_MS = 3000;
/** All of them together. */
const TIME_MS = 6000;
/** Too little for another one. */
const LEAST_MS = 100;
const MAX_BYTES = 64 * 1024;

interface Question {
  chain: readonly X509Certificate[];
  trust: Trust;
  anchors: Anchors;
  egress: Pick<Egress, 'request' | 'admit'>;
  signal: AbortSignal;
  now: number;
}

export interface Sought {
  trust: Trust;
  /** What the addresses returned, whether or not it completes a path. */
  fetched: readonly X509Certificate[];
}

/**
 * Distinguishes a missing intermediate from an unknown authority, and from an unknown root: the missing issuer is fetched from where the
 * certificate says it is (RFC 5280 §4.2.2.1), through the egress guard, as browsers do. A path completed this way is
 * validated like any other. If the issuer cannot be fetched, the authority is unknown, as it is to a browser.
 */
export async function seekIssuer({ chain, trust, anchors, egress, signal, now }: Question): Promise<Sought> {
  const fetched: X509Certificate[] = [];
  const asked = new Set<string>();
  const unfetched: Trust['unfetched'] = [];
  let ours: NetworkFault | null = null;
  let reached = trust;
  const began = performance.now();
  for (let fetches = 0; fetches < MAX_FETCHES; fetches++) {
    const left = Math.min(FETCH_TIMEOUT_MS, TIME_MS - (performance.now() - began));
    if (left < LEAST_MS) break;
    const url = addressesOn(reached, [...chain, ...fetched]).find((one) => !asked.has(one));
    if (url === undefined) break;
    asked.add(url);
    const found = await fetchCertificates(url, egress, signal, left);
    if (found instanceof NetworkFault) ours = found;
    else if (typeof found === 'string') unfetched.push({ url, reason: found });
    if (!Array.isArray(found)) continue;
    fetched.push(...found);
    const again = judgeTrust({ certificates: chain, fetched, anchors, code: undefined, now });
    if (!again) break;
    // What one address returns may be useless or wrong: a browser tries the next.
    reached = Object.assign(again, { code: trust.code });
    if (again.state === 'trusted')
      return { trust: { ...reached, state: 'incomplete', issuer: missingOn(again, fetched) }, fetched };
  }
  // What could not be fetched through our own fault might have completed the path.
  if (ours) throw ours;
  // Then it is as it was sent.
  if (trust.state !== 'unknown_issuer') return { trust, fetched };
  if (reached.state !== 'unknown_issuer')
    return { trust: { ...reached, issuer: reached.issuer ?? trust.issuer }, fetched };
  // Also where a part of the path was found, and the rest was not.
  if (unfetched.length > 0) reached = { ...reached, state: 'issuer_unreachable', unfetched };
  return { trust: reached, fetched };
}

/** The first certificate of the path that the server does not send. */
function missingOn({ path }: Trust, fetched: readonly X509Certificate[]): string | null {
  const first = path.flatMap((one) => fetched.find((other) => sha256(other) === one) ?? [])[0];
  return first ? subjectOf(first) : null;
}

/**
 * Addresses of issuers that the certificates of a path name, those of its last one first; then those of other
 * certificates that could stand in it, for example next to a root that was sent.
 */
function addressesOn({ path }: Trust, known: readonly X509Certificate[]): string[] {
  const onPath = path.toReversed().flatMap((one) => known.find((other) => sha256(other) === one) ?? []);
  const wanted = onPath.map((one) => fieldsOf(one)?.issuer ?? []);
  const isNamed = (one: X509Certificate): boolean => {
    const subject = fieldsOf(one)?.subject;
    return subject !== undefined && wanted.some((name) => sameName(name, subject));
  };
  const beside = known.filter((one) => !onPath.includes(one) && isNamed(one));
  const urls = [...onPath, ...beside].flatMap((one) => describeCertificate(one)?.issuer_urls ?? []);
  return urls.filter((one) => /^http:\/\//iu.test(one));
}

/** What the address returns; or, as text, why it returns nothing; or our own fault that prevented the request. */
async function fetchCertificates(
  url: string,
  egress: Pick<Egress, 'request' | 'admit'>,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<X509Certificate[] | string | NetworkFault> {
  const time = timeLimit(signal, timeoutMs);
  try {
    const answer = await getFile(egress, url, { signal: time.signal, timeoutMs, maxBodyBytes: MAX_BYTES });
    if (typeof answer === 'string') return answer;
    if (answer.truncated)
      return answer.body.length < MAX_BYTES
        ? 'the response ends early or takes too long'
        : 'the response is too large for a certificate';
    const certificates = readChain(certificatesIn(answer.body));
    return certificates.length > 0 ? certificates : 'the response contains no certificate';
  } catch (error) {
    if (error instanceof NetworkFault) return error.blame === 'us' ? error : error.message;
    if (error instanceof TargetRefused) return error.message;
    throw error;
  } finally {
    time.clear();
  }
}
