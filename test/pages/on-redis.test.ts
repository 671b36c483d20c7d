import { describe } from 'vitest';
import { redisOrSkip } from '../../packages/queue/test/redis-server.ts';
import { browserOrSkip } from '../browser.ts';
import { readingPages } from './reading.ts';
import { runPages } from './run-pages.ts';
import { scanningPages } from './scanning.ts';

describe.runIf(browserOrSkip() && redisOrSkip())('pages in a real browser, on redis', () => {
  const running = runPages('redis');
  scanningPages(running);
  readingPages(running, { states: false });
});
