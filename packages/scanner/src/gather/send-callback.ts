import type { Egress } from './net/egress.ts';

/**
 * Tells a caller's own server that their batch is done: through the guard like everything a stranger
 * names. No redirect is followed: the signed message is for the address that was given.
 * @returns the status that it answered
 * @throws TargetRefused, NetworkFault; also for a certificate that is not trusted
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
