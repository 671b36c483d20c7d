import { atLeast } from '@palisade/report/script-inventory';
import { BrowserSection } from '@palisade/report/sections/browser';
import { counted } from '@palisade/report/counted';
import { unreasoned } from './scanning/script-reasons.ts';
import type { SiteReport } from './scanning/site-report.ts';
import { joined, line, linesOf, paint, shown, type Shown } from './terminal/shown.ts';
import { wrap } from './terminal/wrap.ts';

const INDENT = '    ';
const MOST_NAMED = 10;

/** What a real browser saw of each page, and the results of testing policies. */
export function renderBrowser(report: SiteReport): Shown[] {
  const { data: seen } = BrowserSection.safeParse(report.browser);
  if (!seen) return [];
  return [
    ...(seen.reason === null
      ? []
      : wrap(`${seen.looked ? 'incomplete' : 'not assessed'}: ${seen.reason}`, { indent: '  ' }).map((one) =>
          paint('yellow', one),
        )),
    ...seen.pages.flatMap((page) => [
      ...wrap(
        `${page.path}${page.status !== null && page.status >= 400 ? ` (status ${page.status})` : ''}: ${counted(page.requests, 'request')}, ${atLeast(page.third_party_requests, 'requests', page)} to other sites, ${counted(page.scripts_total, 'script')}${page.payment === null ? '' : ', accepts card data'}`,
        { indent: INDENT, first: line`  ` },
      ),
      ...reasons(page),
      ...page.policies.flatMap(({ header, report: said, value, proven, in_the_way: way }) => [
        ...wrap(`${header}: ${said}${way.length > 0 ? ` In the way: ${way.join(', ')}` : ''}`, {
          indent: `${INDENT}  `,
          first: joined([shown(INDENT), proven ? paint('green', '✓') : line`·`, line` `]),
        }),
        // Not wrapped: it is copied, and our line break would become part of it.
        ...(value === '' ? [] : linesOf(value)).map((text) =>
          joined([shown(`${INDENT}  `), paint(proven ? 'green' : 'dim', text)]),
        ),
      ]),
    ]),
  ];
}

/** On a page that takes card data: scripts without the written reason that PCI DSS 6.4.3 requires. */
function reasons({ payment, scripts }: BrowserSection['pages'][number]): Shown[] {
  if (payment === null || scripts.length === 0) return [];
  const open = unreasoned(scripts);
  if (open.length === 0)
    return [
      joined([shown(INDENT), paint('green', '✓'), line` each script has a written justification (PCI DSS 6.4.3)`]),
    ];
  const rest = open.length > MOST_NAMED ? ` and ${open.length - MOST_NAMED} more` : '';
  return [
    ...wrap(
      `· ${counted(open.length, 'script')} without a written justification (PCI DSS 6.4.3), see "scripts" in palisade.config.json:`,
      {
        indent: `${INDENT}  `,
        first: shown(INDENT),
      },
    ),
    // Not wrapped: each is copied as it is.
    ...open.slice(0, MOST_NAMED).map((name) => line`      ${name}`),
    ...(rest === '' ? [] : [line`     ${rest}`]),
  ];
}
