import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { startDnsServer, type DnsServerOptions, type LabDnsServer } from '@palisade/lab/dns-server';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { createDnsClient, DNS_TCP_MS, DNS_TRIES, DNS_TRY_MS, type DnsReply } from './dns-client.ts';
import { decodeReply, encodeQuery, MAX_RECORDS } from './dns-packets.ts';
import { parseServer } from './dns-servers.ts';

const signal = new AbortController().signal;
let running: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(running.map((server) => server.close()));
  running = [];
});

async function start(options: DnsServerOptions): Promise<LabDnsServer> {
  const server = await startDnsServer(options);
  running.push(server);
  return server;
}

async function ask(options: DnsServerOptions, name = 'a.test', type = 'A'): Promise<DnsReply> {
  const server = await start(options);
  return createDnsClient([server.server]).query({ name, type, signal });
}

const A = ['a.test A 127.77.0.1'];

describe('answers', () => {
  it('returns the records of a response, and the AD bit on request', async () => {
    const server = await start({ records: A, authenticated: ['test'] });
    const client = createDnsClient([server.server]);
    const plain = await client.query({ name: 'a.test', type: 'A', signal });
    expect(plain).toMatchObject({ ok: true, rcode: 'NOERROR', answers: [{ type: 'A', data: '127.77.0.1' }] });
    const secure = await client.query({ name: 'a.test', type: 'A', signal, dnssec: true });
    expect(secure).toMatchObject({ ok: true, authenticated: true });
    expect(server.queries.map((query) => query.dnssecOk)).toEqual([false, true]);
  });

  it('distinguishes NXDOMAIN from a name without such a record', async () => {
    const server = await start({ records: A });
    const client = createDnsClient([server.server]);
    expect(await client.query({ name: 'b.test', type: 'A', signal })).toMatchObject({ ok: true, rcode: 'NXDOMAIN' });
    expect(await client.query({ name: 'a.test', type: 'MX', signal })).toMatchObject({
      ok: true,
      rcode: 'NOERROR',
      answers: [],
    });
  });

  it('retries over TCP if the datagram is truncated, or ends in the middle of a record', async () => {
    const records = Array.from({ length: 200 }, (_, i) => `a.test TXT "record ${i} ${'x'.repeat(100)}"`);
    for (const faults of [{}, { 'a.test': 'truncate' }, { 'a.test': 'cut' }] as const) {
      const server = await start({ records, faults });
      const reply = await createDnsClient([server.server]).query({ name: 'a.test', type: 'TXT', signal });
      // "cut" damages the TCP answer too: that is an unreadable answer, not an absent record.
      if ('a.test' in faults && faults['a.test'] === 'cut') expect(reply.ok).toBe(false);
      else expect(reply.ok && reply.answers.length).toBe(200);
      expect(server.queries.some((query) => query.transport === 'tcp')).toBe(
        !('a.test' in faults && faults['a.test'] === 'cut'),
      );
    }
  });

  it('keeps a bounded number of records, whatever a server sends', async () => {
    const records = Array.from({ length: 2500 }, (_, i) => `a.test A 127.77.${i >> 8}.${i & 255}`);
    const reply = await ask({ records });
    expect(reply.ok && reply.answers.length).toBe(MAX_RECORDS);
  });

  it('sets CD on request, and gets the data despite a failed validation', async () => {
    const server = await start({ records: A, bogus: ['a.test'] });
    const client = createDnsClient([server.server]);
    expect(await client.query({ name: 'a.test', type: 'A', signal })).toMatchObject({
      ok: false,
      failure: 'servfail',
      extendedError: 6,
    });
    const unchecked = await client.query({ name: 'a.test', type: 'A', signal, checkingDisabled: true });
    expect(unchecked).toMatchObject({ ok: true, answers: [{ data: '127.77.0.1' }] });
  });
});

describe('servers that fail', () => {
  it.each([
    [{ rcode: 'SERVFAIL' }, 'servfail'],
    [{ rcode: 'REFUSED' }, 'refused'],
    [{ rcode: 'NOTIMP' }, 'malformed'],
    ['timeout', 'timeout'],
    ['garbage', 'malformed'],
    ['wrong-id', 'malformed'],
    ['wrong-question', 'malformed'],
    ['truncate-without-tcp', 'timeout'],
  ] as const)('%j is %s, never "absent"', async (fault, failure) => {
    const started = Date.now();
    expect(await ask({ records: A, faults: { 'a.test': fault } })).toMatchObject({ ok: false, failure });
    // A machine that is busy may be late; who tries without end is much later.
    expect(Date.now() - started).toBeLessThan(4 * (DNS_TRIES * DNS_TRY_MS + DNS_TCP_MS));
  });

  it('retries without EDNS if a server responds with FORMERR', async () => {
    // Answers FORMERR, without the question, to every query that carries an OPT record.
    const udp = createSocket('udp4');
    udp.on('message', (message, peer) => {
      const additional = message.readUInt16BE(10);
      const header = Buffer.from(message.subarray(0, 12));
      header.writeUInt16BE(additional > 0 ? 0x8181 : 0x8180, 2);
      if (additional > 0) header.writeUInt16BE(0, 4);
      header.writeUInt16BE(0, 10);
      udp.send(additional > 0 ? header : Buffer.concat([header, message.subarray(12)]), peer.port, peer.address);
    });
    udp.bind(0, '127.88.0.9');
    await once(udp, 'listening');
    running.push(udp);
    const reply = await createDnsClient([`127.88.0.9:${udp.address().port}`]).query({
      name: 'a.test',
      type: 'A',
      signal,
    });
    expect(reply).toMatchObject({ ok: true, rcode: 'NOERROR' });
  });

  it('turns to the next server', async () => {
    const good = await start({ records: A });
    const bad = await start({ records: [], faults: { 'a.test': { rcode: 'SERVFAIL' } } });
    const reply = await createDnsClient([bad.server, good.server]).query({ name: 'a.test', type: 'A', signal });
    expect(reply).toMatchObject({ ok: true, answers: [{ data: '127.77.0.1' }] });
    // Nothing listens on port 1: the kernel says so and no one waits.
    const other = await createDnsClient(['127.88.0.54:1', good.server]).query({ name: 'a.test', type: 'A', signal });
    expect(other.ok).toBe(true);
    expect(await createDnsClient(['127.88.0.54:1']).query({ name: 'a.test', type: 'A', signal })).toMatchObject({
      failure: 'unreachable',
    });
  });

  it('accepts a late first response during the second try', async () => {
    const server = await start({ records: A, faults: { 'a.test': { slowMs: DNS_TRY_MS + 200 } } });
    const reply = await createDnsClient([server.server]).query({ name: 'a.test', type: 'A', signal });
    // The answer to the second try would come 800 ms after this one.
    expect(reply.ok).toBe(true);
    expect(server.queries.length).toBeLessThanOrEqual(DNS_TRIES);
  });

  it('stops at once when the scan ends', async () => {
    const server = await start({ records: A, faults: { 'a.test': 'timeout' } });
    const scan = new AbortController();
    const reply = createDnsClient([server.server]).query({ name: 'a.test', type: 'A', signal: scan.signal });
    scan.abort();
    expect(await reply).toMatchObject({ ok: false, failure: 'cancelled' });
  });
});

describe('names and servers', () => {
  it.each(['', 'a..b', `${'a'.repeat(64)}.test`, `${'a.'.repeat(127)}test`, 'a b.test', 'bücher.test'])(
    'does not put %j on the wire',
    async (name) => {
      const server = await start({ records: A });
      expect(await createDnsClient([server.server]).query({ name, type: 'A', signal })).toMatchObject({ ok: false });
      expect(server.queries).toEqual([]);
    },
  );

  it('reads the usual spellings of a server address', () => {
    expect(parseServer('192.0.2.1')).toEqual({ address: '192.0.2.1', port: 53 });
    expect(parseServer('192.0.2.1:5353')).toEqual({ address: '192.0.2.1', port: 5353 });
    expect(parseServer('2001:db8::1')).toEqual({ address: '2001:db8::1', port: 53 });
    expect(parseServer('[2001:db8::1]:5353')).toEqual({ address: '2001:db8::1', port: 5353 });
    for (const text of ['dns.example.com', '192.0.2.1:0', '192.0.2.1:70000', '']) {
      expect(() => parseServer(text)).toThrow(/DNS server/u);
    }
  });

  it('reads or drops any packet: none throws', () => {
    const question = { name: 'a.test', type: 'A', dnssec: true, checkingDisabled: false, edns: true };
    const valid = encodeQuery(question, 7);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(60), fc.nat(255), (noise, at, byte) => {
        expect(() => decodeReply(Buffer.from(noise), question, 7)).not.toThrow();
        const damaged = Buffer.from(valid);
        damaged[at % damaged.length] = byte;
        expect(() => decodeReply(Buffer.concat([damaged, noise]), question, 7)).not.toThrow();
      }),
    );
  });
});
