import type { Answer } from 'dns-packet';
import { describe, expect, it } from 'vitest';
import { aliasesOf, MAX_ALIASES } from './alias-chain.ts';
import { decodeReply, type Question } from './dns-packets.ts';
import { readName, readSection } from './dns-records.ts';

const ID = 7;
const words = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));
const wire = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]),
    words(0).subarray(1),
  ]);
const pointer = (at: number): Buffer => words(0xc000 | at);
const record = (owner: Buffer, type: number, data: Buffer): Buffer =>
  Buffer.concat([owner, words(type, 1, 0, 60, data.length), data]);
const asked = (name: string, type: string): Question => ({
  name,
  type,
  dnssec: true,
  checkingDisabled: false,
  edns: true,
});

/** An answer to a question of type NS (2), filled up to 64 KiB with what `make` gives. */
function crowded(name: string, make: (index: number) => Buffer): Buffer {
  const parts = [words(ID, 0x8180, 1, 0, 0, 0), wire(name), words(2, 1)];
  let size = parts.reduce((sum, part) => sum + part.length, 0);
  let count = 0;
  for (let next = make(0); size + next.length <= 65_535; next = make(count)) {
    parts.push(next);
    size += next.length;
    count += 1;
  }
  const packet = Buffer.concat(parts);
  packet.writeUInt16BE(count, 6);
  return packet;
}

const LONG = Array<string>(124).fill('a').join('.');

describe('packets made to cost time', () => {
  // Decoding every record takes 200 ms a packet, and following every pointer seconds: two hundred of them run out of time.
  it.each([
    [
      '4,000 records with names of 126 labels',
      crowded(LONG, (n) => record(pointer(12), 2, Buffer.concat([Buffer.from([1, 97 + (n % 26)]), pointer(14)]))),
    ],
    [
      'bitmaps of every type',
      crowded(LONG, () => record(pointer(12), 47, Buffer.concat([Buffer.from([0]), Buffer.alloc(5000, 0xff)]))),
    ],
  ])('%s', (_what, packet) => {
    for (let time = 0; time < 200; time += 1) {
      expect(decodeReply(packet, asked(LONG, 'NS'), ID)?.answers.length).toBeLessThanOrEqual(500);
    }
  });

  it('pointers to pointers to pointers', () => {
    const chain = Buffer.concat([
      wire('a'),
      ...Array.from({ length: 4000 }, (_, n) => pointer(n === 0 ? 0 : 1 + n * 2)),
    ]);
    expect(() => readName(chain, chain.length - 2, new Map())).toThrow(/pointer/u);
    expect(readName(chain, 3, new Map()).text).toBe('a');
  });

  it('more records than there are bytes', () => {
    const packet = Buffer.concat([words(ID, 0x8180, 1, 65_535, 65_535, 65_535), wire('a.test'), words(2, 1)]);
    expect(decodeReply(packet, asked('a.test', 'NS'), ID)).toBeNull();
  });
});

describe('records', () => {
  const only = (type: number, data: Buffer): Answer | undefined =>
    readSection(Buffer.concat([wire('a.test'), record(pointer(0), type, data)]), 8, 1, 10).records[0];

  it.each([
    [1, Buffer.from([127, 0, 0, 1]), { type: 'A', data: '127.0.0.1' }],
    [28, Buffer.concat([words(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1)]), { type: 'AAAA', data: '2001:db8::1' }],
    [28, Buffer.concat([words(0, 0, 0, 0, 0, 0xffff, 0x7f00, 1)]), { type: 'AAAA', data: '::ffff:7f00:1' }],
    [5, pointer(0), { type: 'CNAME', data: 'a.test' }],
    [15, Buffer.concat([words(10), pointer(2)]), { type: 'MX', data: { preference: 10, exchange: 'test' } }],
    [65, Buffer.from([0, 1, 0]), { type: 'UNKNOWN_65', data: Buffer.from([0, 1, 0]) }],
    [
      257,
      Buffer.from('\0\x05issueca.test', 'latin1'),
      { type: 'CAA', data: { flags: 0, tag: 'issue', value: 'ca.test' } },
    ],
    // The tag claims more than the record contains: it must not read what follows.
    [257, Buffer.from('\0\xc8issue', 'latin1'), { type: 'CAA', data: { tag: '', value: '' } }],
    [16, Buffer.from('\x03abc\xffde', 'latin1'), { type: 'TXT', data: [Buffer.from('abc'), Buffer.from('de')] }],
  ])('of type %i', (type, data, expected) => {
    expect(only(type, data)).toMatchObject({ name: 'a.test', ...expected });
  });

  it.each([
    [1, Buffer.from([127, 0, 0])],
    [1, Buffer.from([127, 0, 0, 1, 0])],
    [28, Buffer.alloc(4)],
    [5, Buffer.from([0xc0, 200])],
    [2, Buffer.from([63, 97])],
  ])('of type %i that are none', (type, data) => {
    expect(() => only(type, data)).toThrow(/./u);
  });

  it('keep a dot inside a label apart from the border between two', () => {
    const name = Buffer.from('\x08victim.t\x03est\0', 'latin1');
    expect(readName(name, 0, new Map()).text).toBe('victim\\.t.est');
  });

  it('end where a name is longer than any', () => {
    const label = Buffer.from(`\x3f${'a'.repeat(63)}`);
    const packet = Buffer.concat([wire(LONG), label, label, pointer(0)]);
    expect(() => readName(packet, packet.length - 2 - 128, new Map())).toThrow(/without end/u);
    expect(readName(packet, packet.length - 2, new Map()).text).toBe(LONG);
  });
});

describe('aliases in one answer', () => {
  const cname = (name: string, data: string): Answer => ({ name, type: 'CNAME', class: 'IN', data });
  it('are followed in any order, to a limit', () => {
    expect(aliasesOf('A.test.', [cname('b.test', 'C.test'), cname('a.test', 'b.test')])).toEqual({
      chain: ['b.test', 'c.test'],
      end: 'settled',
    });
    expect(aliasesOf('a.test', [cname('b.test', 'a.test'), cname('a.test', 'b.test')]).end).toBe('loop');
    expect(aliasesOf('a.test', [cname('a.test', 'a.test')]).end).toBe('loop');
    const many = Array.from({ length: 500 }, (_, n) => cname(`c${n}.test`, `c${n + 1}.test`));
    expect(aliasesOf('c0.test', many)).toMatchObject({ end: 'long', chain: { length: MAX_ALIASES } });
  });
});
