import { FakeResend } from '@palisade/lab/resend/fake-resend';
import { startLab, type Lab } from '@palisade/lab/lab';
import { startPaymentLabs, type PaymentLabs } from '@palisade/lab/payment-labs';
import { afterAll, beforeAll } from 'vitest';
import { startRedis, type RedisServer } from '../../packages/queue/test/redis-server.ts';
import { openBrowser } from '../browser.ts';
import { startStack } from '../stack.ts';
import { LAN_NAME, OPS_TOKEN, type Running } from './running.ts';

/** One service, lab and browser for the tests of the calling suite: started before them, stopped after them. */
export function runPages(queue: 'postgres' | 'redis'): () => Running {
  let redis: RedisServer | undefined;
  let lab: Lab;
  let resend: FakeResend;
  let running: Running;
  let payments: PaymentLabs;
  beforeAll(async () => {
    lab = await startLab({
      sites: [
        {
          host: 'slow.test',
          https: async () => {
            await new Promise((resolve) => setTimeout(resolve, 1000));
            return { body: '<h1>Slow</h1>' };
          },
        },
        { host: 'shop.test' },
        { host: 'plain.test', https: 'none', http: { body: '<h1>Plain</h1>' } },
      ],
    });
    resend = await new FakeResend().listen();
    payments = await startPaymentLabs({ palisade: () => running.stack.baseUrl, hostName: 'localhost' });
    redis = queue === 'redis' ? await startRedis() : undefined;
    const env = {
      ...lab.env,
      ...payments.env,
      RESEND_API_KEY: 're_pages',
      RESEND_BASE_URL: resend.url,
      OPS_TOKEN,
      FREE_SCANS_PER_DAY: '1000',
      ...(redis && { REDIS_URL: redis.url }),
    };
    const [stack, browser] = await Promise.all([
      startStack({ env }),
      openBrowser(`--host-resolver-rules=MAP ${LAN_NAME} 127.0.0.1`),
    ]);
    running = { stack, browser, resend, payments };
  });
  afterAll(async () => {
    await running?.browser.close();
    await running?.stack.stop();
    await resend?.close();
    await payments?.close();
    await redis?.stop();
    await lab?.close();
  });
  return () => running;
}
