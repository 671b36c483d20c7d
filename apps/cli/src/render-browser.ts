import { BrowserSection } from '@palisade/report/sections/browser';
import { counted } from '@palisade/scanner/counted';
import type { SiteReport } from './scanning/site-report.ts';
import { joined, line, linesOf, paint, shown, type Shown } from './terminal/shown.ts';
import { wrap } from './terminal/wrap.ts';

const INDENT = '    ';

/** What a real browser saw of each page, and what came of the policies that were put under test. */
export function renderBrowser(report: SiteReport): Shown[] {
  const { data: seen } = BrowserSection.safeParse(report.browser);
  if (!seen) return [];
  return [
    ...(seen.reason === null
      ? []
      : wrap(`${seen.looked ? 'not complete' : 'not assessed'}: ${seen.reason}`, { indent: '  ' }).map((one) =>
          paint('yellow', one),
        )),
    ...seen.pages.flatMap((page) => [
      ...wrap(
        `${page.path}${page.status !== null && page.status >= 400 ? ` (status ${page.status})` : ''}: ${counted(page.requests, 'request')}, ${page.third_party_requests} to other sites, ${counted(page.scripts_total, 'script')}${page.payment === null ? '' : ', takes card data'}`,
        { indent: INDENT, first: line`  ` },
      ),
      ...page.policies.flatMap(({ header, report: said, value, proven, in_the_way: way }) => [
        ...wrap(`${header}: ${said}${way.length > 0 ? ` In the way: ${way.join(', ')}` : ''}`, {
          indent: `${INDENT}  `,
          first: joined([shown(INDENT), proven ? paint('green', '✓') : line`·`, line` `]),
        }),
        // Not wrapped: it is copied, and a line end of ours would become part of it.
        ...(value === '' ? [] : linesOf(value)).map((text) =>
          joined([shown(`${INDENT}  `), paint(proven ? 'green' : 'dim', text)]),
        ),
      ]),
    ]),
  ];
}
