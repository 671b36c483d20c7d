import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LINEAR_AT_MOST, timesAsMuch } from '../../../test/linear.ts';
import { parseSvcb } from './svcb.ts';

const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(' ', ''), 'hex');

const lengthOf = (text: string): string => hex(text).length.toString(16).padStart(4, '0');
const vector = (text: string): string => `${lengthOf(text)} ${text}`;
const config = (contents: string): string => vector(`fe0d ${vector(contents)}`);
/** RFC 9849 §4: X25519, one suite, the public name "pub.test". */
const CONTENTS = `01 0020 0020 ${'11'.repeat(32)} 0004 00010001 00 08 7075622e74657374 0000`;
// As tried in Chromium 156, which does not connect if such a list cannot be read (ERR_INVALID_ECH_CONFIG_LIST).
const ECH_LISTS: [string, string, boolean][] = [
  ['one', config(CONTENTS), false],
  ['an unknown version', '0006 fe08 0002 aabb', false],
  ['nothing', '', true],
  ['an empty list', '0000', true],
  ['octets after it', '0006 fe08 0002 aabb 00', true],
  ['cut short', '0001 02', true],
  ['a configuration cut short', config(CONTENTS.slice(0, -4)), true],
  ['octets after the extensions', config(`${CONTENTS} 00`), true],
  ['no key', config('01 0020 0000 0004 00010001 00 08 7075622e74657374 0000'), true],
  ['half a suite', config(CONTENTS.replace('0004 00010001', '0003 000100')), true],
];

// Test vectors of RFC 9460 appendix D, in wire format.
test.each<[string, string, object]>([
  [
    'alias mode',
    '0000 03666f6f07657861 6d706c6503636f6d00',
    { priority: 0, target: 'foo.example.com', malformed: false },
  ],
  ['the root as target', '0001 00', { priority: 1, target: '.', malformed: false }],
  ['a port', '0010 03666f6f076578616d706c6503636f6d00 0003 0002 0035', { priority: 16, port: 53, malformed: false }],
  ['an unknown key', '0001 03666f6f076578616d706c6503636f6d00 029b 0005 68656c6c6f', { malformed: false }],
  [
    'two IPv6 hints',
    '0001 03666f6f076578616d706c6503636f6d00 0006 0020 20010db8000000000000000000000001 20010db8000000000000000000530001',
    { ipv6hint: ['2001:db8:0:0:0:0:0:1', '2001:db8:0:0:0:0:53:1'] },
  ],
  ['alpn', '0001 00 0001 0006 02683202 6833', { alpn: ['h2', 'h3'], malformed: false }],
  ...ECH_LISTS.map(([name, list, ech_malformed]): [string, string, object] => [
    `ECH: ${name}`,
    `0001 00 0005 ${lengthOf(list)} ${list}`,
    { ech: true, ech_malformed, malformed: false },
  ]),
  ['nothing', '', { malformed: true }],
  ['half a priority', '00', { malformed: true }],
  ['a name without end', '0001 0361', { malformed: true }],
  ['a compressed name', '0001 c00c', { malformed: true }],
  ['a parameter cut short', '0001 00 0003 0002 00', { malformed: true }],
  ['a key twice', '0001 00 0003 0002 0035 0003 0002 0035', { malformed: true }],
  ['keys out of order', '0001 00 0003 0002 0035 0001 0003 026832', { malformed: true }],
  ['an empty alpn', '0001 00 0001 0001 00', { malformed: true }],
  ['a hint of five bytes', '0001 00 0004 0005 0102030405', { malformed: true }],
  ['alpn without a value', '0001 00 0001 0000', { malformed: true }],
  ['a mandatory key that is there', '0001 00 0000 0002 0001 0001 0003 026832', { alpn: ['h2'], malformed: false }],
  ['a mandatory key that is missing', '0001 00 0000 0002 0003 0001 0003 026832', { malformed: true }],
  ['mandatory as a mandatory key', '0001 00 0000 0002 0000', { malformed: true }],
  ['mandatory without a value', '0001 00 0000 0000', { malformed: true }],
  ['mandatory keys out of order', '0001 00 0000 0004 0003 0001 0001 0003 026832 0003 0002 0035', { malformed: true }],
  ['half a mandatory key', '0001 00 0000 0001 00', { malformed: true }],
  ['no default protocol, and no other', '0001 00 0002 0000', { malformed: true }],
  ['no default protocol, but another', '0001 00 0001 0003 026832 0002 0000', { alpn: ['h2'], malformed: false }],
  ['a mandatory key that no browser knows', '0001 00 0000 0002 0009 0009 0000', { required: [9], malformed: false }],
  ['no default protocol, with a value', '0001 00 0001 0003 026832 0002 0001 00', { malformed: true }],
  ['parameters of an alias', '0000 03666f6f076578616d706c6503636f6d00 0002 0000', { malformed: false }],
  ['a port of one byte', '0001 00 0003 0001 35', { malformed: true }],
])('%s', (_name, rdata, expected) => {
  expect(parseSvcb(hex(rdata))).toMatchObject(expected);
});

test('never throws', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const record = parseSvcb(bytes);
      expect(record.target).toMatch(/^[\x21-\x7e]+$/);
    }),
    { numRuns: 1000 },
  );
});

/** The longest possible RDATA is eight times as long. */
const EIGHTH = 8_191;
const param = (key: number, value: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from([0, 1, 0, 0, key, value.length >> 8, value.length & 255]), value]);

test.each<[string, (size: number) => Uint8Array, object]>([
  ['zeros', (size) => new Uint8Array(size), { malformed: true }],
  ['labels', (size) => new Uint8Array(size).fill(1), { malformed: true }],
  [
    'empty parameters',
    (size) => {
      const rdata = Buffer.alloc(3 + 4 * Math.floor((size - 3) / 4));
      rdata.writeUInt16BE(1);
      // Unassigned keys.
      for (let at = 3; at < rdata.length; at += 4) rdata.writeUInt16BE(8 + (at - 3) / 4, at);
      return rdata;
    },
    { malformed: false },
  ],
  ['protocols of a byte', (size) => param(1, new Uint8Array(size - 8 - (size % 2)).fill(1)), { malformed: false }],
  ['IPv4 addresses', (size) => param(4, new Uint8Array((size >> 2) * 4 - 8)), { malformed: false }],
  ['IPv6 addresses', (size) => param(6, new Uint8Array((size >> 4) * 16 - 16)), { malformed: false }],
])('RDATA full of %s is parsed in linear time', (_what, build, expected) => {
  // Repeated until the short record takes milliseconds, which exceeds noise.
  const read = (rdata: Uint8Array) => {
    for (let times = 0; times < 8; times += 1) parseSvcb(rdata);
  };
  expect(parseSvcb(build(8 * EIGHTH))).toMatchObject(expected);
  expect(timesAsMuch(read, build, EIGHTH)).toBeLessThan(LINEAR_AT_MOST);
});
