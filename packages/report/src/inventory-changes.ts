import { headerMeaning } from './header-meaning.ts';
import { scriptChanges, type Change } from './script-changes.ts';
import type { BrowserPageEntry, BrowserSection } from './sections/browser.ts';

/** Something on a page that is not what it was: what PCI DSS 11.6.1 wants found. */
export interface InventoryChange {
  kind: 'inventory';
  /** Of the page. */
  path: string;
  /**
   * It takes card data in one of the two reports, and its own operator is responsible: not for the scripts in a frame of another
   * site, which cannot read the page.
   */
  payment: boolean;
  /**
   * `frame`: another origin in a frame; `field`: the page itself takes card data; `page`: a page with card data that only one of
   * the two inventories holds, so no one knows whether its scripts are the approved ones.
   */
  what: 'script' | 'header' | 'frame' | 'field' | 'page';
  /** Address or name. */
  name: string;
  /** Hash or value; null: was not there. */
  before: string | null;
  after: string | null;
}

/** Of pages that both inventories hold, by path; and pages with card data that only one of them holds. */
export function diffInventories(
  before: BrowserSection | undefined,
  after: BrowserSection | undefined,
): InventoryChange[] {
  const old = new Map((before?.pages ?? []).map((page) => [page.path, page]));
  const seen = new Set((after?.pages ?? []).map(({ path }) => path));
  const unseen = [...old.values()].filter(({ path, payment }) => payment !== null && !seen.has(path));
  const both = (after?.pages ?? []).flatMap((page) => {
    const was = old.get(page.path);
    if (!was) return page.payment === null ? [] : [pageChange(page.path, null, 'visited')];
    const payment = (was.payment ?? page.payment) !== null;
    const of =
      (what: InventoryChange['what'], counts = payment) =>
      (one: Change): InventoryChange => ({ kind: 'inventory', path: page.path, payment: counts, what, ...one });
    return [
      ...scriptChanges(was, page, false).map(of('script')),
      ...changes(headersOf(was), headersOf(page), headerMeaning).map(of('header')),
      ...metaPolicies(was, page).map(of('header')),
      ...changes(framesOf(was), framesOf(page)).map(of('frame')),
      ...changes(fieldsOf(was), fieldsOf(page)).map(of('field')),
      ...scriptChanges(was, page, true).map(of('script', false)),
    ];
  });
  return [...both, ...unseen.map(({ path }) => pageChange(path, 'visited', null))];
}

function pageChange(path: string, before: string | null, after: string | null): InventoryChange {
  return { kind: 'inventory', path, payment: true, what: 'page', name: path, before, after };
}

export function describeInventory({ path, what, name, before, after }: InventoryChange): string {
  if (what === 'page')
    return before === null
      ? `${path} accepts card data and is not in the earlier inventory`
      : `${path} accepts card data and was not visited by a browser again`;
  const state = before === null ? 'new' : after === null ? 'gone' : 'changed';
  const values = what === 'header' ? `: ${before ?? 'not sent'} → ${after ?? 'not sent'}` : '';
  return `${path}: ${what === 'field' ? 'card field' : what} ${name} ${state}${values}`;
}

/** @param meaning of a value: equal ones are no change */
function changes(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  meaning: (name: string, value: string) => string = (_name, value) => value,
): Change[] {
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((name) => {
    const [was, is] = [before.get(name) ?? null, after.get(name) ?? null];
    const same = was !== null && is !== null && meaning(name, was) === meaning(name, is);
    return same ? [] : [{ name, before: was, after: is }];
  });
}

/** Frames of other origins. Their paths and queries change with each release of a provider, and with each session. */
function framesOf({ frames, url: page }: BrowserPageEntry): Map<string, string> {
  const own = URL.parse(page)?.origin;
  const origins = frames.flatMap((frame) => {
    const parsed = URL.parse(frame);
    return parsed && /^https?:$/u.test(parsed.protocol) && parsed.origin !== own ? [parsed.origin] : [];
  });
  return new Map(origins.map((origin) => [origin, 'loaded']));
}

/** Fields of the page itself: those of a provider are in its frames. */
function fieldsOf({ payment }: BrowserPageEntry): Map<string, string> {
  return new Map((payment?.fields ?? []).map((field) => [field, 'shown']));
}

/** Each policy of the markup restricts the page further, in any order. Inventories of engines before 0.12.0 hold none. */
function metaPolicies(was: BrowserPageEntry, is: BrowserPageEntry): Change[] {
  if (was.meta_policies === undefined || is.meta_policies === undefined) return [];
  const joined = (policies: readonly string[]) =>
    new Map(policies.length === 0 ? [] : [[IN_MARKUP, policies.join(', ')]]);
  return changes(joined(was.meta_policies), joined(is.meta_policies), (_name, value) =>
    headerMeaning('content-security-policy', value),
  );
}

const IN_MARKUP = 'content-security-policy in a meta element';

function headersOf({ headers }: BrowserPageEntry): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of headers) found.set(name, [found.get(name), value].filter(Boolean).join(', '));
  return found;
}
