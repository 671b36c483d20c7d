import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { NetworkFault, TargetRefused } from '../../errors.ts';
import type { Missing } from '../../evidence/gathered.ts';
import { buildClientHello, VERSION, type ClientHello } from '../../parse/tls/client-hello.ts';
import { ServerFlightReader, type ServerFlight, type ServerHello } from '../../parse/tls/server-hello.ts';
import { Patience } from '../net/patience.ts';

/** The answer to one ClientHello. Only `hello` and `alert` come from a TLS server. */
export type HelloAnswer =
  | { kind: 'hello'; hello: ServerHello; flight: ServerFlight }
  | { kind: 'alert'; alert: number }
  | { kind: 'not_tls'; banner: string }
  /** Closed normally (FIN) without an answer. */
  | { kind: 'closed' }
  | { kind: 'reset' }
  | { kind: 'silent' }
  /** The port refused the connection. */
  | { kind: 'refused' }
  /** TLS records that break the protocol's rules, or an unsolicited answer. */
  | { kind: 'malformed'; reason: string }
  /** Not sent: no time, no budget, or no network. */
  | NotAsked;

interface NotAsked {
  kind: 'not_asked';
  code: Missing['code'];
  reason: string;
}

export type Connect = () => Promise<Socket>;

/** One answer is never longer; a server that floods is cut off here. */
const MAX_ANSWER_BYTES = 256 * 1024;
const ANSWER_TIMEOUT_MS = 3000;
const HANDSHAKE_FAILURE = 40;
/** No certificate with a signature and a Finished message is shorter. */
const SIGNED_FLIGHT_BYTES = 300;
/** A server that cannot sign says so at once; one that can waits for the client. */
const QUIET_MS = 100;

export interface Asking {
  connect: Connect;
  signal: AbortSignal;
  timeoutMs?: number;
  /** The answer is over once nothing has come for so long. */
  quietMs?: number;
}

/** Sends one ClientHello on a new connection, reads the server's first flight and closes the connection. Never throws. */
export async function askHello(hello: ClientHello, options: Asking): Promise<HelloAnswer> {
  const isSigned = hello.version === VERSION.tls13 && hello.schemes !== undefined;
  const reader = new ServerFlightReader(isSigned);
  const sent = buildClientHello(hello, randomBytes(64));
  const asking = isSigned ? { ...options, quietMs: QUIET_MS } : options;
  const end = await exchangeBytes(sent, asking, (chunk) => reader.push(chunk));
  const { flight } = reader;
  if (end.kind === 'refused' || end.kind === 'not_asked') return end;
  if (flight.notTls) return { kind: 'not_tls', banner: bannerOf(end.first) };
  if (flight.malformed !== null) return { kind: 'malformed', reason: flight.malformed };
  if (flight.alert !== null) return { kind: 'alert', alert: flight.alert };
  // Whatever its level says, an alert after which the server hangs up was meant as fatal (RFC 8446 §6).
  const lastWord = flight.hello || end.kind !== 'closed' ? undefined : flight.warnings.at(-1);
  if (lastWord !== undefined) return { kind: 'alert', alert: lastWord };
  if (isSigned && flight.hello && !flight.hello.retry) {
    // In TLS 1.3 some servers look for a key that fits after the ServerHello (Java), and then end in an encrypted alert.
    if (end.kind === 'closed' || end.kind === 'reset') return { kind: 'alert', alert: HANDSHAKE_FAILURE };
    if (flight.encrypted < SIGNED_FLIGHT_BYTES) return { kind: 'silent' };
  }
  if (flight.hello) return checkAnswer(hello, flight.hello, flight);
  if (end.first.length > 0 && end.kind === 'closed') return { kind: 'malformed', reason: 'the response ends early' };
  return { kind: end.kind === 'done' ? 'silent' : end.kind };
}

/** An answer that was not offered is invalid (clients must abort, RFC 8446 §4.1.3). Scripted and broken servers send such answers. */
function checkAnswer(asked: ClientHello, hello: ServerHello, flight: ServerFlight): HelloAnswer {
  if (hello.version > asked.version || (asked.version === VERSION.tls13 && hello.version !== VERSION.tls13)) {
    return { kind: 'malformed', reason: `version 0x${hello.version.toString(16)} was not offered` };
  }
  if (!asked.suites.includes(hello.suite)) {
    return { kind: 'malformed', reason: `cipher suite 0x${hello.suite.toString(16)} was not offered` };
  }
  if (hello.compression !== 0 && !asked.deflate) {
    return { kind: 'malformed', reason: 'compression was not offered' };
  }
  if (hello.group !== null && !asked.groups.includes(hello.group)) {
    return { kind: 'malformed', reason: `group 0x${hello.group.toString(16)} was not offered` };
  }
  // Clients abort then, too (RFC 7301 §3.1). What else the server supports is shown all the same.
  const isOffered = hello.alpn === null || asked.alpn?.includes(hello.alpn) === true;
  return { kind: 'hello', hello: isOffered ? hello : { ...hello, alpn: null }, flight };
}

/** As many as show what a server without TLS says. */
const FIRST_BYTES = 64;
const NOTHING = Buffer.alloc(0);

type End = { first: Buffer; kind: 'done' | 'closed' | 'reset' | 'silent' };
type NoExchange = { kind: 'refused' } | NotAsked;

/** Sends bytes, and reads until `enough`. One time limit for all of it, because each dripped byte would reset an idle timer. */
export async function exchangeBytes(
  sent: Uint8Array,
  { connect, signal, timeoutMs = ANSWER_TIMEOUT_MS, quietMs }: Asking,
  enough: (chunk: Uint8Array) => boolean,
): Promise<End | NoExchange> {
  let socket: Socket;
  try {
    signal.throwIfAborted();
    socket = await connect();
  } catch (error) {
    return failedConnect(error);
  }
  return new Promise((resolve) => {
    let received = 0;
    let first: Buffer = NOTHING;
    const settle = (kind: End['kind']): void => {
      clear();
      clearQuiet();
      signal.removeEventListener('abort', onAbort);
      socket.removeAllListeners('data');
      socket.destroy();
      resolve({ kind, first });
    };
    const onAbort = (): void => settle('silent');
    const clear = new Patience(timeoutMs).onceOver(() => settle('silent'));
    let clearQuiet = (): void => undefined;
    signal.addEventListener('abort', onAbort, { once: true });
    socket.on('data', (chunk: Buffer) => {
      clearQuiet();
      if (quietMs !== undefined) clearQuiet = new Patience(quietMs).onceOver(() => settle('done'));
      if (first.length < FIRST_BYTES)
        first =
          first.length === 0 ? chunk.subarray(0, FIRST_BYTES) : Buffer.concat([first, chunk.subarray(0, FIRST_BYTES)]);
      received += chunk.length;
      if (enough(chunk) || received > MAX_ANSWER_BYTES) settle('done');
    });
    socket.on('end', () => settle('closed'));
    socket.on('error', () => settle('reset'));
    socket.on('close', () => settle('reset'));
    if (signal.aborted) onAbort();
    else socket.write(sent);
  });
}

function failedConnect(error: unknown): End | NoExchange {
  const first = NOTHING;
  if (!(error instanceof NetworkFault)) {
    const code = error instanceof TargetRefused ? 'blocked' : 'cancelled';
    return { kind: 'not_asked', code, reason: error instanceof Error ? error.message : 'no connection' };
  }
  if (error.code === 'refused') return { kind: 'refused' };
  if (error.code === 'reset') return { kind: 'reset', first };
  if (error.code === 'timeout') return { kind: 'silent', first };
  return { kind: 'not_asked', code: error.code, reason: error.message };
}

/** The beginning of an answer that is not TLS, made printable for a report. */
function bannerOf(bytes: Buffer): string {
  return (
    bytes
      .toString('latin1')
      .split(/[\r\n]/u, 1)[0]
      ?.replaceAll(/[^\x20-\x7e]/gu, '.')
      .slice(0, 60) ?? ''
  );
}
