import { describe } from 'vitest';
import { redisOrSkip } from '../../packages/queue/test/redis-server.ts';
import { browserOrSkip } from '../browser.ts';
import { runPages } from './run-pages.ts';
import { scanningPages } from './scanning.ts';

// What is read comes from the database alone, whatever the queue: on-postgres.test.ts has those pages.
describe.runIf(browserOrSkip() && redisOrSkip())('scans in a real browser, on redis', () => {
  const running = runPages('redis');
  scanningPages(running);
});
