import { describe } from 'vitest';
import { browserOrSkip } from '../browser.ts';
import { scanButtons } from './scan-buttons.ts';
import { reportPages } from './report-pages.ts';
import { runPages } from './run-pages.ts';
import { scanPages } from './scan-pages.ts';

describe.runIf(browserOrSkip())('pages in a real browser, in each state, on postgres', () => {
  const running = runPages('postgres');
  scanPages(running);
  scanButtons(running);
  reportPages(running);
});
