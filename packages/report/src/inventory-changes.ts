import type { BrowserPageEntry, BrowserScriptEntry, BrowserSection } from './sections/browser.ts';

/** A script or security header of a page that is not what it was: what PCI DSS 11.6.1 wants found. */
export interface InventoryChange {
  kind: 'inventory';
  /** Of the page. */
  path: string;
  /** It takes card data in one of the two reports. */
  payment: boolean;
  what: 'script' | 'header';
  /** Address or name. */
  name: string;
  /** Hash or value; null: was not there. */
  before: string | null;
  after: string | null;
}

/** Pages that both inventories hold, by path; nothing where one of them has none. */
export function diffInventories(
  before: BrowserSection | undefined,
  after: BrowserSection | undefined,
): InventoryChange[] {
  const old = new Map((before?.pages ?? []).map((page) => [page.path, page]));
  return (after?.pages ?? []).flatMap((page) => {
    const was = old.get(page.path);
    if (!was) return [];
    const about = { kind: 'inventory', path: page.path, payment: (was.payment ?? page.payment) !== null } as const;
    return [
      ...changes(scriptsOf(was), scriptsOf(page)).map((one): InventoryChange => ({ ...about, what: 'script', ...one })),
      ...changes(headersOf(was), headersOf(page)).map((one): InventoryChange => ({ ...about, what: 'header', ...one })),
    ];
  });
}

/** Payment pages of the earlier inventory that the later one does not hold: of these nothing is known, which is not "no change". */
export function unseenPaymentPages(before: BrowserSection | undefined, after: BrowserSection | undefined): string[] {
  const seen = new Set((after?.pages ?? []).map(({ path }) => path));
  return (before?.pages ?? []).flatMap(({ path, payment }) => (payment !== null && !seen.has(path) ? [path] : []));
}

export function describeInventory({ path, what, name, before, after }: InventoryChange): string {
  const state = before === null ? 'new' : after === null ? 'gone' : 'changed';
  const values = what === 'header' ? `: ${before ?? 'not sent'} → ${after ?? 'not sent'}` : '';
  return `${path}: ${what} ${name} ${state}${values}`;
}

function changes(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Pick<InventoryChange, 'name' | 'before' | 'after'>[] {
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((name) => {
    const [was, is] = [before.get(name) ?? null, after.get(name) ?? null];
    // An empty hash is of a text that could not be read: it says nothing of a change.
    return was === is || (was === '' && is !== null) || (is === '' && was !== null)
      ? []
      : [{ name, before: was, after: is }];
  });
}

/** Files by address, the query left out where it only breaks caches; code in the page by its own hash. */
function scriptsOf({ scripts }: BrowserPageEntry): Map<string, string> {
  return new Map(scripts.map((script) => [nameOf(script), script.sha384]));
}

/** What a script is known by from one inventory to the next. */
export function nameOf({ url, kind, sha384 }: BrowserScriptEntry): string {
  if (url === null) return `${kind} ${sha384 === '' ? 'not read' : `sha384-${sha384}`}`;
  return url.replace(/\?(?:v|ver|_|t|cb|ts)=[^&]*$/u, '');
}

function headersOf({ headers }: BrowserPageEntry): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of headers) found.set(name, [found.get(name), value].filter(Boolean).join(', '));
  return found;
}
