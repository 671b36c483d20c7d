import { afterAll, beforeAll, expect, it } from 'vitest';
import { runningApi, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi({ SCAN_TIMEOUT_MS: '1000' });
});
afterAll(() => api[Symbol.asyncDispose]());

it('finishes a PDF that takes longer than its caller may wait, and the next request gets it', async () => {
  const { key } = await api.newKey();
  const scanned = await api.post('/api/scan/pro', { url: 'shop.test' }, { 'x-api-key': key });
  const path = `/api/reports/${((await scanned.json()) as { report_id: string }).report_id}/pdf`;
  const drawn = Promise.withResolvers<Buffer>();
  let renderings = 0;
  api.onPdf(async (_order, { timeoutMs, signal }) => {
    renderings += 1;
    const given = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('too late')), timeoutMs).unref();
      signal.addEventListener('abort', () => reject(new Error('all callers are gone')));
    });
    return await Promise.race([drawn.promise, given]);
  });
  const early = await Promise.all([api.get(path), api.get(path)]);
  for (const answer of early) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toEqual({ error: 'the PDF is not ready yet: request it again in a few seconds' });
  }
  const joined = api.get(path);
  drawn.resolve(Buffer.from('%PDF-1.7 drawn'));
  expect(await (await joined).text()).toBe('%PDF-1.7 drawn');
  expect(await (await api.get(path)).text()).toBe('%PDF-1.7 drawn');
  expect(renderings).toBe(1);
});
