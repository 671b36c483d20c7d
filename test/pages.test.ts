import { startLab, type Lab } from '@palisade/lab/lab';
import { FakeResend } from '@palisade/lab/resend/fake-resend';
import { afterAll, beforeAll, describe } from 'vitest';
import { browserOrSkip, openBrowser } from './browser.ts';
import { operatingPages } from './pages/operating.ts';
import { readingPages } from './pages/reading.ts';
import { OPS_TOKEN, type Running } from './pages/running.ts';
import { scanningPages } from './pages/scanning.ts';
import { startStack } from './stack.ts';

describe.runIf(browserOrSkip())('pages in a real browser', () => {
  let lab: Lab;
  let resend: FakeResend;
  let running: Running;
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
    const mail = { RESEND_API_KEY: 're_pages', RESEND_BASE_URL: resend.url };
    const env = { ...lab.env, ...mail, OPS_TOKEN, FREE_SCANS_PER_DAY: '1000' };
    const [stack, browser] = await Promise.all([startStack({ env }), openBrowser()]);
    running = { stack, browser, resend };
  });
  afterAll(async () => {
    await running?.browser.close();
    await running?.stack.stop();
    await resend?.close();
    await lab?.close();
  });

  scanningPages(() => running);
  readingPages(() => running);
  operatingPages(() => running);
});
