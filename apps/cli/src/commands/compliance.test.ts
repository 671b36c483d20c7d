import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runPalisade } from '../test/run-palisade.ts';

const LOGO = '00000000-0000-4000-8000-00000000000a';
const heard: { path: string; type: string; body: Buffer; key: string | undefined }[] = [];
let answerToLogo: { status: number; body: object };
const server = createServer((request, response) => {
  void buffer(request).then((body) => {
    const { 'content-type': type = '', 'idempotency-key': key } = request.headers;
    heard.push({ path: request.url ?? '', type, body, key: key?.toString() });
    const isLogo = request.url?.endsWith('/logo');
    const { status, body: answer } = isLogo
      ? answerToLogo
      : { status: 200, body: { ok: true, message: 'On its way.' } };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
});
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'palisade-compliance-'));
  await writeFile(path.join(folder, 'logo.png'), Buffer.from('89504e47', 'hex'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  heard.length = 0;
  answerToLogo = { status: 200, body: { logo: LOGO } };
});

const generate = (...more: string[]) => {
  const { port } = server.address() as AddressInfo;
  const needed = ['--server', `http://127.0.0.1:${port}/`, '--token', 'pal_comp_x', '--email', 'a@example.com'];
  return runPalisade(['compliance', 'generate', 'example.com', ...needed, ...more]);
};

it('uploads the logo first, then sends the order that refers to it', async () => {
  const scope = ['--card-data', 'iframe', '--personal-data', 'no', '--prepared-for', 'Ann & Co'];
  const ran = await generate(
    '--logo',
    path.join(folder, 'logo.png'),
    ...scope,
    '--framework',
    'nis2-art21',
    '--pages',
    '/pay, /login',
  );
  expect([ran.status, ran.out]).toEqual([0, 'On its way.\n']);
  expect(heard.map(({ path: at, type }) => [at, type])).toEqual([
    ['/api/compliance-report/logo', 'image/png'],
    ['/api/compliance-report/generate', 'application/json'],
  ]);
  expect(heard[0]?.body.toString('hex')).toBe('89504e47');
  expect(JSON.parse(heard[1]?.body.toString() ?? '')).toEqual({
    url: 'example.com',
    token: 'pal_comp_x',
    email: 'a@example.com',
    scope: { card_data: 'iframe', personal_data: false },
    prepared_for: 'Ann & Co',
    pages: ['/pay', '/login'],
    frameworks: ['nis2-art21'],
    logo: LOGO,
  });
});

it('the same command gets the same answer again, if the first one was lost: the token is spent once', async () => {
  for (const more of [[], [], ['--card-data', 'none']]) expect((await generate(...more)).status).toBe(0);
  const [first, again, other] = heard.map(({ key }) => key);
  expect(first).toMatch(/^[\w-]{43}$/u);
  expect([again, other === first]).toEqual([first, false]);
});

it('spends no token on a logo that is refused', async () => {
  answerToLogo = { status: 400, body: { error: 'the logo must be a PNG or JPEG file' } };
  const ran = await generate('--logo', path.join(folder, 'logo.png'));
  expect([ran.status, ran.err]).toEqual([2, expect.stringContaining('must be a PNG or JPEG')]);
  expect(heard).toHaveLength(1);
});

it.each([
  [['--card-data', 'maybe'], '--card-data takes one of'],
  [['--personal-data', 'true'], '--personal-data takes yes or no'],
  [['--logo', '/nowhere/logo.png'], '--logo /nowhere/logo.png cannot be read: no such file or folder (ENOENT)'],
  [['--email', ''], '--email is missing'],
])('%j is used wrongly: nothing reaches the service', async (options, message) => {
  const ran = await generate(...options);
  expect([ran.status, ran.err]).toEqual([2, expect.stringContaining(message)]);
  expect(heard).toEqual([]);
});
