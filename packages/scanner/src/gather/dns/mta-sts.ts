import type { TLSSocket } from 'node:tls';
import type { MtaStsEvidence, TextSet } from '../../evidence/dns.ts';
import { fieldValues } from '../../evidence/http.ts';
import { NetworkFault } from '../../errors.ts';
import { isMtaSts } from '../../parse/mail/mta-sts.ts';
import type { GatherContext } from '../context.ts';
import type { Burst } from './burst.ts';
import { lookUpHost } from './hosts.ts';
import { escapeBytes } from './text.ts';

type Policy = NonNullable<MtaStsEvidence['policy']>;

/** RFC 8461 §3.3 suggests that senders read so much. */
const MAX_BODY = 65_536;
const TIMEOUT_MS = 3000;

/** The policy file, requested only if the TXT record announces one (RFC 8461 §3.3). Redirects are not followed. */
export async function gatherMtaStsPolicy(context: GatherContext, burst: Burst, txt: TextSet): Promise<Policy | null> {
  if (txt.records.filter(isMtaSts).length !== 1) return null;
  const host = txt.name.replace(/^_/, '');
  const url = `https://${host}/.well-known/mta-sts.txt`;
  const policy: Policy = {
    url,
    state: 'unknown',
    status: null,
    content_type: null,
    body: null,
    too_large: false,
    certificate_fault: null,
    reason: null,
  };
  try {
    const [answer, certificate] = await Promise.all([
      context.egress.request({
        url: context.egress.admit(url),
        signal: context.signal,
        timeoutMs: TIMEOUT_MS,
        maxBodyBytes: MAX_BODY,
      }),
      certificateFaultOf(context, host),
    ]);
    // A policy that was not received whole, or on a connection that was not examined.
    if (answer.bodyFault !== null) return { ...policy, reason: `${host} did not send its policy completely` };
    if (certificate.unknown !== null) return { ...policy, reason: certificate.unknown };
    return {
      ...policy,
      state: answer.status === 200 ? 'present' : 'absent',
      status: answer.status,
      content_type: fieldValues(answer.headers, 'content-type')[0]?.slice(0, 200) ?? null,
      body: answer.status === 200 ? readable(answer.body) : null,
      too_large: answer.truncated,
      certificate_fault: certificate.fault,
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : 'no answer';
    return { ...policy, state: await stateAfter(error, burst, host), reason: why };
  }
}

/** A host that does not exist, refuses or cannot do TLS serves no policy to anyone; the rest says nothing. */
async function stateAfter(error: unknown, burst: Burst, host: string): Promise<Policy['state']> {
  if (!(error instanceof NetworkFault) || error.blame === 'us') return 'unknown';
  if (error.code === 'refused' || error.code === 'tls') return 'absent';
  return error.code === 'dns' && (await lookUpHost(burst, host)).state === 'absent' ? 'absent' : 'unknown';
}

interface CertificateResult {
  fault: string | null;
  /** Why it was not seen. */
  unknown: string | null;
}

/** RFC 8461 §3.3: a policy behind a certificate that does not verify is ignored. */
async function certificateFaultOf({ egress, signal }: GatherContext, host: string): Promise<CertificateResult> {
  try {
    const socket = await egress.connectTls({ host, port: 443, signal, timeoutMs: TIMEOUT_MS });
    try {
      return { fault: faultOf(socket, host), unknown: null };
    } finally {
      socket.destroy();
    }
  } catch (error) {
    return { fault: null, unknown: error instanceof Error ? error.message : 'no answer' };
  }
}

function faultOf(socket: TLSSocket, host: string): string | null {
  if (!socket.authorized) return `the certificate is not trusted (${String(socket.authorizationError)})`;
  const covers = socket.getPeerX509Certificate()?.checkHost(host, { subject: 'never', partialWildcards: false });
  return covers === undefined ? `the certificate is not for ${host}` : null;
}

/** Keeps line ends, escapes every other control byte. */
function readable(body: Buffer): string {
  return body
    .toString('latin1')
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => escapeBytes(Buffer.from(line, 'latin1')))
    .join('\n');
}
