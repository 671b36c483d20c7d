import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NetworkFault, TargetRefused } from '../../errors.ts';
import { followRedirects } from '../redirect-chain.ts';
import { MAX_PER_HOST, MAX_PER_SCAN } from './connection-slots.ts';
import { dialTcp, type Dial } from './dial.ts';
import {
  answer,
  closeLoopback,
  egressOver,
  listen,
  OK,
  policyOf,
  recorder,
  startDns,
  type Peer,
} from './test/loopback.ts';

const signal = AbortSignal.timeout(30_000);
afterEach(closeLoopback);

const redirect = (to: string): string => `HTTP/1.1 302 Found\r\nLocation: ${to}\r\nContent-Length: 0\r\n\r\n`;

describe('names that lead to private addresses', () => {
  it.each([
    [['A 127.0.0.1']],
    [['A 169.254.169.254']],
    [['A 10.0.0.1']],
    [['A 0.0.0.0']],
    [['AAAA ::1']],
    [['AAAA ::ffff:127.0.0.1']],
    [['AAAA fd00:ec2::254']],
    [['AAAA 64:ff9b::7f00:1']],
    [['A 127.0.0.1', 'AAAA ::1']],
    [['A 192.168.1.1', 'A 10.0.0.2', 'A 172.16.0.1']],
    [['CNAME inner.test']],
  ])('%j is refused before anything is dialed', async (records) => {
    const dns = await startDns({
      records: [...records.map((record) => `victim.test ${record}`), 'inner.test A 192.168.1.1'],
    });
    const { dial, dialed } = recorder();
    const egress = egressOver(policyOf(dns), dial);
    for (const attempt of [
      () => egress.connect({ host: 'victim.test', port: 443, signal }),
      () => egress.connectTls({ host: 'victim.test', port: 443, signal }),
      () => egress.request({ url: new URL('http://victim.test/'), signal }),
      () => egress.request({ url: new URL('https://victim.test/'), signal }),
    ]) {
      await expect(attempt()).rejects.toThrow(TargetRefused);
    }
    expect(dialed).toEqual([]);
  });

  it.each([
    '127.0.0.1',
    '::1',
    '0.0.0.0',
    '::',
    '::ffff:127.0.0.1',
    '169.254.169.254',
    '127.1',
    '0x7f000001',
    'localhost',
  ])('a gatherer that passes the literal %s gets nowhere either', async (host) => {
    const { dial, dialed } = recorder();
    const egress = egressOver(policyOf(null), dial);
    await expect(egress.connect({ host, port: 443, signal })).rejects.toThrow(/./u);
    expect(dialed).toEqual([]);
  });

  it('dials only the permitted ones of a mixed answer', async () => {
    const dns = await startDns({
      records: ['mixed.test A 127.0.0.1', 'mixed.test A 127.77.0.9', 'mixed.test A 10.0.0.1'],
    });
    const { dial, dialed } = recorder();
    const egress = egressOver(policyOf(dns), dial);
    await expect(egress.connect({ host: 'mixed.test', port: 443, signal })).rejects.toThrow(NetworkFault);
    expect(dialed).toEqual(['127.77.0.9 443']);
    expect(egress.usedCidrs()).toEqual(['127.77.0.0/16']);
  });

  it('refuses ports that must not be scanned, for any caller', async () => {
    const { dial, dialed } = recorder();
    const egress = egressOver(policyOf(null, { allowPorts: [443] }), dial);
    await expect(egress.connect({ host: '127.77.0.9', port: 25, signal })).rejects.toThrow(/port 25/u);
    expect(dialed).toEqual([]);
  });
});

describe('how many connections', () => {
  it('a scan tries, however many addresses refuse it', async () => {
    const dns = await startDns({ records: [1, 2, 3, 4].map((n) => `closed.test A 127.77.9.${n}`) });
    const { dial, dialed } = recorder();
    const egress = egressOver(policyOf(dns), dial);
    const faults = new Set<unknown>();
    for (let n = 0; n < 40; n += 1) {
      const error: unknown = await egress.connect({ host: 'closed.test', port: 443, signal }).catch((e: unknown) => e);
      faults.add((error as NetworkFault).code);
    }
    expect(dialed.length).toBe(MAX_PER_SCAN);
    expect(faults).toEqual(new Set(['refused', 'limit']));
  });

  it('one address gets at once, whatever the names and the addresses before it', async () => {
    const dns = await startDns({
      records: ['one', 'two', 'three'].flatMap((name, n) => [
        `${name}.test A 127.77.9.${n + 1}`,
        `${name}.test A 127.77.9.9`,
      ]),
    });
    let open = 0;
    let most = 0;
    const refusing = recorder().dial;
    const dial: Dial = (address, port) => {
      if (address.address !== '127.77.9.9') return refusing(address, port);
      open += 1;
      most = Math.max(most, open);
      return new Socket().once('close', () => (open -= 1));
    };
    const egress = egressOver(policyOf(dns), dial);
    const connects = ['one', 'two', 'three'].flatMap((name) =>
      Array.from({ length: 6 }, () => egress.connect({ host: `${name}.test`, port: 443, signal, timeoutMs: 100 })),
    );
    expect((await Promise.allSettled(connects)).every(({ status }) => status === 'rejected')).toBe(true);
    expect(most).toBe(MAX_PER_HOST);
  });
});

describe('names without an address', () => {
  it.each([
    ['nothing.test', {}, /does not exist/u],
    ['empty.test', {}, /no address/u],
    ['servfail.test', { 'servfail.test': { rcode: 'SERVFAIL' } }, /SERVFAIL/u],
    ['loop.test', {}, /loop/u],
  ] as const)('%s is a DNS fault of the site', async (host, faults, message) => {
    const dns = await startDns({
      records: ['empty.test TXT "x"', 'loop.test CNAME loop2.test', 'loop2.test CNAME loop.test'],
      faults,
    });
    const failed = egressOver(policyOf(dns)).resolve(host, signal);
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.toMatchObject({ name: 'NetworkFault', code: 'dns', blame: 'site' });
  });

  it('does not wait for AAAA when A has an address', async () => {
    const dns = await startDns({ records: ['half.test A 127.77.0.9'], faults: { 'half.test AAAA': 'timeout' } });
    await egressOver(policyOf(dns)).resolve('half.test', signal);
    // Who waits for a silent AAAA asks for it again.
    expect(dns.queries.filter(({ type }) => type === 'AAAA')).toHaveLength(1);
  });
});

describe('rebinding', () => {
  let victim: Peer;
  beforeEach(async () => {
    victim = await listen('127.0.0.1', answer(OK));
  });

  it('resolves a name once per scan and stays with the checked address', async () => {
    const site = await listen('127.77.4.2', answer(OK), victim.port);
    const dns = await startDns({ records: [], faults: { 'rebind.test': { rotate: [['127.77.4.2'], ['127.0.0.1']] } } });
    const egress = egressOver(policyOf(dns));
    for (let i = 0; i < 5; i += 1) {
      const { address, status } = await egress.request({ url: new URL(`http://rebind.test:${victim.port}/`), signal });
      expect([address, status]).toEqual(['127.77.4.2', 200]);
    }
    expect(site.connections).toBe(5);
    expect(victim.connections).toBe(0);
    expect(dns.queries.filter(({ type }) => type === 'A').length).toBe(1);
  });

  it('does not believe a socket that was connected elsewhere', async () => {
    const dns = await startDns({ records: ['site.test A 127.77.4.3'] });
    let bytes = 0;
    const other = await listen('127.77.4.4', (socket) => socket.on('data', (chunk) => (bytes += chunk.length)));
    const misrouted: Dial = (address, port) => dialTcp({ ...address, address: '127.77.4.4' }, port);
    const egress = egressOver(policyOf(dns), misrouted);
    const request = egress.request({ url: new URL(`http://site.test:${other.port}/`), signal });
    await expect(request).rejects.toThrow(/another address/u);
    expect(bytes).toBe(0);
  });
});

describe('redirects to where we must not go', () => {
  it.each([
    'http://127.0.0.1:{victim}/',
    'http://[::1]:{victim}/',
    'http://[::ffff:127.0.0.1]:{victim}/',
    'http://2130706433:{victim}/',
    'http://127.1:{victim}/',
    'http://0x7f.1:{victim}/',
    '//127.0.0.1:{victim}/',
    '\\\\127.0.0.1:{victim}\\',
    'http://user@127.0.0.1:{victim}/',
    'http://user:pw@public.test/',
    'http://localhost:{victim}/',
    'http://inner.test:{victim}/',
    'http://redis:{victim}/',
    'gopher://127.0.0.1:{victim}/_x',
    'file:///etc/passwd',
    'http://169.254.169.254/latest/meta-data/',
  ])('%s ends the scan and is named', async (to) => {
    const victim = await listen('127.0.0.1', answer(OK));
    const dns = await startDns({ records: ['site.test A 127.77.4.5', 'inner.test A 127.0.0.1'] });
    const site = await listen('127.77.4.5', answer(redirect(to.replace('{victim}', String(victim.port)))));
    const chain = followRedirects(`http://site.test:${site.port}/`, {
      egress: egressOver(policyOf(dns)),
      signal,
      maxBodyBytes: 0,
    });
    await expect(chain).rejects.toThrow(TargetRefused);
    await expect(chain).rejects.toThrow(/http:\/\/site\.test:\d+\/ redirects to /u);
    expect(victim.connections).toBe(0);
    expect(site.connections).toBe(1);
  });

  it('a permitted host is followed', async () => {
    const end = await listen('127.77.4.7', answer(OK));
    const dns = await startDns({ records: ['site.test A 127.77.4.6', 'other.test A 127.77.4.7'] });
    const site = await listen('127.77.4.6', answer(redirect(`http://other.test:${end.port}/ok`)));
    const egress = egressOver(policyOf(dns));
    const { hops, end: why } = await followRedirects(`http://site.test:${site.port}/`, {
      egress,
      signal,
      maxBodyBytes: 10,
    });
    expect(hops.map(({ status }) => status)).toEqual([302, 200]);
    expect(why).toBe('answered');
  });
});
