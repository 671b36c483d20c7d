import { fastify } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NotReady } from '../scans/readiness.ts';
import { healthRoutes } from './health.ts';

async function running(ready: () => Promise<void>) {
  const app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(healthRoutes, { ready, stopping: () => false });
  onTestFinished(() => app.close());
  return async () => {
    const { statusCode, body } = await app.inject('/readyz');
    return [statusCode, JSON.parse(body) as unknown];
  };
}

describe('/readyz', () => {
  it('queries database and queue once at a time for all requests, and gives each a fresh result', async () => {
    let [asked, atOnce, most] = [0, 0, 0];
    const ask = await running(async () => {
      asked += 1;
      most = Math.max(most, (atOnce += 1));
      await new Promise((resolve) => setTimeout(resolve, 50));
      atOnce -= 1;
    });
    const answers = await Promise.all(Array.from({ length: 200 }, ask));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['[200,{"ok":true}]']));
    expect(answers).toHaveLength(200);
    expect([asked, most]).toEqual([2, 1]);
  });

  it('gives 503 within two seconds if nothing answers, and 200 again when it does', async () => {
    let hangs = true;
    const ask = await running(() => (hangs ? new Promise(() => undefined) : Promise.resolve()));
    const started = performance.now();
    const unreachable = [503, { error: 'the database or the queue cannot be reached' }];
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([unreachable, unreachable, unreachable]);
    expect(performance.now() - started).toBeLessThan(3_500);
    hangs = false;
    await expect.poll(ask).toEqual([200, { ok: true }]);
  });

  it('says what is missing', async () => {
    const ask = await running(() => Promise.reject(new NotReady('no scan worker is running')));
    expect(await ask()).toEqual([503, { error: 'no scan worker is running' }]);
  });
});
