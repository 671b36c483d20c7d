import type { Egress } from './net/egress.ts';

/**
 * Tells a caller's server that their batch is done. A stranger chose the address, so the request passes the egress
 * guard. Redirects are not followed, because the signed message is for the given address only.
 * @returns the status of the answer
 * @throws TargetRefused, NetworkFault; also if the certificate is not trusted
 */
export async function sendCallback(
  { url, headers, body }: { url: string; headers: Readonly<Record<string, string>>; body: string },
  { egress, signal }: { egress: Egress; signal: AbortSignal },
): Promise<number> {
  const answer = await egress.request({
    url: egress.admit(url),
    method: 'POST',
    headers: { Accept: '*/*', ...headers },
    body,
    trustedOnly: true,
    signal,
    maxBodyBytes: 0,
  });
  return answer.status;
}
