import { oneTimeColumn } from '@palisade/report/columns';
import { evidenceText } from '@palisade/scanner/evidence-text';
import { newSigningKey } from '@palisade/signing/signing-key';
import { signReport } from '@palisade/signing/signed-report';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evidenceWith } from '../../../../packages/scanner/test/evidence.ts';
import { REPORT, runningApi, SIGNING_KEY, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi({ SERVICE_NAME: 'Stockade' });
});
afterAll(() => api[Symbol.asyncDispose]());

const REPORT_FILE = oneTimeColumn(REPORT);
const EVIDENCE_FILE = evidenceText(evidenceWith({}));

const open = (file: unknown) => api.post('/api/open', file);
const upload = (content: string | Buffer, headers: Record<string, string> = {}) => {
  const body = new FormData();
  body.set('file', new Blob([content as BlobPart]), 'file.json');
  return fetch(`${api.baseUrl}/open`, { method: 'POST', body, headers: { accept: 'text/html', ...headers } });
};

describe('a file that is opened by a program', () => {
  it.each([
    ['a report that was signed here', signReport(REPORT_FILE, SIGNING_KEY), 'genuine'],
    ['one that was changed since', { ...signReport(REPORT_FILE, SIGNING_KEY), score: 100 }, 'altered'],
    ['one that someone else signed', signReport(REPORT_FILE, newSigningKey()), 'unknown'],
    ['one without a signature', REPORT_FILE, 'none'],
  ])('can be %s', async (_what, file, result) => {
    const answer = await open(file);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ kind: 'report', signature: { result }, report: { url: REPORT.url } });
  });

  it('can be in UTF-16, as PowerShell writes it', async () => {
    const answer = await upload(Buffer.from(`\ufeff${JSON.stringify(REPORT_FILE)}`, 'utf16le'));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(new URL(REPORT.url).host);
  });

  it('can be evidence, which is judged as in a scan', async () => {
    const answer = (await (await open(EVIDENCE_FILE)).json()) as { kind: string; report: typeof REPORT };
    expect(answer.kind).toBe('evidence');
    expect(answer.report).toEqual({ ...REPORT_FILE, scan_id: '00000000-0000-4000-8000-000000000000' });
  });

  it.each([
    ['not JSON', '<html>', 'not JSON'],
    ['other JSON', { hello: 'world' }, 'neither a report nor saved evidence'],
    ['a list', [REPORT_FILE], 'neither a report nor saved evidence'],
    ['a report of another shape', { ...REPORT_FILE, tls: null }, 'not a report of this version (tls'],
    ['a report on something other than a website', { ...REPORT_FILE, url: 'javascript:alert(1)' }, 'not a website URL'],
    ['evidence of another version', { ...evidenceWith({}), version: 99 }, 'not evidence of this version (version'],
    ['evidence with a wrong type deep inside', EVIDENCE_FILE.replace('"status":200', '"status":"x"'), 'status'],
    ['deeply nested', `{"target":${'['.repeat(200_000)}${']'.repeat(200_000)},"version":1}`, 'not evidence'],
  ])('is refused when it is %s', async (_what, file, message) => {
    const answer = await open(file);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { error: string }).error).toContain(message);
  });

  it('is refused if it is larger than the evidence of any scan', async () => {
    const answer = await open(' '.repeat(8 * 1024 * 1024 + 1));
    expect([answer.status, await answer.json()]).toEqual([413, { error: 'the request body is larger than 8 MiB' }]);
  });

  it('leaves room for other callers if one sends many', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => open(EVIDENCE_FILE + ' '.repeat(4 * 1024 * 1024))),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect(statuses).toEqual(new Set([200, 503]));
    expect(answers.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('2');
  });
});

describe('a file that a visitor opens', () => {
  it('is shown as a file, with the result of its signature check', async () => {
    const answer = await upload(JSON.stringify(signReport({ ...REPORT_FILE, report_id: 'a'.repeat(24) }, SIGNING_KEY)));
    expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
    const html = await answer.text();
    expect(html).toContain('the content of a file that you opened');
    expect(html).toContain('Its signature is valid');
    expect(html).toContain(`href="/r/${'a'.repeat(24)}"`);
    // It has no address, so nothing that needs one is offered.
    for (const absent of ['findings.csv', '/delete"', 'og:image', '/api/reports/']) expect(html).not.toContain(absent);
  });

  it('shows for evidence that it was judged just now, and its hash', async () => {
    const html = await (await upload(EVIDENCE_FILE)).text();
    expect(html).toContain('evaluated just now without a new scan');
    expect(html).toContain(`evidence SHA-256 ${REPORT.evidence_sha256}`);
  });

  it('says in the visitor’s language that a report was altered', async () => {
    const file = { ...signReport(REPORT_FILE, SIGNING_KEY), grade: 'A+' };
    expect(await (await upload(JSON.stringify(file), { cookie: 'palisade_language=hi' })).text()).toContain(
      'हस्ताक्षर मेल नहीं खाता',
    );
  });

  it('gets a page that says why it is not shown', async () => {
    const answer = await upload('not a report');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain('The file is not JSON.');
    const empty = await upload('');
    expect([empty.status, await empty.text()]).toEqual([400, expect.stringContaining('Choose a file first.')]);
  });

  it('has a form that another site cannot submit', async () => {
    const form = await (await api.get('/open', { accept: 'text/html' })).text();
    expect(form).toMatch(/<form [^>]*enctype="multipart\/form-data"/i);
    expect((await upload(EVIDENCE_FILE, { origin: 'https://elsewhere.example' })).status).toBe(403);
  });

  it('does not reach the page as markup', async () => {
    const html = await (
      await upload(JSON.stringify({ ...REPORT_FILE, final_url: 'https://a.example/?<script>x' }))
    ).text();
    expect(html).not.toContain('<script>x');
  });
});
