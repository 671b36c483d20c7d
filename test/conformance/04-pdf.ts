import { expect, it } from 'vitest';
import { errorOf, type Service } from './service.ts';

export function pdfExport(service: () => Service): void {
  /** A report worker that has just started may take longer than a request; the response then says to retry. */
  const pdf = async (body: object, key?: string): Promise<Response> => {
    const headers = { 'x-api-key': key ?? (await service().key()) };
    const ask = () => service().post('/api/report/pdf', { url: 'bare.test', ...body }, headers);
    let answer = await ask();
    for (let attempt = 0; answer.status === 503 && attempt < 3; attempt += 1) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      answer = await ask();
    }
    return answer;
  };

  it('returns a PDF attachment, named after the service and the domain', async () => {
    const key = await service().key({ scansPerMonth: 50 });
    const answer = await pdf({}, key);
    await isOk(answer);
    expect(answer.headers.get('content-type')).toMatch(/^application\/pdf\b/);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment\b.*palisade_bare_test\.pdf/);
    expect(answer.headers.get('x-scans-remaining')).toBe('49');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect(bytes.subarray(-1024).toString('latin1')).toContain('%%EOF');
  }, 240_000);

  it.each([
    ['prepared_for of 80 characters', { prepared_for: 'x'.repeat(80) }, 200],
    ['its alias, name', { name: 'Größe GmbH' }, 200],
    ['prepared_by', { prepared_by: 'A. Auditor' }, 200],
    ['prepared_for of 81 characters', { prepared_for: 'x'.repeat(81) }, 400],
    ['name of 81 characters', { name: 'x'.repeat(81) }, 400],
    ['prepared_by of 81 characters', { prepared_by: 'x'.repeat(81) }, 400],
    ['prepared_for that is not a string', { prepared_for: 5 }, 400],
  ])(
    '%s',
    async (_what, body, status) => {
      const answer = await pdf(body);
      if (status === 200) {
        expect(answer.status).toBe(200);
        await answer.arrayBuffer();
      } else await errorOf(answer, status);
    },
    240_000,
  );

  it('costs nothing when the site cannot be reached', async () => {
    const key = await service().key({ scansPerMonth: 2 });
    const answer = await pdf({ url: 'refused.test' }, key);
    expect(answer.headers.get('x-scans-remaining')).toBe('2');
    await errorOf(answer, 502);
  });
}

async function isOk(answer: Response): Promise<void> {
  // Shows the reason, if there is one, in the failure.
  if (answer.status !== 200) expect.unreachable(`${answer.status} ${await answer.text()}`);
}
