import { expect, test } from 'vitest';
import { daysFromScan, judgedTls, leafWith, outcomeOf, timestampOf } from '../../../test/tls-evidence.ts';
import check from './certificate-transparency.ts';

const from = (...logs: string[]) => logs.map((log_id) => timestampOf(log_id));
const of = (operator: string, ...logs: string[]) =>
  logs.map((log_id) => timestampOf(log_id, { operator, signature: 'valid' as const }));
const forged = (...logs: string[]) => logs.map((log_id) => timestampOf(log_id, { signature: 'invalid' as const }));
const year = { not_before: daysFromScan(-100), not_after: daysFromScan(200) };

test.each([
  ['two logs, short-lived', { scts: from('a', 'b') }, [], 'logged'],
  ['the same log twice', { scts: from('a', 'a') }, [], 'too_few'],
  ['two logs, long-lived', { ...year, scts: from('a', 'b') }, [], 'too_few'],
  ['three logs, long-lived', { ...year, scts: from('a', 'b', 'c') }, [], 'logged'],
  ['two logs of one operator', { scts: of('One', 'a', 'b') }, [], 'too_few'],
  ['two logs of two operators', { scts: [...of('One', 'a'), ...of('Two', 'b')] }, [], 'logged'],
  ['wrong signatures', { scts: forged('a', 'b') }, [], 'none'],
  ['one right, one wrong', { scts: [...of('One', 'a'), ...forged('b')] }, [], 'too_few'],
  ['none anywhere', { scts: null }, [], 'none'],
  ['unreadable list', { scts: [] }, [], 'none'],
  ['two in the handshake', { ...year, scts: null }, from('a', 'b'), 'logged'],
  ['one in the handshake', { scts: null }, from('a'), 'too_few'],
  ['handshake not readable', { scts: null }, null, 'unknown'],
])('%s', (_name, facts, delivered_scts, outcome) => {
  expect(outcomeOf(check, { ...leafWith(facts), delivered_scts })).toBe(outcome);
});

test('too few are refused by browsers like none', () => {
  expect(judgedTls(check, { ...leafWith({ scts: from('a') }), delivered_scts: [] })?.cap).toBe(49);
});

test('asked of public certificates only', () => {
  const anchor = { subject: 'CN=Company Root', sha256: 'rr', public: false };
  expect(outcomeOf(check, leafWith({ scts: null }, { anchor }))).toBeNull();
});
