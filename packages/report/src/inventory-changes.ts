import { headerMeaning } from './header-meaning.ts';
import type { BrowserPageEntry, BrowserScriptEntry, BrowserSection } from './sections/browser.ts';

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
  /** `frame`: another origin in a frame; `field`: the page itself takes card data. */
  what: 'script' | 'header' | 'frame' | 'field';
  /** Address or name. */
  name: string;
  /** Hash or value; null: was not there. */
  before: string | null;
  after: string | null;
}

type Change = Pick<InventoryChange, 'name' | 'before' | 'after'>;

/** Pages that both inventories hold, by path; nothing where one of them has none. */
export function diffInventories(
  before: BrowserSection | undefined,
  after: BrowserSection | undefined,
): InventoryChange[] {
  const old = new Map((before?.pages ?? []).map((page) => [page.path, page]));
  return (after?.pages ?? []).flatMap((page) => {
    const was = old.get(page.path);
    if (!was) return [];
    const payment = (was.payment ?? page.payment) !== null;
    const of =
      (what: InventoryChange['what'], counts = payment) =>
      (one: Change): InventoryChange => ({ kind: 'inventory', path: page.path, payment: counts, what, ...one });
    return [
      ...changes(scriptsOf(was, false), scriptsOf(page, false)).map(of('script')),
      ...changes(headersOf(was), headersOf(page), headerMeaning).map(of('header')),
      ...metaPolicies(was, page).map(of('header')),
      ...changes(framesOf(was), framesOf(page)).map(of('frame')),
      ...changes(fieldsOf(was), fieldsOf(page)).map(of('field')),
      ...changes(scriptsOf(was, true), scriptsOf(page, true)).map(of('script', false)),
    ];
  });
}

/** Payment pages of the earlier inventory that the later one does not hold: of these nothing is known, which is not "no change". */
export function unseenPaymentPages(before: BrowserSection | undefined, after: BrowserSection | undefined): string[] {
  const seen = new Set((after?.pages ?? []).map(({ path }) => path));
  return (before?.pages ?? []).flatMap(({ path, payment }) => (payment !== null && !seen.has(path) ? [path] : []));
}

/** Payment pages that the earlier inventory does not hold: no one approved their scripts. */
export function newPaymentPages(before: BrowserSection | undefined, after: BrowserSection | undefined): string[] {
  return unseenPaymentPages(after, before);
}

export function describeInventory({ path, what, name, before, after }: InventoryChange): string {
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
    // An empty hash is of a text that could not be read: it says nothing of a change.
    const same = was !== null && is !== null && (was === '' || is === '' || meaning(name, was) === meaning(name, is));
    return same ? [] : [{ name, before: was, after: is }];
  });
}

/**
 * Files by address, without the part of a query that only breaks caches; code in the page by its own hash. One address may have
 * answered with several texts.
 * @param elsewhere those in frames of other sites, instead of all others
 */
function scriptsOf({ scripts, url: page }: BrowserPageEntry, elsewhere: boolean): Map<string, string> {
  const found = new Map<string, Set<string>>();
  let unnamed = 0;
  for (const script of scripts) {
    const frame = script.ran_in?.place === 'frame' ? script.ran_in.url : page;
    if (isOtherSite(frame, page) !== elsewhere) continue;
    const plain = elsewhere ? `${nameOf(script)} in a frame of ${URL.parse(frame)?.origin ?? frame}` : nameOf(script);
    // Without an address or a hash, only their number can be compared.
    const name = script.url === null && script.varies === '' ? `${plain} (${(unnamed += 1)})` : plain;
    found.set(name, (found.get(name) ?? new Set()).add(steadyHashOf(script)));
  }
  return new Map([...found].map(([name, hashes]) => [name, hashes.has('') ? '' : [...hashes].toSorted().join(' ')]));
}

/** What a script is known by from one inventory to the next. */
export function nameOf(script: BrowserScriptEntry): string {
  const { url, kind, sha384, varies } = script;
  if (url === null) {
    if (sha384 === '') return `${kind} not read`;
    return varies === '' ? `${kind} ${VARIES}` : `${kind} sha384-${steadyHashOf(script)}`;
  }
  const at = url.indexOf('?');
  if (at === -1) return url;
  // The query may hold what differs.
  if (varies !== undefined) return url.slice(0, at);
  const kept = url
    .slice(at + 1)
    .split('&')
    .filter((part) => part !== '' && !BREAKS_CACHES.test(part));
  return `${url.slice(0, at)}${kept.length === 0 ? '' : '?'}${kept.join('&')}`;
}

const VARIES = 'differs in each load';

/** The hash that stays the same as long as no one changes the script. */
function steadyHashOf({ sha384, varies }: BrowserScriptEntry): string {
  return varies === '' ? VARIES : (varies ?? sha384);
}

const BREAKS_CACHES =
  /^(?:(?:v|ver|version|rev|build|_|t|ts|time|timestamp|cb|cache|cache_?bust(?:er)?|nocache|bust|r|rnd|rand|random)=[^&]*|\d[\d.]*|[\da-f]{6,64})$/iu;

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

/** Two hosts with the same last two labels may be one site; then its operator is asked once too often. */
function isOtherSite(one: string, other: string): boolean {
  const [a, b] = [one, other].map((url) => URL.parse(url)?.hostname ?? '');
  if (a === '' || b === '') return false;
  return a?.split('.').slice(-2).join('.') !== b?.split('.').slice(-2).join('.');
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
