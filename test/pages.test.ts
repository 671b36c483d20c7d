import { startLab, type Lab } from '@palisade/lab/lab';
import { FakeResend } from '@palisade/lab/resend/fake-resend';
import { afterAll, beforeAll, describe } from 'vitest';
import { startPaymentLabs, type PaymentLabs } from '@palisade/lab/payment-labs';
import { redisOrSkip, startRedis, type RedisServer } from '../packages/queue/test/redis-server.ts';
import { browserOrSkip, openBrowser } from './browser.ts';
import { buyingPages } from './pages/buying.ts';
import { operatingPages } from './pages/operating.ts';
import { readingPages } from './pages/reading.ts';
import { OPS_TOKEN, type Running } from './pages/running.ts';
import { scanningPages } from './pages/scanning.ts';
import { startStack } from './stack.ts';

const QUEUES = redisOrSkip() ? (['postgres', 'redis'] as const) : (['postgres'] as const);

/** Every page once on each queue; how they look, and what operators do, on one. */
describe.runIf(browserOrSkip()).each(QUEUES)('pages in a real browser, on %s', (queue) => {
  const whole = queue === 'postgres';
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
    const mail = { RESEND_API_KEY: 're_pages', RESEND_BASE_URL: resend.url };
    redis = whole ? undefined : await startRedis();
    const env = {
      ...lab.env,
      ...mail,
      ...payments.env,
      OPS_TOKEN,
      FREE_SCANS_PER_DAY: '1000',
      ...(redis ? { REDIS_URL: redis.url } : {}),
    };
    const [stack, browser] = await Promise.all([startStack({ env }), openBrowser()]);
    running = { stack, browser, resend, payments };
  }, 120_000);
  afterAll(async () => {
    await running?.browser.close();
    await running?.stack.stop();
    await resend?.close();
    await payments?.close();
    await redis?.stop();
    await lab?.close();
  });

  scanningPages(() => running);
  readingPages(() => running, { states: whole });
  if (whole) buyingPages(() => running);
  if (whole) operatingPages(() => running);
});
