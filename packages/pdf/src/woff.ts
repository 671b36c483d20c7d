import { inflateSync } from 'node:zlib';

const WOFF = 0x774f4646;
const HEADER = 44;
const ENTRY = 20;

/**
 * Converts a WOFF 1.0 file to plain sfnt (TrueType). fontkit reads WOFF too, but decompresses a table
 * again at each access, which costs a seventh of a render.
 * @param without tables to leave out
 */
export function sfntFromWoff(woff: Buffer, without: readonly string[] = []): Buffer {
  if (woff.readUInt32BE(0) !== WOFF) throw new Error('not a WOFF 1.0 font');
  const entries = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => HEADER + index * ENTRY);
  const tables = entries
    .filter((at) => !without.includes(woff.toString('latin1', at, at + 4)))
    .map((at) => readTable(woff, at));
  const count = tables.length;
  const directory = Buffer.alloc(12 + count * 16);
  const power = 2 ** Math.floor(Math.log2(count));
  directory.writeUInt32BE(woff.readUInt32BE(4), 0);
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(power * 16, 6);
  directory.writeUInt16BE(Math.log2(power), 8);
  directory.writeUInt16BE((count - power) * 16, 10);
  let offset = directory.length;
  const parts: Buffer[] = [directory];
  tables.forEach(({ tag, checksum, data }, index) => {
    const at = 12 + index * 16;
    directory.writeUInt32BE(tag, at);
    directory.writeUInt32BE(checksum, at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(data.length, at + 12);
    // Tables start at multiples of four bytes.
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
    parts.push(padded);
    offset += padded.length;
  });
  return Buffer.concat(parts);
}

function readTable(woff: Buffer, at: number): { tag: number; checksum: number; data: Buffer } {
  const offset = woff.readUInt32BE(at + 4);
  const stored = woff.subarray(offset, offset + woff.readUInt32BE(at + 8));
  const length = woff.readUInt32BE(at + 12);
  const data = stored.length < length ? inflateSync(stored) : stored;
  if (data.length !== length) throw new Error('a font table is damaged');
  return { tag: woff.readUInt32BE(at), checksum: woff.readUInt32BE(at + 16), data };
}
