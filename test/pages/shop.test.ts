import { describe } from 'vitest';
import { browserOrSkip } from '../browser.ts';
import { purchasePages } from './purchase-pages.ts';
import { billingDecisions } from './billing-decisions.ts';
import { mailRendering } from './mail-rendering.ts';
import { operatorPages } from './operator-pages.ts';
import { runPages } from './run-pages.ts';
import { shopStates } from './shop-states.ts';

describe.runIf(browserOrSkip())('the shop and the operators’ pages in a real browser', () => {
  const running = runPages('postgres');
  purchasePages(running);
  operatorPages(running);
  shopStates(running);
  mailRendering(running);
  billingDecisions(running);
});
