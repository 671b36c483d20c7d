import type { X509Certificate } from 'node:crypto';
import type { Trust } from '../../evidence/tls.ts';
import { certificatesIn } from '../../parse/x509/certificate-file.ts';
import type { Egress } from '../net/egress.ts';
import { sha256, type Anchors } from './anchors.ts';
import { describeCertificate, readChain } from './certificates.ts';
import { judgeTrust } from './trust-path.ts';

const MAX_FETCHES = 3;
const FETCH_TIMEOUT_MS = 3000;
const MAX_BYTES = 64 * 1024;

interface Question {
  chain: readonly X509Certificate[];
  trust: Trust;
  anchors: Anchors;
  egress: Pick<Egress, 'request'>;
  signal: AbortSignal;
  now: number;
}

/**
 * Tells a forgotten intermediate from an authority no one knows: the missing issuer is fetched from where the
 * certificate says it is (RFC 5280 §4.2.2.1), through the egress guard, as browsers do. A path that is completed so is
 * validated like any other. An issuer that cannot be had proves nothing: to a browser that is an unknown authority.
 */
export async function seekIssuer({ chain, trust, anchors, egress, signal, now }: Question): Promise<Trust> {
  const fetched: X509Certificate[] = [];
  const asked = new Set<string>();
  let reached = trust;
  for (let fetches = 0; fetches < MAX_FETCHES; fetches++) {
    const end = reached.path.at(-1);
    const last = [...chain, ...fetched].find((one) => sha256(one) === end);
    const urls = (last && describeCertificate(last)?.issuer_urls) ?? [];
    const url = urls.find((one) => /^http:\/\//iu.test(one) && !asked.has(one));
    if (url === undefined) break;
    asked.add(url);
    const found = await fetchCertificates(url, egress, signal);
    if (!found) continue;
    fetched.push(...found);
    const again = judgeTrust({ certificates: chain, fetched, anchors, code: undefined, now });
    if (!again) break;
    reached = Object.assign(again, { code: trust.code });
    if (again.state === 'trusted') return { ...reached, state: 'incomplete', issuer: trust.issuer };
    if (again.state !== 'unknown_issuer') return { ...reached, issuer: again.issuer ?? trust.issuer };
  }
  return asked.size > 0 && fetched.length === 0 ? { ...reached, state: 'issuer_unreachable' } : reached;
}

async function fetchCertificates(
  url: string,
  egress: Pick<Egress, 'request'>,
  signal: AbortSignal,
): Promise<X509Certificate[] | null> {
  try {
    const answer = await egress.request({
      url: new URL(url),
      signal,
      timeoutMs: FETCH_TIMEOUT_MS,
      maxBodyBytes: MAX_BYTES,
    });
    if (answer.status !== 200 || answer.truncated) return null;
    const certificates = readChain(certificatesIn(answer.body));
    return certificates.length > 0 ? certificates : null;
  } catch {
    return null;
  }
}
