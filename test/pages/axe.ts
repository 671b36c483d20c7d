import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The short one: each page parses it. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules whose findings can change although the document and its layout are the same. */
const RULES_ON_COLOR = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds on the page as it is shown now: rule and element, one line each. If only colors have changed
 * since the last run, only the color rules run again.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Run through the debugger: the page's policy allows no third-party script.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE);
  return page.evaluate(
    async ({ tags, onColor }) => {
      const here = globalThis as unknown as { axe: typeof axe; lookedAt?: string };
      const places = [...document.querySelectorAll('*')].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x, y, width, height, element.checkVisibility({ visibilityProperty: true })].join(' ');
      });
      const shown = [innerWidth, innerHeight, ...places, document.documentElement.outerHTML].join('\n');
      const onlyColors = here.lookedAt === shown;
      here.lookedAt = shown;
      const { violations } = await here.axe.run({
        runOnly: onlyColors ? { type: 'rule', values: onColor } : { type: 'tag', values: tags },
        // Every rule runs. Only the first passing element is described, which is half the work on a long page.
        resultTypes: ['violations'],
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
      );
    },
    { tags: RULES, onColor: RULES_ON_COLOR },
  );
}
