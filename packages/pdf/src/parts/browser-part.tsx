import { counted } from '@palisade/report/counted';
import { describeInventory } from '@palisade/report/inventory-changes';
import {
  atLeast,
  inventoryRow,
  OTHER_SITES_COLUMNS,
  otherSites,
  otherSitesTitle,
} from '@palisade/report/script-inventory';
import type { ReportChanges } from '@palisade/report/report-changes';
import type { BrowserPageEntry, BrowserScriptEntry, BrowserSection } from '@palisade/report/sections/browser';
import type { Block } from '../flow.ts';
import type { Mark, Outline } from '../outline.ts';
import { CONTENT_WIDTH, INK } from '../theme.ts';
import { longDate } from '../words.ts';
import { codeBlock } from './code.tsx';
import { BLANK, facts, table } from './tables.tsx';
import { chapterTitle, gap, heading, prose, subheading } from './text.tsx';

/** For a page without card data. For a page with card data, all are printed. */
const MOST_SCRIPTS = 25;
const MOST_CHANGES = 60;
const MOST_LISTED = 12;
const VALUE_LINES = 60;

const LEAD =
  'The page in a real browser: the policies that were tested and every script that ran. The browser visited like an anonymous visitor: it submitted nothing and did not sign in.';
const UNSEEN = 'No browser visited the page, so its scripts were not observed and no policy was tested.';
const INVENTORY =
  'PCI DSS 4.0.1 requirement 6.4.3 requires every script on a payment page to be authorized, to have its integrity assured, and to have a written justification. The last column is for that justification.';

/** Absent if no browser was used. */
export function browserPart(
  { browser, changes }: { browser: BrowserSection | undefined; changes: ReportChanges | null },
  outline: Outline,
): Block[] {
  if (!browser) return [];
  const mark = outline.mark(TITLE);
  return [
    ...chapterTitle({ id: 'browser', title: TITLE, lead: browser.looked ? LEAD : UNSEEN, mark }),
    ...facts([
      ...(browser.product === null ? [] : [['Browser', browser.product] as const]),
      ...(browser.reason === null ? [] : [[browser.looked ? 'Incomplete' : 'Not assessed', browser.reason] as const]),
    ]),
    ...browser.pages.flatMap((page) => pagePart(page, outline, mark)),
    ...(browser.looked ? comparison(changes, outline, mark) : []),
    ...thirdParties(browser, outline, mark),
  ];
}

export const TITLE = 'In a real browser';

function pagePart(page: BrowserPageEntry, outline: Outline, parent: Mark): Block[] {
  const { payment, policies } = page;
  return [
    ...heading(`Page ${page.path}`, outline.mark(`Page ${page.path}`, parent)),
    ...facts([
      ['Address', page.url],
      ...(page.status !== null && page.status >= 400 ? [['Response', `status ${page.status}`] as const] : []),
      ['Requests', `${page.requests}, ${toOtherSites(page)} of them to other sites`],
      ['Card data fields', payment === null ? 'none detected' : [...payment.fields, ...payment.frames].join('; ')],
      ...listed('Frames', page.frames, page.partial?.includes('frames')),
      ...listed(
        'Cookies',
        page.cookies.map(
          ({ name, domain, flags, by_script: by }) =>
            `${name} of ${domain} (${flags === 'none' ? 'no flags' : flags}${by ? ', by script' : ''})`,
        ),
        page.partial?.includes('cookies'),
      ),
      ...listed(
        'Storage',
        page.storage.map(({ area, key, looks }) => `${key} (${area}, ${looks})`),
        page.partial?.includes('storage'),
      ),
      ...(page.settled ? [] : [['Not finished', 'it was still loading at the time limit'] as const]),
    ]),
    gap(6),
    ...policies.flatMap(({ header, report, value, in_the_way: way }) => [
      ...subheading(header),
      { ...prose(report), keepNext: true },
      gap(3),
      ...(value === '' ? [] : [codeBlock(value, { width: CONTENT_WIDTH, maxLines: VALUE_LINES })]),
      ...(way.length > 0 ? [gap(4), prose(`Obstacles: ${way.join(', ')}`, { color: INK.soft })] : []),
      gap(6),
    ]),
    ...inventory(page),
  ];
}

function toOtherSites(page: BrowserPageEntry): string {
  return page.third_party_requests === 0 ? 'none' : atLeast(page.third_party_requests, 'requests', page);
}

/** @param cut the report does not have all of them either */
function listed(label: string, all: readonly string[], cut = false): [label: string, value: string][] {
  if (all.length === 0) return [];
  const rest = all.length - MOST_LISTED;
  const more = rest > 0 ? `; and ${cut ? 'at least ' : ''}${rest} more` : '';
  return [[label, `${all.slice(0, MOST_LISTED).join('; ')}${more}`]];
}

function inventory(page: BrowserPageEntry): Block[] {
  const { path, payment, scripts, scripts_total: total } = page;
  const printed = payment === null ? scripts.slice(0, MOST_SCRIPTS) : scripts;
  const [inData, nowhere] = [scripts.length - printed.length, total - scripts.length];
  const rest = [
    ...(inData > 0 ? [`${counted(inData, 'more script')} in the report data.`] : []),
    ...(nowhere > 0 ? [`${counted(nowhere, 'further script')} ran, and the report does not list them.`] : []),
  ];
  return [
    ...subheading(`Scripts that ran on ${path}: ${atLeast(total, 'scripts', page)}`),
    ...(payment === null ? [] : [{ ...prose(INVENTORY), keepNext: true }, gap(4)]),
    ...(printed.length === 0 ? [prose('None.')] : table(COLUMNS, printed.map(scriptRow))),
    ...(rest.length > 0 ? [gap(3), prose(rest.join(' '), { color: INK.soft })] : []),
    gap(8),
  ];
}

const COLUMNS = [
  { title: 'Script', width: CONTENT_WIDTH * 0.34 },
  { title: 'Purpose', width: CONTENT_WIDTH * 0.16 },
  { title: 'SHA-384', width: CONTENT_WIDTH * 0.26, mono: true },
  { title: 'Written justification', width: CONTENT_WIDTH * 0.24 },
];

function scriptRow(script: BrowserScriptEntry) {
  const { name, about, purpose, sha384, justification } = inventoryRow(script);
  return [
    [
      { text: name, color: INK.text },
      { text: about, color: INK.soft },
    ],
    purpose,
    sha384,
    justification ?? BLANK,
  ];
}

/** Requirement 11.6.1: scripts and security headers as the browser received them, compared with the previous report. */
function comparison(changes: ReportChanges | null, outline: Outline, parent: Mark): Block[] {
  const title = 'Compared with the earlier inventory';
  const found = changes?.inventory ?? null;
  const said =
    changes === null
      ? 'There is no earlier report of this page for the same customer to compare with.'
      : found === null
        ? `No browser visited the page for the report of ${longDate(changes.before.scanned_at)}, so there is no inventory to compare with.`
        : found.length === 0
          ? `Since the report of ${longDate(changes.before.scanned_at)}, no script or security header changed on the pages that both visited.`
          : `Since the report of ${longDate(changes.before.scanned_at)}: ${counted(found.length, 'change')} of pages, scripts and security headers (PCI DSS 4.0.1 requirement 11.6.1).`;
  const lines = (found ?? [])
    .slice(0, MOST_CHANGES)
    .map((one) => (one.payment ? `card data · ${describeInventory(one)}` : describeInventory(one)));
  const rest = (found ?? []).length - lines.length;
  return [
    ...heading(title, outline.mark(title, parent)),
    prose(said),
    ...(lines.length > 0 ? [gap(4), codeBlock(lines.join('\n'), { width: CONTENT_WIDTH, maxLines: 300 })] : []),
    ...(rest > 0 ? [gap(3), prose(`and ${counted(rest, 'more change')}.`, { color: INK.soft })] : []),
    gap(8),
  ];
}

const SITES_WIDTHS = [0.22, 0.2, 0.34, 0.12, 0.12];

function thirdParties(browser: BrowserSection, outline: Outline, parent: Mark): Block[] {
  const rows = otherSites(browser);
  if (rows.length === 0) return [];
  const title = otherSitesTitle(browser);
  const columns = OTHER_SITES_COLUMNS.map((name, at) => ({
    title: name,
    width: CONTENT_WIDTH * (SITES_WIDTHS[at] ?? 0),
    ...(at > 2 && { align: 'right' as const }),
  }));
  return [...heading(title, outline.mark(title, parent)), ...table(columns, rows), gap(8)];
}
