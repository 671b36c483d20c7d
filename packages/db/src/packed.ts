import { gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Unpacked. Larger than any legitimate report or evidence: a few bytes can claim to be gigabytes. */
const LONGEST = 16 * 1024 * 1024;

/**
 * Reports and evidence are stored as zstd (RFC 8878) of their JSON text: a fifth of its size, and the key order is kept.
 * On this thread: a report takes half a millisecond, and as long again if another thread has to be woken for it.
 */
export function packed(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(zstdCompressSync(text));
}

/**
 * The JSON of a value, packed, with non-ASCII characters escaped. A single typographic quote makes V8 store every
 * character of the text in two bytes, and decoding and parsing then take half as long again.
 */
export function packedJson(value: unknown): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify(value).replaceAll(BEYOND_ASCII, escaped);
  return new Uint8Array(zstdCompressSync(Buffer.from(text, 'latin1')));
}

const BEYOND_ASCII = /[\u0080-\uffff]/g;

/** Each half of a surrogate pair separately (RFC 8259 §7). */
function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * The same as gzip (RFC 1952), for text that is stored as it is sent: nearly every client accepts gzip, so it is
 * compressed only once. As small as zstd at this level; compressing it twice costs more than both.
 */
export function gzipped(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(text, { level: 5 }));
}

/** Reads both: their magic numbers differ. @throws Error when it is neither, or unpacks to more than 16 MB */
export function unpacked(body: Uint8Array): Buffer {
  const unpack = body[0] === GZIP_MAGIC[0] && body[1] === GZIP_MAGIC[1] ? gunzipSync : zstdDecompressSync;
  return unpack(body, { maxOutputLength: LONGEST });
}

/** RFC 1952 §2.3.1; zstd begins with 28 b5 2f fd. */
const GZIP_MAGIC = [0x1f, 0x8b] as const;
