import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPORT, runningApi, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
let key: string;
beforeAll(async () => {
  api = await runningApi({ FREE_SCANS_PER_DAY: '1000' });
  ({ key } = await api.newKey());
});
afterAll(() => api[Symbol.asyncDispose]());

async function report(): Promise<{ id: string; scanId: string }> {
  const answer = await api.post('/api/scan/pro', { url: 'https://example.com' }, { 'x-api-key': key });
  const body = (await answer.json()) as { report_id: string; scan_id: string };
  return { id: body.report_id, scanId: body.scan_id };
}

async function bought(more: object = {}): Promise<string> {
  const { id, scanId } = await report();
  await api.db.complianceReport.create({
    data: {
      id: randomUUID(),
      scanId,
      servedId: id,
      reservation: {},
      email: 'buyer@example.com',
      url: REPORT.url,
      state: 'mailed',
      scope: { card_data: 'own_page' },
      frameworks: ['pci-dss-4.0.1', 'nis2-art21'],
      pdf: new Uint8Array(Buffer.from('%PDF-1.7 as mailed')),
      fileName: 'palisade_compliance_example_com_2026-11-22.pdf',
      ...more,
    },
  });
  return id;
}

const header = (text: string) => text.split('\r\n')[0];

describe('the findings of a report', () => {
  it('as a table, with the action that fixes each', async () => {
    const answer = await api.get(`/api/reports/${(await report()).id}/findings.csv`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="palisade_findings_example_test_\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    const text = await answer.text();
    expect(header(text)).toBe('id,title,status,severity,deduction,explanation,fix,note,evidence,action,effort');
    expect(text).toMatch(/\r\nheaders\/referrer-policy,No Referrer-Policy,.*,Send security headers,under an hour\r\n/);
  });

  it('as a page without scripts, with every finding and its fix', async () => {
    const answer = await api.get(`/api/reports/${(await report()).id}/findings.html`);
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; .*\.html"$/);
    const text = await answer.text();
    expect(text).toContain('<h3>1. No Content-Security-Policy</h3>');
    expect(text).toContain('max-age=');
    expect(text).not.toContain('<script');
  });

  it('of a compliance report also by control, for its frameworks and its scope', async () => {
    const id = await bought();
    const csv = await (await api.get(`/api/reports/${id}/findings.csv`)).text();
    expect(header(csv)).toMatch(/,action,effort,cwe,PCI DSS v4\.0\.1,NIS2 /);
    expect(csv).toMatch(/CWE-1021/);
    const html = await (await api.get(`/api/reports/${id}/findings.html`)).text();
    expect(html).toContain('<h2>PCI DSS v4.0.1</h2>');
    expect(html).toMatch(/<td>4\.2\.1<\/td><td>[^<]*<\/td><td>(?:Fail|Observation)/);
    expect(html).not.toContain('OWASP');
  });
});

describe('the compliance report at the address of its report', () => {
  it('is the document that was mailed, and the page links to it', async () => {
    const id = await bought();
    const answer = await api.get(`/api/reports/${id}/compliance-pdf`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="palisade_compliance_example_com_2026-11-22.pdf"',
    );
    expect(await answer.text()).toBe('%PDF-1.7 as mailed');
    expect(await (await api.get(`/r/${id}`)).text()).toContain(`/api/reports/${id}/compliance-pdf`);
  });

  it.each([
    ['none was bought', async () => (await report()).id],
    ['it is not rendered yet', () => bought({ state: 'scanned', pdf: null })],
    ['it failed', () => bought({ state: 'failed', pdf: null })],
    ['the address is unknown', async () => 'x'.repeat(24)],
  ])('404 if %s', async (_why, make) => {
    const id = await make();
    expect((await api.get(`/api/reports/${id}/compliance-pdf`)).status).toBe(404);
    const page = await api.get(`/r/${id}`);
    expect(await page.text()).not.toContain('/compliance-pdf');
  });
});
