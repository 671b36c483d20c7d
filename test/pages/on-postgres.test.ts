import { describe } from 'vitest';
import { browserOrSkip } from '../browser.ts';
import { billingDecisions } from './billing-decisions.ts';
import { mailRendering } from './mail-rendering.ts';
import { operatorPages } from './operator-pages.ts';
import { purchasePages } from './purchase-pages.ts';
import { reportPages } from './report-pages.ts';
import { runPages } from './run-pages.ts';
import { scanButtons } from './scan-buttons.ts';
import { scanPages } from './scan-pages.ts';
import { shopStates } from './shop-states.ts';

describe.runIf(browserOrSkip())('pages in a real browser, in each state, on postgres', () => {
  const running = runPages('postgres');
  describe('the shop and the operators’ pages', () => {
    purchasePages(running);
    // Before the scans that are stopped: the operator's page would show them.
    operatorPages(running);
    shopStates(running);
    mailRendering(running);
    billingDecisions(running);
  });
  describe('scans and reports', () => {
    scanPages(running);
    scanButtons(running);
    reportPages(running);
  });
});
