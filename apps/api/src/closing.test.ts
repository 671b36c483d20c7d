import { expect, it } from 'vitest';
import { REPORT, runningApi } from '../test/running-api.ts';

it('answers running requests and then stops, even if clients keep their connections open', async () => {
  const api = await runningApi();
  const scanning = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  api.onScan(async () => {
    scanning.resolve();
    await finish.promise;
    return REPORT;
  });
  // fetch keeps its connection alive; only the server closes it.
  const scan = api.post('/api/scan', { url: 'example.com' });
  await scanning.promise;
  const stopped = api[Symbol.asyncDispose]();
  finish.resolve();
  const answer = await scan;
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  await answer.arrayBuffer();
  // Without `connection: close`, this waits for the keep-alive timeout, which is longer than the test's own.
  await stopped;
});

it('ends the scans of batches that take longer than it waits', async () => {
  const api = await runningApi({}, { batches: true });
  const scanning = Promise.withResolvers<AbortSignal>();
  api.onScan((_url, { signal }) => {
    scanning.resolve(signal);
    return new Promise(() => undefined);
  });
  const { key } = await api.newKey();
  await api.post('/api/scans', { urls: ['example.com'] }, { 'x-api-key': key });
  const signal = await scanning.promise;
  // Without the end of the scan, this lasts forever.
  await api[Symbol.asyncDispose]();
  expect(signal.reason).toBe('shutdown');
});
