import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rotateSigningKey } from '@palisade/signing/key-file';
import { signPdf } from '@palisade/signing/signed-pdf';
import { signReport } from '@palisade/signing/signed-report';
import { newSigningKey, signingKeyPem } from '@palisade/signing/signing-key';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runPalisade } from '../test/run-palisade.ts';

const key = newSigningKey();
const asked: string[] = [];
const server = createServer(({ url = '' }, response) => {
  asked.push(url);
  response.end(JSON.stringify({ keys: [key.jwk] }));
});
let folder: string;
let report: object;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'palisade-verify-'));
  vi.stubEnv('DATA_DIR', path.join(folder, 'none'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  report = { url: 'https://example.com/', grade: 'B', score: 70, scanned_at: '2026-11-22T00:00:00.000Z', report_url: `${address()}/r/x` }; // prettier-ignore
});
afterAll(async () => {
  vi.unstubAllEnvs();
  server.close();
  await rm(folder, { recursive: true });
});
const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
async function verify(content: object, ...options: string[]) {
  const file = path.join(folder, 'report.json');
  await writeFile(file, JSON.stringify(content));
  return runPalisade(['verify', file, ...options]);
}

it('fetches the keys from the service named in the report, and says whose keys they were', async () => {
  const { status, out } = await verify(signReport(report, key));
  expect(status).toBe(0);
  expect(out).toMatch(/^genuine: https:\/\/example\.com\/, B 70, .*\nsigned by http:\/\/127\.0\.0\.1:\d+, key /u);
});

it('fails for a changed report, one without a signature and one signed with another key', async () => {
  const changed = await verify({ ...signReport(report, key), grade: 'A' });
  expect(changed).toMatchObject({ status: 1, lastError: expect.stringContaining('altered') as string });
  expect(await verify(report)).toMatchObject({
    status: 1,
    lastError: expect.stringContaining('no signature') as string,
  });
  expect(await verify(signReport(report, newSigningKey()), '--keys', address())).toMatchObject({ status: 1 });
});

it.each([
  ['', '/.well-known/palisade-keys.json'],
  ['/scan', '/scan/.well-known/palisade-keys.json'],
  ['/scan/?from=mail', '/scan/.well-known/palisade-keys.json'],
  ['/keys.json', '/keys.json'],
  ['/keys.json?version=2', '/keys.json?version=2'],
])('--keys with the path "%s" asks for %s', async (given, path) => {
  expect(await verify(signReport(report, key), '--keys', address() + given)).toMatchObject({ status: 0 });
  expect(asked.at(-1)).toBe(path);
});

it('contacts the service named in a PDF, too', async () => {
  const file = path.join(folder, 'report.pdf');
  const claims = { report_id: 'x', url: 'https://example.com/', grade: 'B', score: 70, scanned_at: '2026-11-22T00:00:00.000Z' }; // prettier-ignore
  await writeFile(file, signPdf(Buffer.from('%PDF-1.7\nstartxref\n0\n%%EOF\n'), { ...claims, report_url: `${address()}/r/x` }, key)); // prettier-ignore
  const { status, out } = await runPalisade(['verify', file]);
  expect([status, out]).toEqual([0, expect.stringContaining(`signed by ${address()}, key `)]);
});

it('recognizes what this machine’s service signed, including before its key was replaced, without any request', async () => {
  const own = newSigningKey();
  await writeFile(path.join(folder, 'report-signing-key.pem'), signingKeyPem(own));
  vi.stubEnv('DATA_DIR', folder);
  const { status, out } = await verify(signReport({ ...report, report_url: 'http://127.0.0.1:1/r/x' }, own));
  expect([status, out]).toEqual([0, expect.stringContaining('the service on this machine')]);
  const next = rotateSigningKey(folder);
  rotateSigningKey(folder);
  for (const replaced of [own, next])
    expect(await verify(signReport({ ...report, report_url: 'http://127.0.0.1:1/r/x' }, replaced))).toMatchObject({
      status: 0,
      out: expect.stringContaining('the service on this machine') as string,
    });
});

it('does not trust the keys of the folder it runs in: they may have come with the report', async () => {
  const unpacked = path.join(folder, 'unpacked');
  await mkdir(path.join(unpacked, '.data'), { recursive: true });
  const theirs = rotateSigningKey(path.join(unpacked, '.data'));
  const { report_url: _, ...nameless } = report as { report_url: string };
  const before = process.cwd();
  process.chdir(unpacked);
  vi.stubEnv('DATA_DIR', undefined);
  try {
    const { status, out, lastError } = await verify(signReport(nameless, theirs));
    expect([status, out, lastError]).toEqual([2, '', 'Try --help.']);
  } finally {
    process.chdir(before);
    vi.stubEnv('DATA_DIR', path.join(folder, 'none'));
  }
});
