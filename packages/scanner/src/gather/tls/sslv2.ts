import { randomBytes } from 'node:crypto';
import { exchangeBytes } from './hello-probe.ts';
import type { Prober } from './prober.ts';

/** The seven cipher kinds of SSL 2.0, three bytes each. */
const CIPHER_KINDS = [0x010080, 0x020080, 0x030080, 0x040080, 0x050080, 0x060040, 0x0700c0];
const SERVER_HELLO = 4;
/** Some servers treat an SSLv2 hello as the start of a longer message and wait for the rest. */
const PATIENCE_MS = 1000;

/** CLIENT-HELLO of SSL 2.0 (its draft §1.1 and §2.5): a two-byte length, no record layer, no extensions. */
function clientHello(): Buffer {
  const kinds = Buffer.from(CIPHER_KINDS.flatMap((kind) => [kind >> 16, (kind >> 8) & 0xff, kind & 0xff]));
  const challenge = randomBytes(16);
  const head = Buffer.from([1, 0, 2, 0, kinds.length, 0, 0, 0, challenge.length]);
  const body = Buffer.concat([head, kinds, challenge]);
  return Buffer.concat([Buffer.from([0x80 | (body.length >> 8), body.length & 0xff]), body]);
}

/** Whether the server still supports SSL 2.0; null if it did not answer. */
export async function askSslv2(prober: Prober, signal: AbortSignal): Promise<boolean | null> {
  const answer = await askOnce(prober, signal);
  // If the server accepts one connection at a time, the last one may not have ended yet.
  return answer === null && prober.isAlone ? askOnce(prober, signal) : answer;
}

async function askOnce(prober: Prober, signal: AbortSignal): Promise<boolean | null> {
  const bytes: number[] = [];
  const end = await prober.withConnection((connect) =>
    exchangeBytes(clientHello(), { connect, signal, timeoutMs: PATIENCE_MS }, (chunk) => {
      bytes.push(...chunk.subarray(0, 3));
      return bytes.length >= 3;
    }),
  );
  if (!end) return null;
  const [length = 0, , type] = bytes;
  if (bytes.length >= 3) return length >= 0x80 && type === SERVER_HELLO;
  return end.kind === 'closed' ? false : null;
}
