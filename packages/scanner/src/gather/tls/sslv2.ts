import { randomBytes } from 'node:crypto';
import { VERSION } from '../../parse/tls/client-hello.ts';
import { exchangeBytes } from './hello-probe.ts';
import type { Prober } from './prober.ts';

/** The seven cipher kinds of SSL 2.0, three bytes each. */
const CIPHER_KINDS = [0x010080, 0x020080, 0x030080, 0x040080, 0x050080, 0x060040, 0x0700c0];
/** Suites that servers with TLS 1.1 or older have: ECDHE, DHE and static RSA with AES-CBC, 3DES, RC4. */
const OLD_SUITES = [0xc009, 0xc00a, 0xc013, 0xc014, 0x0033, 0x0039, 0x002f, 0x0035, 0x000a, 0x0005, 0x0004];
const SSL2 = 0x0002;
const SERVER_HELLO = 4;
const TLS_ALERT = 21;
const TLS_HANDSHAKE = 22;
const HANDSHAKE_FAILURE = 40;
/** As many as an alert has. */
const READ_BYTES = 7;
/** Some servers treat an SSLv2 hello as the start of a longer message and wait for the rest. */
const PATIENCE_MS = 1000;

/** CLIENT-HELLO of SSL 2.0 (its draft §1.1 and §2.5): a two-byte length, no record layer, no extensions. */
function clientHello(withOlder: boolean): Buffer {
  const codes = withOlder ? [...OLD_SUITES, ...CIPHER_KINDS] : CIPHER_KINDS;
  const kinds = Buffer.from(codes.flatMap((kind) => [kind >> 16, (kind >> 8) & 0xff, kind & 0xff]));
  const challenge = randomBytes(16);
  const version = withOlder ? VERSION.tls11 : SSL2;
  const head = Buffer.from([1, version >> 8, version & 0xff, 0, kinds.length, 0, 0, 0, challenge.length]);
  const body = Buffer.concat([head, kinds, challenge]);
  return Buffer.concat([Buffer.from([0x80 | (body.length >> 8), body.length & 0xff]), body]);
}

/**
 * Whether the server still supports SSL 2.0; null if it did not answer.
 * @param withOlder for a server that does not support TLS 1.1 and older: the hello offers these too (RFC 5246 §E.2), which is a
 * second look at them without a further connection. `isOld`: here one of them is supported, if with other suites.
 */
export async function askSslv2(
  prober: Prober,
  signal: AbortSignal,
  withOlder = false,
): Promise<{ ssl2: boolean | null; isOld: boolean }> {
  const answer = await askInTurn(prober, signal, withOlder);
  if (answer !== 'tls') return { ssl2: answer, isOld: false };
  return withOlder ? { ...(await askSslv2(prober, signal)), isOld: true } : { ssl2: false, isOld: false };
}

async function askInTurn(prober: Prober, signal: AbortSignal, withOlder: boolean): Promise<boolean | 'tls' | null> {
  const answer = await askOnce(prober, signal, withOlder);
  // If the server accepts one connection at a time, the last one may not have ended yet.
  return answer === null && prober.isAlone ? askOnce(prober, signal, withOlder) : answer;
}

async function askOnce(prober: Prober, signal: AbortSignal, withOlder: boolean): Promise<boolean | 'tls' | null> {
  const bytes: number[] = [];
  const end = await prober.withConnection((connect) =>
    exchangeBytes(clientHello(withOlder), { connect, signal, timeoutMs: PATIENCE_MS }, (chunk) => {
      bytes.push(...chunk.subarray(0, READ_BYTES));
      return bytes.length >= READ_BYTES;
    }),
  );
  if (!end) return null;
  const [length = 0, , type] = bytes;
  if (length === TLS_HANDSHAKE || (length === TLS_ALERT && bytes[6] === HANDSHAKE_FAILURE)) return 'tls';
  if (bytes.length >= 3) return length >= 0x80 && type === SERVER_HELLO;
  return end.kind === 'closed' ? false : null;
}
