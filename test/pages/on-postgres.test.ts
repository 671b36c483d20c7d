import { describe } from 'vitest';
import { browserOrSkip } from '../browser.ts';
import { pressing } from './pressing.ts';
import { readingPages } from './reading.ts';
import { runPages } from './run-pages.ts';
import { scanningPages } from './scanning.ts';

describe.runIf(browserOrSkip())('pages in a real browser, in each state, on postgres', () => {
  const running = runPages('postgres');
  scanningPages(running);
  pressing(running);
  readingPages(running);
});
