import { describe } from 'vitest';
import { redisOrSkip } from '../../packages/queue/test/redis-server.ts';
import { browserOrSkip } from '../browser.ts';
import { runPages } from './run-pages.ts';
import { scanPages } from './scan-pages.ts';

// Pages that only read the database do not depend on the queue: on-postgres.test.ts has them.
describe.runIf(browserOrSkip() && redisOrSkip())('scans in a real browser, on redis', () => {
  const running = runPages('redis');
  scanPages(running);
});
