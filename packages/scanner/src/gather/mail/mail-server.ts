import type { Socket } from 'node:net';
import type { X509Certificate } from 'node:crypto';
import type { ConnectionOptions } from 'node:tls';
import { NetworkFault } from '../../errors.ts';
import type { MailServer } from '../../evidence/mail.ts';
import type { Egress } from '../net/egress.ts';
import { handshake, SMALL_HELLO } from '../net/tls-connect.ts';
import { describeCertificate } from '../tls/certificates.ts';
import { startTlsOn } from './smtp-dialog.ts';

export type Conversation = Omit<MailServer, 'host' | 'tlsa'>;

const MAX_CHAIN = 6;

interface Means {
  egress: Egress;
  signal: AbortSignal;
  timeoutMs: number;
  name: string;
}

type Result = Conversation & { silent: boolean };

/** One session with one mail server, and a second one if encryption fails: the server may be busy, or fail on large ClientHellos. */
export async function talkTo(host: string, means: Means): Promise<Result> {
  const first = await converse(host, means);
  if (first.state !== 'tls_failed') return first;
  const again = await converse(host, means, SMALL_HELLO);
  return again.state === 'encrypted' ? again : first;
}

/** Greeting, EHLO, STARTTLS, handshake, QUIT. No letter is named. */
async function converse(
  host: string,
  { egress, signal, timeoutMs, name }: Means,
  tls: ConnectionOptions = {},
): Promise<Result> {
  const nothing: Conversation = {
    state: 'unreached',
    reason: null,
    banner: null,
    version: null,
    suite: null,
    trust_fault: null,
    certificates: [],
  };
  let socket: Socket | undefined;
  const onAbort = (): void => void socket?.destroy();
  signal.addEventListener('abort', onAbort, { once: true });
  let banner: string | null = null;
  try {
    socket = await egress.connectSmtp({ host, signal, timeoutMs });
    if (signal.aborted) socket.destroy();
    const dialog = await startTlsOn(socket, name || addressLiteral(socket));
    ({ banner } = dialog);
    if (dialog.state !== 'ready') {
      return { ...nothing, state: dialog.state, reason: dialog.reason, banner, silent: false };
    }
    const { extraCa } = egress.policy;
    const secure = await handshake(socket, { host, where: `${host}:25`, signal, timeoutMs, extraCa, tls });
    const result: Conversation = {
      ...nothing,
      state: 'encrypted',
      banner,
      version: secure.getProtocol(),
      suite: secure.getCipher().standardName,
      trust_fault: secure.authorized ? null : String(secure.authorizationError).slice(0, 80),
      certificates: chainOf(secure.getPeerX509Certificate()),
    };
    secure.on('error', () => undefined);
    await new Promise<void>((sent) => secure.end('QUIT\r\n', () => sent()));
    return { ...result, silent: false };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'no answer';
    if (banner !== null && error instanceof NetworkFault && error.code === 'tls')
      return { ...nothing, state: 'tls_failed', reason, banner, silent: false };
    const said = signal.aborted ? 'it did not respond within the time limit for mail servers' : reason;
    const silent = signal.aborted || (error instanceof NetworkFault && error.code === 'timeout');
    return { ...nothing, reason: said, banner, silent: silent && banner === null && (socket?.bytesRead ?? 0) === 0 };
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (socket && !socket.writableEnded) socket.destroySoon();
  }
}

/** RFC 5321 §4.1.3: a client without a name says its address. */
function addressLiteral({ localAddress = '' }: Socket): string {
  return localAddress.includes(':') ? `[IPv6:${localAddress}]` : `[${localAddress}]`;
}

/** Next on the wire, which need not be the issuer. */
function chainOf(leaf: X509Certificate | undefined): MailServer['certificates'] {
  const chain = [];
  for (let next = leaf; next && chain.length < MAX_CHAIN; next = next.issuerCertificate) chain.push(next);
  return chain.map(describeCertificate).filter((one) => one !== null);
}
