import type { X509Certificate } from 'node:crypto';
import type { Trust } from '../../evidence/tls.ts';
import type { Egress } from '../net/egress.ts';
import type { Anchors } from './anchors.ts';
import { describeCertificate, signedBy, x509Of } from './certificates.ts';
import { judgeTrust } from './trust-path.ts';

const MAX_FETCHES = 2;
const FETCH_TIMEOUT_MS = 3000;
const MAX_BYTES = 64 * 1024;

interface Search {
  chain: readonly X509Certificate[];
  trust: Trust;
  anchors: Anchors;
  egress: Pick<Egress, 'request'>;
  signal: AbortSignal;
  now: number;
}

/**
 * Tells a forgotten intermediate from an authority nobody knows: the missing issuer is fetched from where the
 * certificate says it is (RFC 5280 §4.2.2.1), through the egress guard, as browsers do.
 */
export async function seekIssuer({ chain, trust, anchors, egress, signal, now }: Search): Promise<Trust> {
  const known = [...chain];
  for (let fetched = 0; fetched < MAX_FETCHES; fetched++) {
    const last = lastOf(known, trust, anchors, now);
    const url = last && describeCertificate(last)?.issuer_urls.find((one) => one.startsWith('http://'));
    if (!last || !url) return trust;
    const issuer = await fetchCertificate(url, egress, signal);
    if (!issuer) return fetched === 0 ? { ...trust, state: 'issuer_unreachable' } : trust;
    if (last.issuer !== issuer.subject || !signedBy(last, issuer)) return trust;
    known.push(issuer);
    const again = judgeTrust({ certificates: known, anchors, code: undefined, now });
    if (again?.anchor) return { ...again, state: 'incomplete', code: trust.code, issuer: trust.issuer };
    if (again?.state === 'untrusted_root') return { ...again, code: trust.code };
  }
  return trust;
}

/** The end of the path as far as it goes: the certificate whose issuer is missing. */
function lastOf(
  known: readonly X509Certificate[],
  trust: Trust,
  anchors: Anchors,
  now: number,
): X509Certificate | null {
  const judged = judgeTrust({ certificates: known, anchors, code: undefined, now }) ?? trust;
  const end = judged.path.at(-1);
  return known.find((one) => describeCertificate(one)?.sha256 === end) ?? null;
}

async function fetchCertificate(
  url: string,
  egress: Pick<Egress, 'request'>,
  signal: AbortSignal,
): Promise<X509Certificate | null> {
  try {
    const answer = await egress.request({
      url: new URL(url),
      signal,
      timeoutMs: FETCH_TIMEOUT_MS,
      maxBodyBytes: MAX_BYTES,
    });
    return answer.status === 200 && !answer.truncated ? x509Of(answer.body) : null;
  } catch {
    return null;
  }
}
