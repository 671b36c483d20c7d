import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runningApi, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
beforeAll(async () => {
  // Silent connections are closed after 15 s, so that a busy process still answers requests that are over time (10 s).
  api = await runningApi({ SCAN_TIMEOUT_MS: '5000' });
});
afterAll(() => api[Symbol.asyncDispose]());

/** Sends these bytes and returns everything that arrives until the connection closes. */
async function sent(bytes: string | Buffer, then: 'end' | 'wait' = 'end'): Promise<{ text: string; ms: number }> {
  const started = performance.now();
  const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(bytes);
  if (then === 'end') socket.end();
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(socket, 'close');
  return { text, ms: performance.now() - started };
}
const fieldsOf = (answer: string) => Object.keys(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as object);
const POST = 'POST /api/scan HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n';
const close = 'Connection: close\r\n';

it('names what a key read from a file of Windows puts into a header', async () => {
  const { text } = await sent('GET /api/verify-key HTTP/1.1\r\nHost: x\r\nX-API-Key: pal_live_x\r\r\n\r\n');
  expect(text).toContain('{"error":"a header of the request contains a line break or another control character"}');
});

describe('errors that Node would answer by itself are {"error"}, too', () => {
  it.each([
    ['another version', 400, 'GET / HTTP/9.9\r\n\r\n'],
    ['headers too large', 431, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`],
    [
      'a carriage return at the end of a header',
      400,
      `GET /healthz HTTP/1.1\r\nHost: x\r\nX-API-Key: a\r\r\n${close}\r\n`,
    ],
    ['no Host', 400, `GET /healthz HTTP/1.1\r\n${close}\r\n`],
    ['two Hosts', 400, `GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n${close}\r\n`],
    ['two equal Hosts', 400, `GET /healthz HTTP/1.1\r\nHost: a\r\nhost: a\r\n${close}\r\n`],
    ...['a/b', 'x:65536', 'x:99999', '[zz]', '[::1', '[1.2.3.4]', '::1', 'u@x', 'x:-1', '"x"'].map(
      (host): [string, number, string] => [
        `Host: ${host}`,
        400,
        `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n${close}\r\n`,
      ],
    ),
    ...['http:///healthz', 'http://u:p@x/healthz', 'http://x:99999/', 'ftp://x/healthz', 'http://?a'].map(
      (target): [string, number, string] => [`GET ${target}`, 400, `GET ${target} HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    ),
    ['an invalid Host next to an absolute URL', 400, `GET http://x/healthz HTTP/1.1\r\nHost: a/b\r\n${close}\r\n`],
    ['an invalid Host', 400, `GET /healthz HTTP/1.1\r\nHost: a/b\r\n${close}\r\n`],
    ['no Host, but a body', 400, POST.replace('Host: x\r\n', 'Content-Length: 2\r\n') + '\r\n{}'],
    ...[
      '200-maybe',
      '100-continue, foo',
      'foo, 100-continue',
      '100-continue;a=b',
      '100-continue,',
      '"100-continue"',
    ].map((value): [string, number, string] => [
      `Expect: ${value}`,
      417,
      `GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: ${value}\r\n${close}\r\n`,
    ]),
    [
      'two Expect headers',
      417,
      `GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nExpect: foo\r\n${close}\r\n`,
    ],
    ['another Expect before a body', 417, `${POST}Expect: 100-continue, foo\r\nContent-Length: 2\r\n\r\n{}`],
    ['CONNECT', 405, 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n'],
    ['an unknown method', 400, `FOO / HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    ['a method without a route', 405, `PROPFIND / HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    ['TRACE', 405, `TRACE / HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    ['HTTP/2 with prior knowledge', 400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['two lengths', 400, `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ['length and chunks', 400, `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['an invalid chunk', 400, `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    [
      'endless chunk extensions',
      413,
      `${POST}Transfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    ],
    ['a NUL in a header', 400, 'GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n'],
    ['garbage', 400, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc'],
    [
      'an Upgrade on a path without a route',
      404,
      'GET /none HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    ],
    ['a body in gzip', 415, `${POST}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}`],
    [
      'a body in br, in chunks',
      415,
      `${POST}Content-Encoding: br\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
    ['a body in two codings', 415, `${POST}Content-Encoding: deflate, GZIP\r\nContent-Length: 2\r\n\r\n{}`],
    ['the identity coding', 400, `${POST}Content-Encoding: Identity\r\nContent-Length: 2\r\n\r\n{}`],
    ['a coding without a body', 404, `GET /none HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\n${close}\r\n`],
    ['an invalid absolute URL', 400, `GET http://[::1/healthz HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    ['GET *', 400, `GET * HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    ['a very long id', 404, `GET /api/reports/${'a'.repeat(8_000)} HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    ['a very long host', 404, `GET /site/${'a'.repeat(8_000)} HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    ['QUERY', 405, `QUERY /healthz HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    ['HTTP/2.0 in the request line', 505, `GET /healthz HTTP/2.0\r\nHost: x\r\n\r\n`],
    ['chunks in HTTP/1.0', 400, `${POST.replace('1.1', '1.0')}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
    ['chunks with another coding', 501, `${POST}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
    ['JSON in Latin-1', 400, Buffer.from(`${POST}Content-Length: 23\r\n\r\n{"url":"m\xfcnchen.test"} `, 'latin1')],
    ['deeply nested JSON', 400, `${POST}Content-Length: 60000\r\n\r\n${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ])('%s: %i', async (_what, status, request) => {
    const { text } = await sent(request);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(fieldsOf(text)).toEqual(['error']);
    for (const name of ['date', 'cache-control', 'x-content-type-options', 'content-security-policy'])
      expect(text.toLowerCase()).toContain(`\r\n${name}: `);
    expect(text.includes('\r\nallow: ')).toBe(status === 405);
  });

  it('the refusal of a coding names the supported one', async () => {
    const { text } = await sent(`${POST}Content-Encoding: zstd\r\nContent-Length: 2\r\n\r\n{}`);
    expect(text.toLowerCase()).toContain('\r\naccept-encoding: identity\r\n');
  });

  it('invalid HTTP behind unfinished responses on the same connection is answered after them', async () => {
    const get = 'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n';
    const { text } = await sent(`${get}${get}GARBAGE\r\n\r\n`, 'wait');
    expect([...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status)).toEqual(['503', '503', '400']);
    expect(fieldsOf(text.slice(text.lastIndexOf('HTTP/1.1 ')))).toEqual(['error']);
  });

  it.each([
    ['HTTP/1.0 without Host', 'GET /healthz HTTP/1.0\r\n\r\n'],
    ['an IPv6 Host', `GET /healthz HTTP/1.1\r\nHost: [::1]:3000\r\n${close}\r\n`],
    ['an absolute target', `GET http://x/healthz HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    ['100-continue', `GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n${close}\r\n`],
    ['100-Continue', `GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\n${close}\r\n`],
    ['another Expect in HTTP/1.0, which has none', 'GET /healthz HTTP/1.0\r\nHost: x\r\nExpect: foo\r\n\r\n'],
    [
      'an Upgrade that is ignored',
      `GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n`,
    ],
  ])('%s is served', async (_what, request) => {
    expect((await sent(request)).text).toMatch(/HTTP\/1.1 200 /);
  });
});

describe('an incomplete request', () => {
  // Concurrently: each waits for its time limit.
  it.concurrent.each([
    ['nothing at all', '', 8_000],
    ['half the header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow', 8_000],
    ['half the body', `${POST}Content-Length: 50\r\n\r\n{"url":`, 20_000],
  ])('%s soon ends with 408', async (_what, bytes, withinMs) => {
    const { text, ms } = await sent(bytes, 'wait');
    expect(text).toMatch(/^HTTP\/1.1 408 /);
    expect(fieldsOf(text)).toEqual(['error']);
    expect(ms).toBeLessThan(withinMs);
  });

  it.concurrent.each([
    ['half the header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow'],
    ['half the body', `${POST}Content-Length: 50\r\n\r\n{"url":`],
  ])('after a complete request, %s soon ends, too', async (_what, bytes) => {
    const { text, ms } = await sent(`GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n${bytes}`, 'wait');
    expect([...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status)).toEqual(['200', '408']);
    expect(ms).toBeLessThan(20_000);
  });

  // The server looks twice, fifteen seconds apart: Node first checks whether anything was sent since.
  it.concurrent(
    'a response that is not read does not keep its connection open forever',
    { timeout: 180_000 },
    async ({ expect }) => {
      const one = (await (await fetch(`${api.baseUrl}/openapi.json`)).arrayBuffer()).byteLength;
      const asked = 400;
      const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1').on('error', () => undefined);
      const end = Promise.withResolvers<void>();
      const accepted = (message: unknown): void => {
        const { socket: served } = message as { socket: Socket };
        const { remotePort } = served;
        served.once('close', () => remotePort === socket.localPort && end.resolve());
      };
      subscribe('net.server.socket', accepted);
      socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(asked));
      await end.promise;
      unsubscribe('net.server.socket', accepted);
      let got = 0;
      socket.on('data', (chunk: Buffer) => (got += chunk.length));
      await Promise.race([once(socket, 'close'), new Promise((resolve) => setTimeout(resolve, 10_000))]);
      socket.destroy();
      expect(got).toBeLessThan((asked * one) / 2);
    },
  );
});
