import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The short one: each page reads it. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong on the page as it is shown now: rule and element, one line each. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Run through the debugger: the page's own policy allows no script from elsewhere.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE);
  return page.evaluate(async (values) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({
      runOnly: { type: 'tag', values },
      // Every rule is run. Of what passes only the first element is described, which is half the work on a long page.
      resultTypes: ['violations'],
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
    );
  }, RULES);
}
