import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runningApi, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi();
});
afterAll(() => api[Symbol.asyncDispose]());

/** Sends these bytes, closes its own side if asked, and returns everything until the connection ends. */
async function sent(bytes: string, halfClose: boolean): Promise<string> {
  const socket = connect({ port: Number(new URL(api.baseUrl).port), host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.write(bytes);
  if (halfClose) socket.end();
  await once(socket, 'end');
  socket.destroy();
  return text;
}
const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
const head = (path: string, type = 'application/json', length = 27) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n`;

describe('RFC 9110 §10.1.1: a client that waits for 100 Continue', () => {
  it.each([
    ['without a key', 401, head('/api/scan/pro')],
    ['with another type', 415, head('/api/scan', 'text/plain')],
    ['with a body that is too long', 413, head('/api/scan', 'application/json', 10_000_000)],
    ['for a path without a route', 404, head('/nothing')],
    ['with another method', 405, head('/api/scan').replace('POST', 'PUT')],
    ['with an encoded body', 415, `${head('/api/scan')}Content-Encoding: gzip\r\n`],
  ])('%s gets %i at once, and the connection ends', async (_what, status, request) => {
    const text = await sent(`${request}Expect: 100-continue\r\n\r\n`, false);
    expect(statuses(text)).toEqual([status]);
    expect(text.toLowerCase()).toContain('\r\nconnection: close\r\n');
  });

  it.each([
    ['a body that is read', [100, 400], head('/api/scan', 'application/json; charset=utf-8', 2), '{}'],
    [
      'in chunks',
      [100, 400],
      head('/api/scan').replace(/Content-Length.*\r\n/, 'Transfer-Encoding: chunked\r\n'),
      '0\r\n\r\n',
    ],
    ['a form', [100, 303], head('/scan', 'application/x-www-form-urlencoded', 4), 'url='],
    ['no body', [200], 'GET /healthz HTTP/1.1\r\nHost: x\r\n', ''],
  ])('%s', async (_what, expected, request, body) => {
    const text = await sent(`${request}Expect: 100-continue\r\nConnection: close\r\n\r\n${body}`, false);
    expect(statuses(text)).toEqual(expected);
  });
});

describe('RFC 9112 §9.6: a client that has closed its side of the connection', () => {
  it.each([
    ['a refused body', [400], `${head('/api/scan', 'application/json', 2)}\r\n{}`],
    ['a lookup in the database', [503], 'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n'],
    [
      'three requests',
      [503, 200, 503],
      ['/readyz', '/healthz', '/readyz'].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''),
    ],
    [
      'a body in chunks',
      [400],
      `${head('/api/scan').replace(/Content-Length.*\r\n/, 'Transfer-Encoding: chunked\r\n')}\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
    ['an incomplete body', [400], `${head('/api/scan')}\r\n{`],
  ])('gets its answer: %s', async (_what, expected, request) => {
    expect(statuses(await sent(request, true))).toEqual(expected);
  });

  it('counts as gone for a scan that runs', async () => {
    const socket = connect({ port: Number(new URL(api.baseUrl).port), host: '127.0.0.1', allowHalfOpen: true });
    let reason: unknown;
    api.onScan(
      (_url, { signal }) =>
        new Promise((_, fail) => {
          signal.addEventListener('abort', () => {
            reason = signal.reason;
            fail(reason);
          });
          socket.end();
        }),
    );
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.write(`${head('/api/scan', 'application/json', 21)}\r\n{"url":"example.com"}`);
    await once(socket, 'end');
    socket.destroy();
    expect(reason).toMatchObject({ name: 'ScanCancelled' });
    expect(statuses(text)).toEqual([499]);
  });
});

it('a request that is answered before its body arrives gets one response', async () => {
  const text = await sent(`${head('/api/scan/pro')}\r\n{`, false);
  expect(statuses(text)).toEqual([401]);
});
