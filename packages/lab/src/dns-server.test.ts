import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Resolver } from 'node:dns/promises';
import { connect } from 'node:net';
import {
  AUTHENTIC_DATA,
  CHECKING_DISABLED,
  decode,
  DNSSEC_OK,
  encode,
  RECURSION_DESIRED,
  type DecodedPacket,
} from 'dns-packet';
import { afterEach, describe, expect, test } from 'vitest';
import { startDnsServer, type DnsServerOptions, type LabDnsServer } from './dns-server.ts';

let server: LabDnsServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(options: DnsServerOptions): Promise<LabDnsServer> {
  server = await startDnsServer(options);
  return server;
}

function resolverFor(lab: LabDnsServer): Resolver {
  const resolver = new Resolver({ timeout: 500, tries: 1 });
  resolver.setServers([lab.server]);
  return resolver;
}

interface AskOptions {
  flags?: number;
  size?: number;
  transport?: 'udp' | 'tcp';
}

function question(name: string, type: string, options: AskOptions): Buffer {
  return encode({
    type: 'query',
    id: 4242,
    flags: RECURSION_DESIRED | (options.flags ?? 0),
    questions: [{ name, type: type as 'A' }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: options.size ?? 1232,
        flags: DNSSEC_OK,
        flag_do: true,
        extendedRcode: 0,
        ednsVersion: 0,
        options: [],
      },
    ],
  });
}

async function ask(lab: LabDnsServer, name: string, type: string, options: AskOptions = {}): Promise<DecodedPacket> {
  return decode(await askRaw(lab, name, type, options));
}

async function askRaw(lab: LabDnsServer, name: string, type: string, options: AskOptions = {}): Promise<Buffer> {
  const message = question(name, type, options);
  if (options.transport === 'tcp') {
    const socket = connect(lab.port, lab.address);
    const length = Buffer.from([message.length >> 8, message.length & 255]);
    socket.write(Buffer.concat([length, message]));
    const chunks: Buffer[] = [];
    for await (const chunk of socket) {
      chunks.push(chunk as Buffer);
      const all = Buffer.concat(chunks);
      if (all.length >= 2 && all.length >= 2 + all.readUInt16BE(0)) break;
    }
    socket.destroy();
    return Buffer.concat(chunks).subarray(2);
  }
  const socket = createSocket('udp4');
  socket.send(message, lab.port, lab.address);
  const [answer] = (await once(socket, 'message', { signal: AbortSignal.timeout(2000) })) as [Buffer];
  socket.close();
  return answer;
}

function rcodeOf(packet: DecodedPacket): string {
  return (packet as unknown as { rcode: string }).rcode;
}

describe('records', () => {
  const records = [
    'good.test SOA ns1.good.test hostmaster.good.test 7 3600 600 604800 60',
    'good.test NS ns1.good.test',
    'good.test 300 IN A 127.66.0.10',
    'good.test A 127.66.0.11',
    'good.test AAAA 2001:db8::10',
    'good.test MX 10 mail.good.test',
    'null.test MX 0 .',
    'good.test TXT "v=spf1 " "-all" ; a comment',
    'good.test CAA 128 issue "ca.example; validationmethods=dns-01"',
    'www.good.test CNAME good.test',
    'gone.good.test CNAME bucket.nowhere.test',
    'a.b.deep.test A 127.66.0.12',
    '*.wild.test TXT "any"',
    'there.wild.test A 127.66.0.13',
    'loop1.test CNAME loop2.test',
    'loop2.test CNAME loop1.test',
  ];

  test('Node’s resolver reads them', async () => {
    const resolver = resolverFor(await start({ records }));
    expect(await resolver.resolve4('good.test')).toEqual(['127.66.0.10', '127.66.0.11']);
    expect(await resolver.resolve6('good.test')).toEqual(['2001:db8::10']);
    expect(await resolver.resolve4('www.good.test')).toHaveLength(2);
    expect(await resolver.resolveMx('good.test')).toMatchObject([{ exchange: 'mail.good.test', priority: 10 }]);
    expect(await resolver.resolveMx('null.test')).toMatchObject([{ exchange: '', priority: 0 }]);
    expect(await resolver.resolveTxt('good.test')).toEqual([['v=spf1 ', '-all']]);
    expect(await resolver.resolveCaa('good.test')).toMatchObject([
      { critical: 128, issue: 'ca.example; validationmethods=dns-01', type: 'CAA' },
    ]);
    expect(await resolver.resolveTxt('x.y.wild.test')).toEqual([['any']]);
  });

  test.each([
    ['good.test', 'TLSA', 'NOERROR', 0],
    ['.', 'SOA', 'NOERROR', 0],
    ['nowhere.test', 'A', 'NXDOMAIN', 0],
    ['b.deep.test', 'A', 'NOERROR', 0],
    ['there.wild.test', 'TXT', 'NOERROR', 0],
    ['below.there.wild.test', 'TXT', 'NXDOMAIN', 0],
    ['gone.good.test', 'A', 'NXDOMAIN', 1],
  ])('%s %s is %s with %d records', async (name, type, rcode, count) => {
    const packet = await ask(await start({ records }), name, type);
    expect(rcodeOf(packet)).toBe(rcode);
    expect(packet.answers).toHaveLength(count);
    expect(packet.authorities?.[0]?.type).toBe('SOA');
  });

  test('an alias loop terminates', async () => {
    const packet = await ask(await start({ records }), 'loop1.test', 'A');
    expect(packet.answers).toHaveLength(2);
  });

  test('types unknown to dns-packet are sent as raw RDATA', async () => {
    const lab = await start({
      records: [
        'good.test HTTPS 1 . alpn=h2,h3 port=8443 ipv4hint=192.0.2.1 ipv6hint=2001:db8::1',
        'bad.test CAA \\# 3 00c869',
      ],
    });
    const https = (await ask(lab, 'good.test', 'UNKNOWN_65')).answers?.[0] as { data: Buffer };
    expect(https.data.toString('hex')).toBe(
      '0001' +
        '00' +
        '00010006' +
        '02683202' +
        '6833' +
        '00030002' +
        '20fb' +
        '00040004' +
        'c0000201' +
        '00060010' +
        '20010db8000000000000000000000001',
    );
    const raw = await askRaw(lab, 'bad.test', 'CAA');
    expect(raw.includes(Buffer.from('000300c869', 'hex'))).toBe(true);
  });

  test('a TXT string over 255 bytes is split', async () => {
    const resolver = resolverFor(await start({ records: [`long.test TXT "${'x'.repeat(600)}"`] }));
    const [strings] = await resolver.resolveTxt('long.test');
    expect(strings?.map((text) => text.length)).toEqual([255, 255, 90]);
  });

  test('setRecords replaces the zone', async () => {
    const lab = await start({ records });
    lab.setRecords(['good.test A 127.66.0.99']);
    expect(await resolverFor(lab).resolve4('good.test')).toEqual(['127.66.0.99']);
  });

  test('an answer too large for UDP is truncated, and complete over TCP', async () => {
    const lab = await start({
      records: Array.from({ length: 200 }, (_, index) => `big.test TXT "${index} ${'y'.repeat(150)}"`),
    });
    const overUdp = await ask(lab, 'big.test', 'TXT');
    expect([overUdp.flag_tc, overUdp.answers?.length]).toEqual([true, 0]);
    const overTcp = await ask(lab, 'big.test', 'TXT', { transport: 'tcp' });
    expect([overTcp.flag_tc, overTcp.answers?.length]).toEqual([false, 200]);
    expect(lab.queries.map((query) => query.transport)).toEqual(['udp', 'tcp']);
  });
});

describe('acting as a validating resolver', () => {
  const options: DnsServerOptions = {
    records: [
      '. SOA a.root.test hostmaster.root.test 1 1 1 1 1',
      'good.test A 127.66.0.10',
      'bogus.test A 127.66.0.11',
      'out.good.test CNAME plain.test',
      'plain.test A 127.66.0.12',
    ],
    authenticated: ['.', 'good.test'],
    bogus: ['bogus.test'],
  };

  test.each([
    ['.', 'SOA', true],
    ['good.test', 'A', true],
    ['missing.good.test', 'A', true],
    ['plain.test', 'A', false],
    ['out.good.test', 'A', false],
  ])('%s %s: AD %s', async (name, type, authenticated) => {
    expect((await ask(await start(options), name, type, { flags: AUTHENTIC_DATA })).flag_ad).toBe(authenticated);
  });

  test('a bogus name is SERVFAIL with extended error 6, and answers when CD is set', async () => {
    const lab = await start(options);
    const refused = await ask(lab, 'bogus.test', 'A');
    expect(rcodeOf(refused)).toBe('SERVFAIL');
    const opt = refused.additionals?.[0] as { options: { code: number; data: Buffer }[] };
    expect(opt.options[0]?.code).toBe(15);
    expect(opt.options[0]?.data.readUInt16BE(0)).toBe(6);
    const unchecked = await ask(lab, 'bogus.test', 'A', { flags: CHECKING_DISABLED });
    expect([rcodeOf(unchecked), unchecked.answers?.length, unchecked.flag_ad]).toEqual(['NOERROR', 1, false]);
  });
});

describe('faults', () => {
  const records = ['*.test A 127.66.0.10'];

  test.each([
    ['SERVFAIL', 'ESERVFAIL'],
    ['REFUSED', 'EREFUSED'],
    ['FORMERR', 'EFORMERR'],
    ['NOTIMP', 'ENOTIMP'],
    ['NXDOMAIN', 'ENOTFOUND'],
  ] as const)('%s', async (rcode, code) => {
    const resolver = resolverFor(await start({ records, faults: { 'bad.test': { rcode } } }));
    await expect(resolver.resolve4('bad.test')).rejects.toMatchObject({ code });
    expect(await resolver.resolve4('fine.test')).toEqual(['127.66.0.10']);
  });

  test.each([
    ['timeout', 'ETIMEOUT'],
    ['wrong-id', 'ETIMEOUT'],
    ['truncate-without-tcp', 'ETIMEOUT'],
    ['garbage', 'EBADRESP'],
    ['cut', 'EBADRESP'],
  ] as const)('%s', async (fault, code) => {
    const resolver = resolverFor(await start({ records, faults: { 'bad.test A': fault } }));
    await expect(resolver.resolve4('bad.test')).rejects.toMatchObject({
      code: expect.stringMatching(`${code}|ETIMEOUT`) as string,
    });
    await expect(resolver.resolve6('bad.test')).rejects.toMatchObject({ code: 'ENODATA' });
  });

  test('truncate: the answer comes over TCP', async () => {
    const lab = await start({ records, faults: { 'tc.test': 'truncate' } });
    expect(await resolverFor(lab).resolve4('tc.test')).toEqual(['127.66.0.10']);
    expect(lab.queries.map((query) => query.transport)).toEqual(['udp', 'tcp']);
  });

  test('rotate answers each question with the next set', async () => {
    const resolver = resolverFor(
      await start({ records, faults: { 'rebind.test': { rotate: [['192.0.2.1'], ['127.0.0.1']] } } }),
    );
    const seen = [];
    for (let turn = 0; turn < 3; turn++) seen.push(...(await resolver.resolve4('rebind.test')));
    expect(seen).toEqual(['192.0.2.1', '127.0.0.1', '192.0.2.1']);
  });

  test('slow answers late but correctly; a wildcard fault covers all names below', async () => {
    const lab = await start({ records, faults: { '*.slow.test': { slowMs: 120 } } });
    const began = performance.now();
    await resolverFor(lab)
      .resolve4('a.b.slow.test')
      .catch(() => undefined);
    expect(performance.now() - began).toBeGreaterThanOrEqual(100);
  });

  test('malformed messages do not stop it', async () => {
    const lab = await start({ records });
    const socket = createSocket('udp4');
    await new Promise((sent) => socket.send(Buffer.from('\0\0'), lab.port, lab.address, sent));
    socket.close();
    expect(await resolverFor(lab).resolve4('fine.test')).toEqual(['127.66.0.10']);
  });
});

describe('invalid records', () => {
  test.each([['x.test A 300.1.2.3.4.5'], ['x.test TYPE'], ['x.test MX 10'], ['x.test HTTPS 1 . nonsense=1'], ['']])(
    '"%s" is rejected when the server is created',
    async (line) => {
      await expect(startDnsServer({ records: [line] })).rejects.toThrow();
    },
  );
});
