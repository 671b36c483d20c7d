import { startSmtpServer, type SmtpServer, type SmtpServerOptions } from '@palisade/lab/smtp-server';
import { startDnsServer } from '@palisade/lab/dns-server';
import { afterEach, expect, test } from 'vitest';
import type { DnsEvidence } from '../../evidence/dns.ts';
import { parseTarget } from '../../parse-target.ts';
import { dialTcp, type Dial } from '../net/dial.ts';
import type { EgressPolicy } from '../net/egress.ts';
import { createEgressOver } from '../net/guarded-egress.ts';
import { gatherMailServers } from './mail-servers.ts';
import { SilentPort } from '../silent-port.ts';

const closing: (() => unknown)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

const HOST = 'mx.site.test';
const never = new Promise(() => undefined);

async function mailOf(
  options: Partial<SmtpServerOptions>,
  {
    others = never,
    port = new SilentPort(),
    policy = {},
  }: { others?: Promise<unknown>; port?: SilentPort; policy?: Partial<EgressPolicy> } = {},
): Promise<{ servers: Awaited<ReturnType<typeof gatherMailServers>>; smtp: SmtpServer; ms: number }> {
  const smtp = await startSmtpServer({ host: HOST, ...options });
  const dns = await startDnsServer({ records: [`${HOST} A ${smtp.address}`] });
  const dial: Dial = (to, wanted) => dialTcp(to, wanted === 25 ? smtp.port : wanted);
  const all: EgressPolicy = {
    allowCidrs: ['127.77.0.0/16'],
    allowPorts: [443],
    dnsServers: [dns.server],
    userAgent: 'x',
    ...policy,
  };
  const egress = createEgressOver(all, dial);
  closing.push(
    () => egress.close(),
    () => smtp.close(),
    () => dns.close(),
  );
  const mx = {
    state: 'present',
    authenticated: false,
    records: [{ preference: 10, exchange: HOST, state: 'present', nxdomain: false, alias: false }],
  };
  const context = { target: parseTarget('https://site.test/', all), egress, signal: AbortSignal.timeout(10_000) };
  const started = performance.now();
  const servers = await gatherMailServers(context, { mx } as unknown as DnsEvidence, others, port);
  return { servers, smtp, ms: performance.now() - started };
}

test('a silent server delays the scan only briefly', async () => {
  const { servers, ms } = await mailOf({ fault: 'silent' }, { others: Promise.resolve() });
  expect(servers[0]).toMatchObject({
    state: 'unreached',
    reason: expect.stringContaining('time limit for mail servers'),
  });
  // Less than the four seconds that mail has while the rest of the scan goes on.
  expect(ms).toBeLessThan(3500);
});

test('after several silent servers in a row, port 25 counts as blocked until one responds', async () => {
  const port = new SilentPort({ after: 1 });
  await mailOf({ fault: 'silent' }, { others: Promise.resolve(), port });
  const { servers, smtp } = await mailOf({}, { port });
  expect(servers[0]).toMatchObject({
    state: 'unreached',
    reason: expect.stringContaining('may block port 25'),
  });
  expect(smtp.connections()).toBe(0);
  port.heard();
  expect((await mailOf({}, { port })).servers[0]?.state).toBe('encrypted');
});

test('a silent port is tried again after a pause', () => {
  const port = new SilentPort({ after: 2, restMs: 1000 });
  port.missed(0);
  expect(port.isClosed(1)).toBe(false);
  port.missed(10);
  expect([port.isClosed(11), port.isClosed(1009), port.isClosed(1010)]).toEqual([true, true, false]);
});

test('a server that answers and then refuses is no silence', async () => {
  const port = new SilentPort({ after: 1 });
  await mailOf({ fault: 'rejects' }, { port });
  await mailOf({ fault: 'not-smtp' }, { port });
  expect(port.isClosed(Date.now())).toBe(false);
});

test('a server is not contacted if the operator disabled it', async () => {
  const { servers, smtp } = await mailOf({}, { policy: { smtp: false } });
  expect(servers[0]?.reason).toContain('turned this part off');
  expect(smtp.connections()).toBe(0);
});

test('an address that scans may not reach gets no connection on port 25 either', async () => {
  const { servers, smtp } = await mailOf({}, { policy: { allowCidrs: [] } });
  expect(servers[0]?.state).toBe('unreached');
  expect(smtp.connections()).toBe(0);
});

test('a handshake that fails once is tried again', async () => {
  const { servers, smtp } = await mailOf({ fault: 'broken-once' });
  expect(servers[0]).toMatchObject({ state: 'encrypted', version: 'TLSv1.3' });
  expect(smtp.connections()).toBe(2);
});

test('we call ourselves by the host of our User-Agent', async () => {
  const { smtp } = await mailOf({}, { policy: { userAgent: 'Palisade/1 (+https://scan.example.com/)' } });
  expect(smtp.said[0]).toBe('EHLO scan.example.com');
});

test('the certificate comes as evidence: names, dates, digests', async () => {
  const { servers } = await mailOf({ certificate: { names: ['other.test'] } });
  expect(servers[0]).toMatchObject({ state: 'encrypted', version: 'TLSv1.3', trust_fault: expect.any(String) });
  expect(servers[0]?.certificates[0]).toMatchObject({
    dns_names: ['other.test'],
    spki_sha256: expect.stringMatching(/^[0-9a-f]{64}$/u),
  });
});
