import { expect, it } from 'vitest';
import { REPORT, runningApi } from '../test/running-api.ts';

it('finishes what it was asked and stops then, though clients keep their connections open', async () => {
  const api = await runningApi();
  const scanning = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  api.onScan(async () => {
    scanning.resolve();
    await finish.promise;
    return REPORT;
  });
  // fetch keeps its connection alive; no one closes it but the server.
  const scan = api.post('/api/scan', { url: 'example.com' });
  await scanning.promise;
  const stopped = api[Symbol.asyncDispose]();
  finish.resolve();
  const answer = await scan;
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  await answer.arrayBuffer();
  // Otherwise this waits for the keep-alive time-out, which is longer than a test may take.
  await stopped;
});
