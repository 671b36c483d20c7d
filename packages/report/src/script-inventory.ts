import type { BrowserPageEntry, BrowserScriptEntry, BrowserSection } from './sections/browser.ts';

/** One script of the inventory that PCI DSS 4.0.1 requirement 6.4.3 asks for, in words. */
export interface InventoryRow {
  /** URL of a file; of other scripts the origin of the page that holds them. */
  name: string;
  /** Kind, size, place and what loaded it. */
  about: string;
  purpose: string;
  /** Base64, or `unreadable`. */
  sha384: string;
  /** The written justification; null: still to be written. */
  justification: string | null;
}

export interface InventoryTable {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** A sentence below the table. */
  rest?: string;
}

const KINDS = { file: 'file', inline: 'inline', eval: 'evaluated', handler: 'event handler' } as const;

export function inventoryRow(script: BrowserScriptEntry): InventoryRow {
  const { kind, url, loaded_by: by, ran_in: place, no_integrity: why } = script;
  const about = [
    `${KINDS[kind]}, ${script.bytes} bytes`,
    script.varies === undefined ? '' : 'differs in each load',
    place === undefined ? '' : whereOf(place, url),
    by === null ? '' : `loaded by ${by}`,
    kind === 'file' && script.integrity ? 'with integrity' : '',
    why === undefined ? '' : `without integrity: ${why}`,
  ];
  return {
    name: url ?? script.origin,
    about: about.filter(Boolean).join(', '),
    purpose: script.purpose === null ? 'not known' : `${script.purpose} (${script.owner ?? 'unknown owner'})`,
    sha384: script.sha384 === '' ? 'unreadable' : script.sha384,
    justification: script.justification,
  };
}

function whereOf({ place, url: at }: NonNullable<BrowserScriptEntry['ran_in']>, own: string | null): string {
  const name = place.replace('-', ' ');
  return at === own ? `in a ${name}` : `in the ${name} ${at}`;
}

export const OTHER_SITES_COLUMNS = ['Owner', 'Purpose', 'Sites', 'Requests', 'Scripts'] as const;

/** Other sites that the pages contacted, by owner, in the order of {@link OTHER_SITES_COLUMNS}. */
export function otherSites({ third_parties: parties }: BrowserSection): string[][] {
  return parties.map(({ owner, purpose, sites, requests, scripts }) => [
    owner ?? 'not known',
    purpose ?? 'not known',
    sites.join(', '),
    String(requests),
    String(scripts),
  ]);
}

export function otherSitesTitle({ third_parties: { length }, third_parties_partial: more }: BrowserSection): string {
  return more ? `Other sites contacted: the first ${length}` : 'Other sites contacted';
}

/** `380`, or `at least 380` if not all were recorded. */
export function atLeast(count: number, what: NonNullable<BrowserPageEntry['partial']>[number], page: BrowserPageEntry) {
  return page.partial?.includes(what) ? `at least ${count}` : String(count);
}

/** The browser section as tables: policies, scripts and security headers of each page, then other sites. */
export function inventoryTables(browser: BrowserSection): InventoryTable[] {
  const sites = otherSites(browser);
  return [
    ...browser.pages.flatMap(pageTables),
    ...(sites.length === 0 ? [] : [{ title: otherSitesTitle(browser), columns: OTHER_SITES_COLUMNS, rows: sites }]),
  ];
}

function pageTables(page: BrowserPageEntry): InventoryTable[] {
  const { path, scripts, scripts_total: total } = page;
  const cards = page.payment === null ? '' : ', which accepts card data';
  const headers = [
    ...page.headers,
    ...(page.meta_policies ?? []).map((policy) => ['content-security-policy (meta element)', policy]),
  ];
  const policies = page.policies.map(({ header, report, value, in_the_way: way }) => [
    header,
    way.length > 0 ? `${report} Obstacles: ${way.join(', ')}` : report,
    value,
  ]);
  const rows = scripts.map((script) => {
    const { name, about, purpose, sha384, justification } = inventoryRow(script);
    return [name, about, purpose, sha384, justification ?? ''];
  });
  const rest = total - scripts.length;
  return [
    {
      title: `Scripts that ran on ${path}${cards}: ${atLeast(total, 'scripts', page)}`,
      columns: ['Script', 'About', 'Purpose', 'SHA-384', 'Written justification'],
      rows,
      ...(rest > 0 && { rest: `The report lists ${scripts.length} of them.` }),
    },
    { title: `Security headers of ${path}`, columns: ['Header', 'Value'], rows: headers },
    { title: `Policies tested on ${path}`, columns: ['Header', 'Result', 'Policy'], rows: policies },
  ];
}
