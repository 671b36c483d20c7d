import { expect, test } from 'vitest';
import type { DnsClient, DnsReply } from '../net/dns-client.ts';
import { Burst, isDomainName } from './burst.ts';

const NODATA: DnsReply = { ok: true, rcode: 'NOERROR', answers: [], authenticated: false };
const never = new AbortController().signal;

function counting(answer: () => Promise<DnsReply>): DnsClient & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    query({ name, type, checkingDisabled }) {
      asked.push([name, type, checkingDisabled === true ? 'cd' : ''].join(' ').trim());
      return answer();
    },
  };
}

test('a client that never settles does not hold the scan up', async () => {
  const burst = new Burst(
    counting(() => new Promise(() => undefined)),
    never,
    { queries: 5, timeoutMs: 20 },
  );
  expect(await burst.ask('a.test', 'A')).toMatchObject({ ok: false, failure: 'timeout' });
});

test('nor does one that throws', async () => {
  const burst = new Burst(
    counting(() => Promise.reject(new Error('no route'))),
    never,
  );
  expect(await burst.ask('a.test', 'A')).toMatchObject({ ok: false, failure: 'unreachable', detail: 'no route' });
});

test('each query is sent once, and no more than allowed', async () => {
  const client = counting(() => Promise.resolve(NODATA));
  const burst = new Burst(client, never, { queries: 2, timeoutMs: 60_000 });
  const replies = await Promise.all(['a.test', 'a.test', 'b.test', 'c.test'].map((name) => burst.ask(name, 'A')));
  expect(client.asked).toEqual(['a.test A', 'b.test A']);
  expect(replies.map((reply) => reply.ok)).toEqual([true, true, true, false]);
  expect(replies[3]).toMatchObject({ failure: 'limit' });
});

test('SERVFAIL is retried without validation; if that fails, too, it stays', async () => {
  const servfail: DnsReply = { ok: false, failure: 'servfail', detail: 'SERVFAIL', extendedError: null };
  const client = counting(() => Promise.resolve(servfail));
  expect(await new Burst(client, never).ask('a.test', 'A')).toEqual(servfail);
  expect(client.asked).toEqual(['a.test A', 'a.test A cd']);
});

test.each([
  ['.', true],
  ['test', true],
  ['_dmarc.a-b.test', true],
  ['xn--bcher-kva.test', true],
  ['', false],
  ['a..test', false],
  ['.a.test', false],
  ['a.test.', false],
  ['*.a.test', false],
  ['a b.test', false],
  [`${'a'.repeat(64)}.test`, false],
  [Array(64).fill('abc').join('.'), false],
])('%j may be asked: %s', (name, may) => {
  expect(isDomainName(name)).toBe(may);
});
