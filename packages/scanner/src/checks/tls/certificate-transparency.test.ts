import { expect, test } from 'vitest';
import { daysFromScan, leafWith, outcomeOf } from '../../../test/tls-evidence.ts';
import check from './certificate-transparency.ts';

const from = (...logs: string[]) => logs.map((log_id) => ({ log_id, timestamp: daysFromScan(-30) }));
const year = { not_before: daysFromScan(-100), not_after: daysFromScan(200) };

test.each([
  ['two logs, short-lived', { scts: from('a', 'b') }, [], 'logged'],
  ['the same log twice', { scts: from('a', 'a') }, [], 'too_few'],
  ['two logs, long-lived', { ...year, scts: from('a', 'b') }, [], 'too_few'],
  ['three logs, long-lived', { ...year, scts: from('a', 'b', 'c') }, [], 'logged'],
  ['none anywhere', { scts: null }, [], 'none'],
  ['unreadable list', { scts: [] }, [], 'none'],
  ['two in the handshake', { ...year, scts: null }, from('a', 'b'), 'logged'],
  ['one in the handshake', { scts: null }, from('a'), 'too_few'],
  ['handshake not readable', { scts: null }, null, 'unknown'],
])('%s', (_name, facts, delivered_scts, outcome) => {
  expect(outcomeOf(check, { ...leafWith(facts), delivered_scts })).toBe(outcome);
});

test('asked of public certificates only', () => {
  const anchor = { subject: 'CN=Company Root', sha256: 'rr', public: false };
  expect(outcomeOf(check, leafWith({ scts: null }, { anchor }))).toBeNull();
});
