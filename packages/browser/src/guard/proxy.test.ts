import { once } from 'node:events';
import { connect as connectTcp, createServer, type Server, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { startLab, type Lab } from '@palisade/lab/lab';
import { createEgress } from '@palisade/scanner/gather/net/create-egress';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUDGET } from '../budget.ts';
import { startGuard, type GuardProxy } from './proxy.ts';
import { createRefusals, type Refusals } from './refusals.ts';

const PAGE = { headers: [['content-type', 'text/html'] as [string, string]], body: 'seen' };

/** Longer than what counts as idle. */
const SLOW_MS = 1_300;

/** A server that answers each request as it is told to by its path. */
function startOdd(address: string): Server {
  return createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data: Buffer) => {
      const text = data.toString('latin1');
      if (text.startsWith('GET /switch ')) socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nraw');
      if (text.startsWith('GET /slow ')) setTimeout(() => socket.end('HTTP/1.1 200 OK\r\n\r\nslow'), SLOW_MS);
      if (text.startsWith('GET /kept ')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nkept');
      if (text.startsWith('GET /socket ')) socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nopen`);
    });
  }).listen(8080, address);
}

describe('the guard proxy', () => {
  let lab: Lab;
  let odd: Server;
  const guards: GuardProxy[] = [];
  beforeAll(async () => {
    const twice = { httpPort: 443, httpsPort: 80 };
    lab = await startLab({
      sites: [
        { host: 'good.test', https: PAGE, http: PAGE },
        { host: 'good-on-80.test', https: PAGE, http: PAGE, ...twice },
        {
          host: 'expired-on-80.test',
          https: PAGE,
          http: PAGE,
          ...twice,
          certificate: { notAfter: new Date(Date.now() - 86_400_000) },
        },
      ],
      allowCidrs: ['127.77.0.0/16', '127.66.14.1/32'],
      records: ['odd.test A 127.66.14.1'],
      dns: { faults: { 'never.test': 'timeout' } },
    });
    odd = startOdd('127.66.14.1');
    await once(odd, 'listening');
  });
  afterAll(async () => {
    await Promise.all(guards.map((guard) => guard.close()));
    odd.close();
    await lab.close();
  });

  const open = async (judgesTrust: boolean): Promise<{ port: number; refusals: Refusals }> => {
    const refusals = createRefusals();
    const guard = await startGuard({
      egress: createEgress(lab.policy),
      refusals,
      spent: { bytes: 0, connections: 0 },
      budget: BUDGET,
      signal: AbortSignal.timeout(30_000),
      onOverrun: () => undefined,
      judgesTrust,
    });
    guards.push(guard);
    return { port: Number(new URL(guard.server).port), refusals };
  };
  /** What comes back until the end, or until `enough` has come. */
  const say = async (socket: Socket, text: string, enough?: string): Promise<string> => {
    let said = '';
    socket.on('error', () => undefined);
    socket.write(text);
    await new Promise<void>((done) => {
      socket.once('close', () => done());
      socket.on('data', (data: Buffer) => {
        said += data.toString('latin1');
        if (enough !== undefined && said.includes(enough)) done();
      });
    });
    return said;
  };
  const tunnel = async (port: number, authority: string): Promise<{ socket: Socket; said: string }> => {
    const socket = connectTcp(port, '127.0.0.1');
    await once(socket, 'connect');
    return {
      socket,
      said: await say(socket, `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`, '\r\n\r\n'),
    };
  };
  const overTls = async (port: number, authority: string): Promise<string> => {
    const { socket, said } = await tunnel(port, authority);
    if (!said.includes(' 200 ')) return said;
    const host = authority.replace(/:\d+$/u, '');
    return say(
      connectTls({ socket, servername: host, rejectUnauthorized: false }),
      `GET / HTTP/1.0\r\nHost: ${host}\r\n\r\n`,
      'seen',
    );
  };

  it.each([
    ['good.test:443', 'seen'],
    ['good-on-80.test:80', 'seen'],
    ['expired-on-80.test:80', ''],
  ])('verifies the certificate of TLS to %s, whatever the port', async (authority, body) => {
    const { port, refusals } = await open(true);
    const answer = await overTls(port, authority);
    expect(answer.split('\r\n\r\n').at(-1)).toBe(body);
    const reasons = refusals.list().map(({ url, reason }) => `${url} ${reason}`);
    expect(reasons).toEqual(body === '' ? ['https://expired-on-80.test:80/ its certificate is not trusted'] : []);
  });

  it.each([true, false])('passes a socket without TLS on any port (certificates verified here: %s)', async (judges) => {
    const { port, refusals } = await open(judges);
    for (const authority of ['odd.test:8080', 'good-on-80.test:443']) {
      const { socket } = await tunnel(port, authority);
      const answer = await say(
        socket,
        `GET ${authority.startsWith('odd') ? '/socket' : '/'} HTTP/1.0\r\nHost: a\r\n\r\n`,
        ' 200 ',
      );
      expect(answer, authority).toContain(' 200 ');
    }
    expect(refusals.list()).toEqual([]);
  });

  /** Sends a request through a tunnel. @returns what has come back by then */
  const ask = async (port: number, path: string): Promise<{ socket: Socket; said: () => string }> => {
    const { socket } = await tunnel(port, 'odd.test:8080');
    let said = '';
    socket.on('error', () => undefined).on('data', (data: Buffer) => (said += data.toString('latin1')));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    return { socket, said: () => said };
  };

  it('keeps the connections to other servers while one is being opened', async () => {
    const { port } = await open(false);
    const never = connectTcp(port, '127.0.0.1');
    never.write('CONNECT never.test:443 HTTP/1.1\r\nHost: never.test:443\r\n\r\n');
    const [slow, kept] = await Promise.all([ask(port, '/slow'), ask(port, '/kept')]);
    await once(slow.socket, 'close');
    expect(slow.said()).toMatch(/slow$/u);
    expect([kept.said().slice(-4), kept.socket.closed]).toEqual(['kept', false]);
    for (const socket of [never, kept.socket]) socket.destroy();
  });

  it('closes an idle connection where the next one to its server would have to wait, not one without an answer', async () => {
    const { port } = await open(false);
    const slow = await ask(port, '/slow');
    const kept = await Promise.all(Array.from({ length: 5 }, () => ask(port, '/kept')));
    const next = await ask(port, '/socket');
    await once(next.socket, 'close');
    expect(next.said()).toMatch(/open$/u);
    expect(kept.filter(({ socket }) => socket.closed)).toHaveLength(1);
    await once(slow.socket, 'close');
    expect(slow.said()).toMatch(/slow$/u);
    for (const { socket } of kept) socket.destroy();
  });

  it.each([
    ['good.test:22', /port 22/u],
    ['good.test:25', /port 25/u],
    ['127.0.0.1:443', /not a public address/u],
    ['[::1]:443', /not a public address/u],
    ['[::ffff:127.0.0.1]:443', /not a public address/u],
    ['2130706433:443', /not a public address/u],
    ['0:443', /not a public address/u],
    ['0x7f.1:443', /not a public address/u],
    ['good.test:443:8080', /host and a port/u],
    ['a@good.test:443', /host and a port/u],
    ['good.test:443/x:8080', /host and a port/u],
    ['good.test:443@127.0.0.1:8080', /host and a port/u],
    ['', /host and a port/u],
  ])('refuses a tunnel to “%s”', async (authority, reason) => {
    const { port, refusals } = await open(false);
    const { said } = await tunnel(port, authority);
    if (said !== '') expect(said).toMatch(/^HTTP\/1\.1 40[03] /u);
    if (authority !== '') expect(refusals.list().map((one) => one.reason)).toEqual([expect.stringMatching(reason)]);
  });

  it.each([
    ['GET http://odd.test:8080/switch HTTP/1.1\r\nHost: odd.test\r\nConnection: upgrade\r\nUpgrade: websocket', /^$/u],
    [
      'GET http://good.test/ HTTP/1.1\r\nHost: good.test\r\nConnection: close, upgrade\r\nUpgrade: h2c',
      /^HTTP\/1\.1 200 /u,
    ],
    ['GET http://127.0.0.1/ HTTP/1.1\r\nHost: good.test', /^$/u],
    ['GET http://good.test@127.0.0.1/ HTTP/1.1\r\nHost: good.test', /^$/u],
    ['GET ftp://good.test/ HTTP/1.1\r\nHost: good.test', /^$/u],
    ['GET https://good.test/ HTTP/1.1\r\nHost: good.test', /^$/u],
    ['GET / HTTP/1.1\r\nHost: good.test', /^$/u],
    ['GET http://good.test:25/ HTTP/1.1\r\nHost: good.test', /^$/u],
    ['GET http://good-on-80.test:443/ HTTP/1.1\r\nHost: good-on-80.test\r\nConnection: close', /^HTTP\/1\.1 200 /u],
  ])('answers “%s”', async (request, expected) => {
    const { port } = await open(false);
    const socket = connectTcp(port, '127.0.0.1');
    await once(socket, 'connect');
    expect(await say(socket, `${request}\r\n\r\n`, 'seen')).toMatch(expected);
    socket.destroy();
  });
});
