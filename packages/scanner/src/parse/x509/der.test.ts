import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DerReader, elements, integerHex, MalformedDer, oidOf, TAG, textOf, timeOf } from './der.ts';

const bytes = (...list: (number | string)[]): Uint8Array => Buffer.concat(list.map(toBytes));
const toBytes = (item: number | string): Buffer =>
  typeof item === 'number' ? Buffer.from([item]) : Buffer.from(item, 'latin1');
const element = (tag: number, content: string) =>
  new DerReader(bytes(tag, content.length < 128 ? content.length : `\x82\0${content.length}`, content)).next();

describe('elements', () => {
  it.each([
    ['none', []],
    ['a tag alone', [0x30]],
    ['a length that is cut', [0x30, 0x82, 1]],
    ['more announced than there is', [0x30, 3, 0, 0]],
    ['an indefinite length', [0x30, 0x80, 0, 0]],
    ['a length of five octets', [0x30, 0x85, 0, 0, 0, 0, 1, 0]],
    ['a tag of two octets', [0x3f, 0x21, 0]],
  ])('%s', (_what, list) => {
    expect(() => new DerReader(Uint8Array.from(list)).next()).toThrow(MalformedDer);
  });

  it('are identified by their tag, and nothing inside is read before it is asked for', () => {
    const reader = new DerReader(bytes(0x30, 3, 2, 9, 9, 5, 0));
    expect(reader.optional(TAG.integer)).toBeNull();
    const inner = reader.enter(TAG.sequence);
    expect(reader.take(5).whole).toEqual(bytes(5, 0));
    expect(() => inner.next()).toThrow(MalformedDer);
    expect(elements(bytes(5, 0, 5, 0, 5, 0), 2)).toHaveLength(2);
  });

  it('never read beyond the end', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        try {
          for (const { whole } of elements(noise, 100)) expect(whole.length).toBeLessThanOrEqual(noise.length);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedDer);
        }
      }),
    );
  });
});

it.each([
  ['\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0b', '1.2.840.113549.1.1.11'],
  ['\x55\x04\x03', '2.5.4.3'],
  ['\x00', '0.0'],
  ['\x88\x37\x03', '2.999.3'],
])('object identifier %j', (content, dotted) => {
  expect(oidOf(element(TAG.oid, content))).toBe(dotted);
});
it('an object identifier that is too long for dots is shown by its start and its length', () => {
  const content = new Uint8Array(100_000).fill(0xff);
  expect(oidOf({ tag: TAG.oid, content, whole: content })).toBe(`#${'ff'.repeat(16)}… (100000 octets)`);
});

// X.690 §8.19.2: the last octet of an arc has its first bit clear, and its first octet is not 0x80.
it.each([
  ['', '#'],
  ['\x2b\x06\x81', '#2b0681'],
  ['\x2b\x80\x06', '#2b8006'],
])('%j equals no other object identifier', (content, text) => {
  expect(oidOf(element(TAG.oid, content))).toBe(text);
});

it.each([
  ['\x05', '05'],
  ['\0\0\x80', '80'],
  ['\xfb', 'FB'],
  ['\0', '00'],
])('integer %j', (content, hex) => {
  expect(integerHex(element(TAG.integer, content))).toBe(hex);
});

it.each([
  [TAG.utcTime, '491231235959Z', '2049-12-31T23:59:59.000Z'],
  [TAG.utcTime, '500101000000Z', '1950-01-01T00:00:00.000Z'],
  [TAG.utcTime, '2601020304Z', '2026-01-02T03:04:00.000Z'],
  [TAG.utcTime, '260102030405+0130', '2026-01-02T01:34:05.000Z'],
  [TAG.generalizedTime, '99991231235959Z', '9999-12-31T23:59:59.000Z'],
  [TAG.generalizedTime, '00010101000000Z', '0001-01-01T00:00:00.000Z'],
  [TAG.generalizedTime, '20260102030405.5-0100', '2026-01-02T04:04:05.000Z'],
])('time %i %s', (tag, text, iso) => {
  expect(timeOf(element(tag, text)).toISOString()).toBe(iso);
});
it.each([
  [TAG.utcTime, 'yesterday'],
  [TAG.utcTime, ''],
  [TAG.sequence, '491231235959Z'],
])('no time: %i %s', (tag, text) => {
  expect(() => timeOf(element(tag, text))).toThrow(MalformedDer);
});

it.each([
  [0x0c, 'caf\xc3\xa9', 'café'],
  [0x13, 'plain', 'plain'],
  [0x14, 'caf\xe9', 'café'],
  [0x1e, '\0c\0\xe9', 'cé'],
  [0x1c, '\0\0\0c\0\x01\xf6\0\xff\xff\xff\xff', 'c😀\uFFFD'],
  [0x03, 'bits', null],
])('string of kind %i', (tag, content, text) => {
  expect(textOf(element(tag, content))).toBe(text);
});
