import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { LOGO_LIMITS } from './logo-limits.ts';

/** The file cannot be used as a logo. The message says why, for the person who uploaded it. */
export class LogoRefused extends Error {
  override name = 'LogoRefused';
}

const PNG_BEGIN = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** The chunk at the end of a PNG, with its length and checksum (W3C PNG, 11.2.5). */
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');
const JPEG_BEGIN = Buffer.from('ffd8ff', 'hex');
const JPEG_END = Buffer.from('ffd9', 'hex');

const TIME_LIMIT_MS = 30_000;
const TOO_LARGE = `the logo may have at most ${LOGO_LIMITS.edge.toLocaleString('en')} pixels per side and ${LOGO_LIMITS.pixels / 1e6} million pixels in total`;

/** Maximum number of decoders at a time; further callers wait. */
const PLACES = 2;
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Decodes a PNG or JPEG file and encodes it as a PNG of a size that fits the cover: nothing but its pixels is
 * kept. Decoding happens in a process without secrets.
 * @throws LogoRefused
 */
export async function prepareLogo(file: Uint8Array): Promise<Buffer> {
  refuseByForm(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  if (running >= PLACES) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await decode(file);
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

function refuseByForm(file: Buffer): void {
  if (file.length > LOGO_LIMITS.bytes) throw new LogoRefused(`the logo is larger than ${LOGO_LIMITS.bytes / 1024} KiB`);
  const begins = (magic: Buffer) => file.subarray(0, magic.length).equals(magic);
  const ends = (magic: Buffer) => file.subarray(-magic.length).equals(magic);
  const isPng = begins(PNG_BEGIN);
  if (!isPng && !begins(JPEG_BEGIN)) throw new LogoRefused('the logo must be a PNG or JPEG file');
  if (!ends(isPng ? PNG_END : JPEG_END)) {
    throw new LogoRefused('the logo file is truncated or has extra data after the image');
  }
}

function decode(file: Uint8Array): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const child = execFile(
    process.execPath,
    ['--max-old-space-size=64', fileURLToPath(new URL('logo-process.ts', import.meta.url))],
    { env: {}, encoding: 'buffer', maxBuffer: 4 * 1024 * 1024, timeout: TIME_LIMIT_MS, killSignal: 'SIGKILL' },
    (error, stdout) => {
      if (error === null && stdout.length > 0) resolve(stdout);
      else reject(new LogoRefused(error?.code === 3 ? TOO_LARGE : 'the logo file is not a readable image'));
    },
  );
  // The process may end before it has read everything; its exit code says why.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(file);
  return promise;
}
