import type { SmtpServerOptions } from '@palisade/lab/smtp-server';
import { expect, test } from 'vitest';
import { gatherZone, judgedZone } from '../../../test/dns-evidence.ts';
import check from './mail-encryption.ts';

const MX = '@ MX 10 mx.@';
const server = (change: Partial<SmtpServerOptions> = {}): SmtpServerOptions => ({ host: 'mx.example.test', ...change });
const OLD = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;

/**
 * RFC 3207 for STARTTLS, RFC 8996 for old versions. Certificates do not matter to a sender that uses opportunistic
 * encryption (RFC 7435).
 */
test.each<[string, Partial<SmtpServerOptions>, string, string | null, number]>([
  ['encrypted', {}, 'good', 'encrypted', 0],
  ['no STARTTLS', { fault: 'no-starttls' }, 'missing', 'clear', 4],
  ['STARTTLS refused', { fault: 'starttls-refused' }, 'missing', 'clear', 4],
  ['STARTTLS answered with 421', { fault: 'starttls-busy' }, 'unknown', null, 0],
  ['a handshake that fails', { fault: 'broken-handshake' }, 'bad', 'handshake_fails', 3],
  ['TLS 1.1', { tls: OLD }, 'weak', 'old_version', 1],
  ['a certificate for another name', { certificate: { names: ['mail.other.test'] } }, 'good', 'unverified', 0],
  [
    'an expired certificate',
    { certificate: { notBefore: new Date('2020-01-01'), notAfter: new Date('2020-02-01') } },
    'good',
    'unverified',
    0,
  ],
  ['a server that wants none of our address', { fault: 'rejects' }, 'unknown', null, 0],
  ['no SMTP at all', { fault: 'not-smtp' }, 'unknown', null, 0],
  ['a reply without end', { fault: 'endless' }, 'unknown', null, 0],
])('%s', async (_name, change, status, outcome, deduction) => {
  const verdict = await judgedZone(check, [MX], { mail: [server(change)] });
  expect([verdict?.status, verdict?.outcome, verdict?.deduction]).toEqual([status, outcome, deduction]);
});

test('only the faulty server is named', async () => {
  const mail = [server(), server({ host: 'mx2.example.test', fault: 'no-starttls' })];
  const verdict = await judgedZone(check, [MX, '@ MX 20 mx2.@'], { mail });
  expect(verdict?.evidence).toEqual(['MX mx2.example.test: the response to EHLO does not offer STARTTLS']);
});

test('of several servers, those that could not be checked keep the others from speaking for all', async () => {
  const mail = [server(), server({ host: 'mx2.example.test', fault: 'rejects' })];
  expect(await judgedZone(check, [MX, '@ MX 20 mx2.@'], { mail })).toMatchObject({
    outcome: 'partly',
    note: 'Not assessed: mx2.example.test.',
  });
});

test('has no finding for a domain without mail', async () => {
  expect(await judgedZone(check, [])).toBeNull();
  expect(await judgedZone(check, ['@ MX 0 .'])).toBeNull();
});

test('an unreachable server is unknown, with the reason', async () => {
  // The egress guard refuses documentation addresses before sending a packet.
  const verdict = await judgedZone(check, [MX, 'mx.@ A 192.0.2.25'], { mail: [server({ host: 'other.test' })] });
  expect(verdict).toMatchObject({ status: 'unknown', deduction: 0 });
  expect(verdict?.note).toContain('Networks often block port 25');
});

test('opens one connection per server, ends it with QUIT and sends no message', async () => {
  const { servers } = await gatherZone([MX], { mail: [server()] });
  expect(servers.map((one) => one.connections())).toEqual([1]);
  expect(servers[0]?.said).toEqual([expect.stringMatching(/^EHLO \[127\./), 'STARTTLS', 'TLS QUIT']);
});

test('contacts at most three servers, those that senders try first', async () => {
  const hosts = [1, 2, 3, 4].map((at) => server({ host: `m${at}.example.test` }));
  const lines = hosts.map(({ host }, at) => `@ MX ${(at + 1) * 10} ${host}`);
  const { servers } = await gatherZone(lines, { mail: hosts });
  expect(servers.map((one) => one.connections())).toEqual([1, 1, 1, 0]);
});
