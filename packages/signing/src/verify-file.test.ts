import { expect, it } from 'vitest';
import { hasRepeatedMember } from './repeated-member.ts';
import { signReport } from './signed-report.ts';
import { newSigningKey } from './signing-key.ts';
import { NotVerifiable, verifyFile } from './verify-file.ts';

const key = newSigningKey();
const keys = { keys: [key.jwk] };
const report = {
  url: 'https://example.com/',
  grade: 'F',
  score: 3,
  scanned_at: '2026-11-22T03:00:00.000Z',
  checks: [],
};
const json = JSON.stringify(signReport(report, key));

it('a duplicate member counts as altered: readers differ in which one they show', () => {
  expect(verifyFile(Buffer.from(json), keys)).toMatchObject({ kind: 'report', result: 'genuine' });
  const forged = json.replace('"grade":"F"', '"grade":"A+","gr\\u0061de" : "F"');
  expect(verifyFile(Buffer.from(forged), keys)).toMatchObject({ result: 'altered' });
});

it.each([
  ['{"a":1,"b":{"a":2},"c":[{"a":1},{"a":2}]}', false],
  ['{"a":{"b":1,"b":2}}', true],
  ['{"a":"\\"a\\":","b":"{","c":["a","a"]}', false],
  ['[{"x":1},{"x":1,"\\u0078":2}]', true],
  ['{"":1,"":2}', true],
])('%s: %s', (text, repeated) => {
  expect(hasRepeatedMember(text)).toBe(repeated);
});

it('rejects an image and an empty file', () => {
  expect(() => verifyFile(Buffer.from('GIF89a'), keys)).toThrow(NotVerifiable);
  expect(() => verifyFile(Buffer.alloc(0), keys)).toThrow(NotVerifiable);
});

it('a report on an address that contains the beginning of a PDF is still a report', () => {
  const named = JSON.stringify(signReport({ ...report, url: 'https://example.com/%PDF-1.7' }, key));
  expect(verifyFile(Buffer.from(named), keys)).toMatchObject({ kind: 'report', result: 'genuine' });
});

it.each([
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${json}`)],
  ['UTF-16, as PowerShell writes it', Buffer.from(`\ufeff${json}`, 'utf16le')],
])('a report saved in %s is the same report', (_encoding, file) => {
  expect(verifyFile(file, keys)).toMatchObject({ kind: 'report', result: 'genuine' });
});
