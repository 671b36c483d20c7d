import { afterEach, describe, expect, it } from 'vitest';
import { createDnsClient } from './dns-client.ts';
import { MAX_LOOKUPS_PER_SCAN, shareAnswers } from './shared-dns.ts';
import { closeLoopback, startDns } from './test/loopback.ts';

afterEach(closeLoopback);
const signal = new AbortController().signal;

async function start() {
  const server = await startDns({ records: ['a.test A 127.77.0.1', '*.many.test A 127.77.0.2'] });
  const life = new AbortController();
  return { server, life, dns: shareAnswers(createDnsClient([server.server]), life.signal) };
}

describe('one scan', () => {
  it('sends the same query once, in any notation and for any caller', async () => {
    const { server, dns } = await start();
    const names = ['a.test', 'A.TEST', 'a.test.'];
    const replies = await Promise.all(names.map((name) => dns.query({ name, type: 'A', signal, dnssec: true })));
    // Who did not ask for DNSSEC records is served by the answer that has them; the reverse is not true.
    replies.push(await dns.query({ name: 'a.test', type: 'A', signal }));
    expect(replies.every((reply) => reply.ok && reply.answers.length === 1)).toBe(true);
    expect(server.queries.length).toBe(1);
    await dns.query({ name: 'a.test', type: 'A', signal, checkingDisabled: true });
    await dns.query({ name: 'a.test', type: 'AAAA', signal });
    expect(server.queries.length).toBe(3);
  });

  it(`asks ${MAX_LOOKUPS_PER_SCAN} queries and no more`, async () => {
    const { server, dns } = await start();
    for (let i = 0; i < MAX_LOOKUPS_PER_SCAN; i += 1) {
      expect((await dns.query({ name: `n${i}.many.test`, type: 'A', signal })).ok).toBe(true);
    }
    expect(await dns.query({ name: 'one-more.many.test', type: 'A', signal })).toMatchObject({
      ok: false,
      failure: 'limit',
    });
    expect(server.queries.length).toBe(MAX_LOOKUPS_PER_SCAN);
  });

  it('a waiter that leaves does not end the question for the others; the end of the scan does', async () => {
    const { server, life, dns } = await start();
    server.setRules({ faults: { 'a.test': { slowMs: 100 }, 'b.test': 'timeout' } });
    const impatient = new AbortController();
    const left = dns.query({ name: 'a.test', type: 'A', signal: impatient.signal });
    const stayed = dns.query({ name: 'a.test', type: 'A', signal });
    impatient.abort();
    expect(await left).toMatchObject({ ok: false, failure: 'cancelled' });
    expect(await stayed).toMatchObject({ ok: true });
    const open = dns.query({ name: 'b.test', type: 'A', signal });
    life.abort();
    expect(await open).toMatchObject({ ok: false, failure: 'cancelled' });
  });
});
