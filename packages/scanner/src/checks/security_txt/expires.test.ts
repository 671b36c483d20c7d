import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { CONTACT, securityTxtFile } from '../../../test/security-txt-file.ts';
import expires from './expires.ts';

it.each<[string, string]>([
  ['Expires: 2027-06-01T00:00:00Z\n', 'good'],
  // RFC 3339 §5.6 lets a space stand for the T.
  ['Expires: 2027-06-01 00:00:00Z\n', 'good'],
  ['Expires: 2026-12-05T11:00:00Z\n', 'soon'],
  ['Expires: 2026-12-05T13:00:00Z\n', 'good'],
  ['Expires: 2029-06-01T00:00:00Z\n', 'far'],
  ['Expires: 2025-01-01T00:00:00Z\n', 'expired'],
  ['Expires: 2027-06-01T00:00:00\n', 'faulty'],
  ['Expires: 2027-13-01T00:00:00Z\n', 'faulty'],
  ['Expires: tomorrow\n', 'faulty'],
  ['Expires: 2027-06-01T00:00:00Z\nExpires: 2027-06-02T00:00:00Z\n', 'faulty'],
  ['', 'faulty'],
])('%j', (line, outcome) => {
  expect(judged(expires, { security_txt: securityTxtFile(CONTACT + line) })?.outcome).toBe(outcome);
});

it('suggests a future date', () => {
  const verdict = judged(expires, { security_txt: securityTxtFile(CONTACT) });
  expect(verdict?.fix).toBe('Expires: 2027-05-20T12:00:00Z');
});
