import { describe } from 'vitest';
import { browserOrSkip } from '../browser.ts';
import { buyingPages } from './buying.ts';
import { deciding } from './deciding.ts';
import { mailLooks } from './mail-looks.ts';
import { operatingPages } from './operating.ts';
import { runPages } from './run-pages.ts';
import { shopStates } from './shop-states.ts';

describe.runIf(browserOrSkip())('the shop and the operators’ pages in a real browser', () => {
  const running = runPages('postgres');
  buyingPages(running);
  operatingPages(running);
  shopStates(running);
  mailLooks(running);
  deciding(running);
});
