import { signPdf } from '@palisade/signing/signed-pdf';
import { newSigningKey } from '@palisade/signing/signing-key';
import { verifyFile } from '@palisade/signing/verify-file';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runningApi, SIGNING_KEY, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
let json: string;
beforeAll(async () => {
  api = await runningApi();
  json = await (await api.post('/api/scan', { url: 'https://example.com' })).text();
});
afterAll(() => api[Symbol.asyncDispose]());

const verify = async (body: string | Buffer, type = 'application/json') => {
  const response = await fetch(`${api.baseUrl}/api/verify`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Uint8Array(Buffer.from(body)),
  });
  return { status: response.status, ...((await response.json()) as Record<string, unknown>) };
};

it('a report from the API is genuine, with its date and grade, even if reformatted', async () => {
  const { report_id, grade, score, scanned_at, url } = JSON.parse(json) as Record<string, unknown>;
  const genuine = { status: 200, result: 'genuine', kind: 'report', kid: SIGNING_KEY.kid };
  expect(await verify(json)).toEqual({ ...genuine, report_id, grade, score, scanned_at, url });
  expect(await verify(JSON.stringify(JSON.parse(json), null, 2), 'application/octet-stream')).toMatchObject(genuine);
});

it('anyone can check it with the published keys and without this service', async () => {
  const response = await api.get('/.well-known/palisade-keys.json');
  expect(response.status).toBe(200);
  const keys = (await response.json()) as { keys: [{ x: string; kid: string }] };
  expect(keys.keys).toEqual([SIGNING_KEY.jwk]);
  expect(verifyFile(Buffer.from(json), keys).result).toBe('genuine');
});

it.each([
  ['a better grade', (text: string) => text.replace(/"grade":"\w\+?"/, '"grade":"A+"'), 'altered'],
  ['a number that differs in the last digit', (text: string) => text.replace(/"score":\d+/, '"score":99'), 'altered'],
  ['a member twice', (text: string) => text.replace('{', '{"grade":"A+",'), 'altered'],
  ['no signature', (text: string) => text.replace(/,"signature":\{[^}]*\}/, ''), 'unknown'],
  ['the signature of another service', (text: string) => text.replace(SIGNING_KEY.kid, newSigningKey().kid), 'unknown'],
  ['not a report', () => '[]', 'unknown'],
])('%s', async (_name, change, result) => {
  const changed = change(json);
  expect(changed).not.toBe(json);
  const answer = await verify(changed);
  expect(answer).toMatchObject({ status: 200, result, kind: 'report' });
  // What an altered report claims is not repeated.
  expect(answer).not.toHaveProperty('grade');
});

it('a PDF, genuine and altered', async () => {
  const claims = {
    report_id: null,
    url: 'https://example.com/',
    grade: 'C',
    score: 61,
    scanned_at: '2026-11-22T00:00:00.000Z',
  };
  const pdf = signPdf(Buffer.from('%PDF-1.7\nGrade C\ntrailer\nstartxref\n1\n%%EOF\n'), claims, SIGNING_KEY);
  expect(await verify(pdf, 'application/pdf')).toMatchObject({ result: 'genuine', kind: 'pdf', ...claims });
  const forged = Buffer.from(pdf.toString('latin1').replace('Grade C', 'Grade A'), 'latin1');
  expect(await verify(forged, 'application/pdf')).toMatchObject({ result: 'altered', kind: 'pdf' });
});

it.each([
  ['an image', 'application/pdf', 400, 'GIF89a'],
  ['nothing', 'application/json', 400, ''],
  ['half an object', 'application/json', 400, '{'],
  ['an object', 'text/html', 415, '{}'],
  ['17 MB', 'application/json', 413, 'x'.repeat(17 * 1024 * 1024)],
])('an error for %s as %s', async (_what, type, status, body) => {
  expect(await verify(body, type)).toEqual({ status, error: expect.any(String) });
});

const onThePage = async (content: string | Buffer, headers: Record<string, string> = {}) => {
  const body = new FormData();
  body.set('file', new Blob([content as BlobPart]), 'file');
  const answer = await fetch(`${api.baseUrl}/verify`, {
    method: 'POST',
    body,
    headers: { accept: 'text/html', ...headers },
  });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
};

it('the page without scripts shows whether a report is genuine or was altered', async () => {
  const { grade, score, scanned_at } = JSON.parse(json) as Record<string, unknown>;
  const [, time] = /T(\d\d:\d\d:\d\d)/.exec(String(scanned_at)) ?? [];
  const genuine = await onThePage(json);
  expect(genuine.status).toBe(200);
  expect(genuine.html).toContain('class="passed"');
  expect(genuine.html).toContain(`grade ${String(grade)}, ${String(score)} of 100, `);
  expect(genuine.html).toContain(`, ${String(time)} UTC`);
  expect([genuine.headers.get('x-robots-tag'), genuine.headers.get('cache-control')]).toEqual(['noindex', 'no-store']);
  const altered = await onThePage(json.replace(/"score":\d+/, '"score":99'), { cookie: 'palisade_language=hi' });
  expect(altered.html).toContain('class="failed"');
  expect(altered.html).toContain('बदली हुई');
  // What an altered report claims is not repeated.
  expect(altered.html).not.toContain('99');
});

it.each([
  ['no file', '', {}, 400, 'Choose a file first.'],
  ['something else', 'GIF89a', {}, 400, 'send a report as JSON or PDF'],
  ['a form on another site', '{}', { 'sec-fetch-site': 'cross-site' }, 403, 'only be submitted from its own page'],
  ['too large', 'x'.repeat(17 * 1024 * 1024), {}, 413, 'larger than 16 MiB'],
])('the page refuses %s', async (_what, content, headers, status, message) => {
  const answer = await onThePage(content, headers);
  expect([answer.status, answer.html]).toEqual([status, expect.stringContaining(message)]);
});

it.each([
  ['/verify', 'Send the form as multipart/form-data.'],
  ['/scan', 'Send the form as application/x-www-form-urlencoded.'],
  ['/compliance', 'Send the form as application/x-www-form-urlencoded or multipart/form-data.'],
  ['/api/verify', 'send the request body as application/json or application/pdf'],
  ['/api/open', 'send the request body as application/json'],
  ['/api/scan', 'send the request body as application/json'],
])('%s names the type that it accepts', async (path, message) => {
  const headers = { 'content-type': 'text/csv', accept: 'text/html' };
  const answer = await fetch(`${api.baseUrl}${path}`, { method: 'POST', body: 'url=x', headers });
  const text = await answer.text();
  expect(answer.status).toBe(415);
  if (path.startsWith('/api')) expect(JSON.parse(text)).toEqual({ error: message });
  else expect(text).toContain(message);
});
