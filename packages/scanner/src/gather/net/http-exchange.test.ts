import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { fieldValues } from '../../evidence/http.ts';
import { createEgress } from './create-egress.ts';
import type { Egress, HttpAnswer, HttpRequestOptions } from './egress.ts';
import { MAX_HEADER_BYTES } from './http-exchange.ts';

const signal = AbortSignal.timeout(60_000);
const closing: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

interface Site {
  url: URL;
  /** What each connection was sent, up to the end of the request. */
  requests: string[];
  egress: Egress;
}

/** A server that does whatever `serve` does once the request is in. */
async function start(serve: (socket: Socket, request: string) => void): Promise<Site> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('data', (chunk) => {
      requests.push(chunk.toString('latin1'));
      serve(socket, chunk.toString('latin1'));
    });
  });
  server.listen(0, '127.77.6.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const egress = createEgress({
    allowCidrs: ['127.77.0.0/16'],
    allowPorts: [port],
    dnsServers: ['127.88.0.99:1'],
    userAgent: 'Palisade-Test',
  });
  closing.push(() => {
    egress.close();
    for (const socket of sockets) socket.destroy();
    return new Promise((done) => server.close(done));
  });
  return { url: new URL(`http://127.77.6.1:${port}/p?q=1`), requests, egress };
}

async function get(
  serve: string | Buffer | ((socket: Socket, request: string) => void),
  options: Partial<HttpRequestOptions> = {},
): Promise<HttpAnswer> {
  const { url, egress } = await start(
    typeof serve === 'function'
      ? serve
      : (socket) => socket.end(typeof serve === 'string' ? Buffer.from(serve, 'latin1') : serve),
  );
  return egress.request({ url, signal, ...options });
}

const ok = (headers: string, body: string | Buffer = ''): Buffer =>
  Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${headers}\r\n`, 'latin1'), Buffer.from(body as string)]);
const coded = (coding: string, body: Buffer): Buffer =>
  ok(`Content-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n`, body);

describe('what is sent', () => {
  it('is an honest request with our name', async () => {
    const { url, egress, requests } = await start((socket) => socket.end(ok('Content-Length: 0\r\n')));
    await egress.request({ url, signal, headers: { Origin: 'https://a.example' } });
    const [line, ...fields] = requests[0]?.trim().split('\r\n') ?? [];
    expect(line).toBe('GET /p?q=1 HTTP/1.1');
    expect(fields).toContain(`Host: ${url.host}`);
    expect(fields).toContain('User-Agent: Palisade-Test');
    expect(fields).toContain('Accept-Encoding: gzip, br');
    expect(fields).toContain('Origin: https://a.example');
  });
});

describe('header fields', () => {
  it('come in wire order, repeated, in their own case and as latin-1', async () => {
    const { headers } = await get(
      ok('X-b: 1\r\nSet-Cookie: a=1\r\nx-B: 2\r\nSET-cookie: b=2\r\nX-E: caf\u00e9\u00ff\r\nContent-Length: 0\r\n'),
    );
    expect(headers).toEqual([
      ['X-b', '1'],
      ['Set-Cookie', 'a=1'],
      ['x-B', '2'],
      ['SET-cookie', 'b=2'],
      ['X-E', 'caf\u00e9\u00ff'],
      ['Content-Length', '0'],
    ]);
  });

  it('legal extremes are read: a 40 kB policy beside 100 cookies', async () => {
    const policy = `default-src 'self' ${'https://host.example '.repeat(2000)}`.trim();
    const cookies = Array.from({ length: 100 }, (_, i) => `Set-Cookie: c${i}=${'v'.repeat(400)}\r\n`).join('');
    const { headers } = await get(ok(`Content-Security-Policy: ${policy}\r\n${cookies}Content-Length: 0\r\n`));
    expect(fieldValues(headers, 'content-security-policy')).toEqual([policy]);
    expect(fieldValues(headers, 'set-cookie').length).toBe(100);
  });

  it(`more than ${MAX_HEADER_BYTES} bytes are not`, async () => {
    const tenMegabytes = `X-Big: ${'a'.repeat(100_000)}\r\n`.repeat(100);
    await expect(get(ok(tenMegabytes))).rejects.toMatchObject({ code: 'too_large' });
    await expect(get(ok(`X-Big: ${'a'.repeat(10_000_000)}\r\n`))).rejects.toMatchObject({ code: 'too_large' });
  });
});

describe('status lines', () => {
  it.each([
    ['HTTP/1.1 200 OK', 200],
    ['HTTP/1.0 200 OK', 200],
    ['HTTP/1.1 200', 200],
    ['HTTP/1.1 404 Not Found', 404],
    ['HTTP/1.1 418 I am a teapot', 418],
    ['HTTP/1.1 500 Oh \u00e9', 500],
    ['HTTP/1.1 600 Beyond', 600],
    ['HTTP/1.1 999 Request denied', 999],
    ['HTTP/1.1 099 Early', 99],
  ])('%s is an answer', async (line, status) => {
    expect((await get(`${line}\r\nContent-Length: 0\r\n\r\n`)).status).toBe(status);
  });

  it('an upgrade nobody asked for is an answer too', async () => {
    const answer = await get(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\nX-A: 1\r\n\r\n\u0000\u0001',
    );
    expect(answer.status).toBe(101);
    expect(fieldValues(answer.headers, 'x-a')).toEqual(['1']);
  });

  it('early hints are passed over, a flood of them is not endured', async () => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n';
    const answer = await get(hint + hint + ok('X-A: 1\r\nContent-Length: 0\r\n').toString('latin1'));
    expect([answer.status, fieldValues(answer.headers, 'link')]).toEqual([200, []]);
    await expect(get(hint.repeat(1000))).rejects.toMatchObject({ code: 'malformed' });
  });
});

describe('answers that break the syntax are read once more, leniently', () => {
  it.each([
    ['bare LF', 'HTTP/1.1 200 OK\nX-A: 1\nContent-Length: 0\n\n'],
    ['a NUL in a value', 'HTTP/1.1 200 OK\r\nX-A: 1\r\nX-Nul: a\u0000b\r\nContent-Length: 0\r\n\r\n'],
    ['an escape in a value', 'HTTP/1.1 200 OK\r\nX-A: 1\r\nX-Esc: a\u001b[31mb\r\nContent-Length: 0\r\n\r\n'],
    ['both lengths', 'HTTP/1.1 200 OK\r\nX-A: 1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ])('%s', async (_, bytes) => {
    const answer = await get(bytes);
    expect(answer).toMatchObject({ status: 200, lenient: true });
    expect(fieldValues(answer.headers, 'x-a')).toEqual(['1']);
  });

  it('what is not HTTP at all is malformed, after two connections and no more', async () => {
    for (const bytes of [
      'SSH-2.0-OpenSSH_9.6\r\n',
      '<html>no header block</html>',
      '\u0016\u0003\u0001\u0002',
      '220 mail ESMTP\r\n',
    ]) {
      const { url, egress, requests } = await start((socket) => socket.end(Buffer.from(bytes, 'latin1')));
      await expect(egress.request({ url, signal })).rejects.toMatchObject({ name: 'NetworkFault', code: 'malformed' });
      expect(requests.length).toBe(2);
    }
  });
});

describe('bodies', () => {
  const page = Buffer.from('<p>hello</p>'.repeat(100));

  it.each([
    ['gzip', gzipSync(page)],
    ['x-gzip', gzipSync(page)],
    ['br', brotliCompressSync(page)],
    ['deflate', deflateSync(page)],
    ['deflate', deflateRawSync(page)],
    ['zstd', zstdCompressSync(page)],
    ['gzip, gzip', gzipSync(gzipSync(page))],
    ['br, gzip', gzipSync(brotliCompressSync(page))],
    ['identity', page],
  ])('%s is decoded', async (coding, body) => {
    expect(await get(coded(coding, body))).toMatchObject({ body: page, truncated: false, bodyFault: null });
  });

  it('a length that is short or an answer without one is no fault', async () => {
    expect((await get(ok('Content-Length: 5\r\n', 'hello and more'))).body.toString()).toBe('hello');
    const open = await get(ok('', 'until the end'));
    expect(open).toMatchObject({ truncated: false, bodyFault: null });
    expect(open.body.toString()).toBe('until the end');
  });

  it.each([
    ['gzip', () => gzipSync(Buffer.alloc(64 * 1024 * 1024))],
    ['br', () => brotliCompressSync(Buffer.alloc(64 * 1024 * 1024))],
    ['zstd', () => zstdCompressSync(Buffer.alloc(64 * 1024 * 1024))],
    ['gzip, gzip', () => gzipSync(gzipSync(Buffer.alloc(64 * 1024 * 1024)))],
  ])('a %s bomb costs no more than the limit', async (coding, make) => {
    const answer = await get(coded(coding, make()), { maxBodyBytes: 100_000 });
    expect(answer).toMatchObject({ truncated: true, bodyFault: null });
    expect(answer.body.length).toBe(100_000);
  });

  it('an endless body is cut at the limit', async () => {
    const answer = await get(
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const chunk = Buffer.alloc(64 * 1024, 97);
        const more = (): void => {
          while (!socket.destroyed && socket.write(chunk));
        };
        socket.on('drain', more);
        more();
      },
      { maxBodyBytes: 300_000 },
    );
    expect(answer).toMatchObject({ truncated: true, bodyFault: null });
    expect(answer.body.length).toBe(300_000);
  });

  it.each([
    ['closed before its length', ok('Content-Length: 100\r\n', 'half'), 'half', 'reset'],
    ['a broken chunk', ok('Transfer-Encoding: chunked\r\n', '4\r\nhalf\r\nzz\r\n'), 'half', 'malformed'],
    ['a chunked body without an end', ok('Transfer-Encoding: chunked\r\n', '4\r\nhalf\r\n'), 'half', 'reset'],
    ['garbage that says gzip', coded('gzip', Buffer.from('half of nothing')), '', 'malformed'],
    ['an unknown coding', coded('compress', Buffer.from('half')), '', 'malformed'],
    ['three codings', coded('gzip, gzip, gzip', gzipSync('half')), '', 'malformed'],
  ])('%s keeps the header block and what came', async (_, bytes, body, fault) => {
    const answer = await get(bytes);
    expect(answer).toMatchObject({ status: 200, truncated: true, bodyFault: fault });
    expect(answer.body.toString()).toBe(body);
  });

  it('half a gzip body gives its first half', async () => {
    const whole = gzipSync(page, { level: 0 });
    const answer = await get(
      ok(`Content-Encoding: gzip\r\nContent-Length: ${whole.length}\r\n`, whole.subarray(0, 600)),
    );
    expect(answer).toMatchObject({ truncated: true, bodyFault: 'reset' });
    expect(page.toString().startsWith(answer.body.toString())).toBe(true);
    expect(answer.body.length).toBeGreaterThan(400);
  });

  it('are not read where nobody wants them: redirects, and a limit of none', async () => {
    const stuck = (socket: Socket, head: string): boolean => socket.write(`${head}Content-Length: 1000000\r\n\r\nx`);
    const redirect = await get((socket) => stuck(socket, 'HTTP/1.1 301 Moved\r\nLocation: /x\r\n'));
    expect([redirect.status, redirect.body.length]).toEqual([301, 0]);
    const headerOnly = await get((socket) => stuck(socket, 'HTTP/1.1 200 OK\r\n'), { maxBodyBytes: 0 });
    expect([headerOnly.status, headerOnly.body.length]).toEqual([200, 0]);
  });
});

describe('time', () => {
  it('a header block that never ends is a time-out', async () => {
    await expect(get(() => undefined, { timeoutMs: 150 })).rejects.toMatchObject({ code: 'timeout' });
    const drip = (socket: Socket): void => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('X-A: 1\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    };
    await expect(get(drip, { timeoutMs: 150 })).rejects.toMatchObject({ code: 'timeout' });
  });

  it('a body that never ends is an answer with a beginning', async () => {
    for (const head of ['', 'Content-Length: 1000\r\n', 'Transfer-Encoding: chunked\r\n']) {
      const answer = await get(
        (socket) => {
          socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n`);
          const timer = setInterval(() => socket.write(head.startsWith('T') ? '1\r\nx\r\n' : 'x'), 20);
          socket.on('close', () => clearInterval(timer));
        },
        { timeoutMs: 300 },
      );
      expect(answer).toMatchObject({ status: 200, truncated: true, bodyFault: 'timeout' });
      expect(answer.body.length).toBeGreaterThan(0);
    }
  });
});

describe('connections that break', () => {
  it.each([
    ['closed without a word', (socket: Socket) => socket.end(), 'reset'],
    ['reset', (socket: Socket) => socket.resetAndDestroy(), 'reset'],
    ['closed in the header block', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nX-A'), 'reset'],
  ])('%s', async (_, serve, code) => {
    await expect(get(serve)).rejects.toMatchObject({ name: 'NetworkFault', code });
  });

  it('a port that is closed is refused, and TLS where none is spoken fails as TLS', async () => {
    const { url, egress } = await start((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await expect(egress.request({ url: new URL(url.href.replace('http:', 'https:')), signal })).rejects.toMatchObject({
      code: 'tls',
    });
    await expect(egress.request({ url: new URL(url.href.replace('6.1', '6.2')), signal })).rejects.toMatchObject({
      code: 'refused',
    });
  });
});
