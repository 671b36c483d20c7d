import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { randomCredential } from '@palisade/access/credential-format';
import { site } from '../test/written.ts';
import { scannerAtServer } from './scan-at-server.ts';

const result = site();
const REPORT = Buffer.from(result.ok ? JSON.stringify(result.report) : '');

it.each([
  ['with a key, a scan whose answer was lost is asked for again, under one Idempotency-Key', true],
  ['without a key, it is not: the second one would cost another scan of the day', false],
])('%s', async (_case, paid) => {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'] as string | undefined);
    if (keys.length === 1) return void request.socket.destroy();
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': REPORT.length });
    if (keys.length > 2) return void response.end(REPORT);
    response.write(REPORT.subarray(0, 100), () => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const scanner = await scannerAtServer({ url, key: paid ? randomCredential('key') : undefined, keyFile: undefined });
  const { ok } = await scanner('a.test', new AbortController().signal);
  server.close();
  expect([ok, keys.length, new Set(keys).size]).toEqual(paid ? [true, 3, 1] : [false, 1, 1]);
  expect(keys[0]).toEqual(paid ? expect.stringMatching(/^[\w-]{36}$/u) : undefined);
});
