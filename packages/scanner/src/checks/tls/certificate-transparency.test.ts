import { expect, test } from 'vitest';
import { daysFromScan, judgedTls, leafWith, outcomeOf, timestampOf } from '../../../test/tls-evidence.ts';
import { CT_LOGS } from '../../data/ct-logs.ts';
import check from './certificate-transparency.ts';

const from = (...logs: string[]) => logs.map((log_id) => timestampOf(log_id));
const of = (operator: string, ...logs: string[]) =>
  logs.map((log_id) => timestampOf(log_id, { operator, signature: 'valid' as const }));
const forged = (...logs: string[]) => logs.map((log_id) => timestampOf(log_id, { signature: 'invalid' as const }));
/** A real log by the words of our list, with a timestamp of that many days after it was retired. */
function by(name: string, days: number | null = null) {
  const [log_id, log] = [...CT_LOGS].find(([, one]) => one.name.includes(name)) ?? [];
  if (log_id === undefined || !log) throw new Error(`no log ${name}`);
  const timestamp = days === null ? {} : { timestamp: new Date((log.since ?? 0) + days * 86_400_000).toISOString() };
  return timestampOf(log_id, { signature: 'valid', operator: log.operator, ...timestamp });
}
const unknown = (...logs: string[]) => logs.map((log_id) => timestampOf(log_id, { signature: 'unknown_log' as const }));
const year = { not_before: daysFromScan(-100), not_after: daysFromScan(200) };

const ended = { not_before: daysFromScan(-250), not_after: daysFromScan(-150) };

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
  ['one from the future', { scts: [...from('a'), timestampOf('b', { timestamp: daysFromScan(2) })] }, [], 'too_few'],
  [
    'all from the future',
    { scts: ['a', 'b'].map((log) => timestampOf(log, { timestamp: daysFromScan(1) })) },
    [],
    'none',
  ],
  // States of logs: Chrome CT policy, "CT-compliant certificates".
  ['one current, one retired later', { scts: [by("Argon2026h2'"), by("'Oak2026h2'", -1)] }, [], 'logged'],
  ['one current, one retired before', { scts: [by("Argon2026h2'"), by("'Oak2026h2'", 1)] }, [], 'too_few'],
  ['retired ones alone', { scts: [by("'Oak2026h2'", -1), by('Bogus placeholder', -1)] }, [], 'too_few'],
  ['a rejected one', { scts: [by("Argon2026h2'"), by('Nimbus 2022')] }, [], 'too_few'],
  ['rejected ones alone', { scts: [by('StartCom log'), by('Nimbus 2022')] }, [], 'none'],
  ['one that Chrome does not list', { scts: [by("Argon2026h2'"), by("'Raio2026h2a'")] }, [], 'unknown'],
  ['one that no list knows', { scts: [by("Argon2026h2'"), ...unknown('ab')] }, [], 'unknown'],
  ['enough without it', { scts: [by("Argon2026h2'"), by("'Sabre2026h2'"), ...unknown('ab')] }, [], 'logged'],
  ['a retired one in the handshake', { scts: null }, [by("Argon2026h2'"), by("'Oak2026h2'", -1)], 'too_few'],
  ['an ended certificate, its logs closed', { ...ended, scts: [by("Argon2026h1'"), by("Sabre2026h1'")] }, [], 'logged'],
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

test('a log outside whose interval the certificate ends is named, and no reason to refuse', () => {
  const scts = [by("Argon2027h1'"), by("'Sabre2026h2'")];
  const verdict = judgedTls(check, { ...leafWith({ scts }), delivered_scts: [] });
  expect(verdict?.outcome).toBe('logged');
  expect(verdict?.evidence).toContain("Sectigo 'Sabre2026h2': accepts only certificates with a different expiry date");
});
