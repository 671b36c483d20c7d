import type { BrowserPageEntry, BrowserScriptEntry } from './sections/browser.ts';

/** Hashes of texts; null: was not there. */
export interface Change {
  name: string;
  before: string | null;
  after: string | null;
}

/** One text of a script, as far as it stays the same from load to load. */
interface Text {
  /** Empty: it could not be read. */
  hash: string;
  /** Of a text that differs in each load, without its data. */
  code: string | undefined;
  /** Its words cannot be compared, because their number differs in each load. */
  vague: boolean;
}

interface Known {
  name: string;
  texts: Text[];
  /** Without an address. */
  inPage: boolean;
  /** Its kind, and the frame of another site that it ran in. */
  place: string;
}

/**
 * @param elsewhere those in frames of other sites, instead of all others
 */
export function scriptChanges(before: BrowserPageEntry, after: BrowserPageEntry, elsewhere: boolean): Change[] {
  const [was, is] = [scriptsOf(before, elsewhere), scriptsOf(after, elsewhere)];
  const gone = [...was.values()].filter(({ name }) => !is.has(name));
  const changed = [...is.values()].flatMap((now): Change[] => {
    const old = was.get(now.name);
    if (old) return sameTexts(old, now) ? [] : [{ name: now.name, before: hashesOf(old), after: hashesOf(now) }];
    const moved = gone.findIndex((one) => isSameScript(one, now));
    if (moved === -1) return [{ name: now.name, before: null, after: hashesOf(now) }];
    gone.splice(moved, 1);
    return [];
  });
  return [...changed, ...gone.map((old) => ({ name: old.name, before: hashesOf(old), after: null }))];
}

/** Files by address, without the part of a query that only breaks caches; code in the page by its own hash. */
function scriptsOf({ scripts, url: page }: BrowserPageEntry, elsewhere: boolean): Map<string, Known> {
  const found = new Map<string, Known>();
  let unnamed = 0;
  for (const script of scripts) {
    const frame = script.ran_in?.place === 'frame' ? script.ran_in.url : page;
    if (isOtherSite(frame, page) !== elsewhere) continue;
    const within = elsewhere ? ` in a frame of ${URL.parse(frame)?.origin ?? frame}` : '';
    const plain = `${nameOf(script)}${within}`;
    // Without an address or a hash, only their number can be compared.
    const nameless = script.url === null && script.varies === '' && script.code === undefined;
    const name = nameless ? `${plain} (${(unnamed += 1)})` : plain;
    const known = found.get(name) ?? { name, texts: [], inPage: script.url === null, place: script.kind + within };
    const text = { hash: steadyHashOf(script), code: script.code, vague: script.varies === '' };
    // One address may have answered with several texts.
    if (!known.texts.some(({ hash }) => hash === text.hash)) known.texts.push(text);
    found.set(name, known);
  }
  return found;
}

function sameTexts({ texts: old }: Known, { texts: now }: Known): boolean {
  // An empty hash is of a text that could not be read: it says nothing of a change.
  if ([...old, ...now].some(({ hash }) => hash === '')) return true;
  return old.length === now.length && old.every((one) => now.some((other) => isSameText(one, other)));
}

function isSameText(one: Text, other: Text): boolean {
  if (one.hash === other.hash) return true;
  // Engines before 0.23.0 hashed no code.
  if (one.vague && other.vague && (one.code === undefined || other.code === undefined)) return true;
  // By chance, all loads of one visit can have the same number of words.
  return (one.vague || other.vague) && one.code !== undefined && one.code === other.code;
}

/** A text in the page has no name but its hashes, and may have had the other one the last time. */
function isSameScript(one: Known, other: Known): boolean {
  const differs = [one, other].some(({ texts }) => texts.some(({ vague }) => vague));
  return differs && one.inPage && one.place === other.place && sameTexts(one, other);
}

function hashesOf({ texts }: Known): string {
  const hashes = texts.map(({ hash }) => hash);
  return hashes.includes('') ? '' : hashes.toSorted().join(' ');
}

/** What a script is known by from one inventory to the next. */
export function nameOf(script: BrowserScriptEntry): string {
  const { kind, sha384, varies, address, url } = script;
  if (url === null) {
    if (sha384 === '') return `${kind} not read`;
    const hash = steadyHashOf(script);
    return hash === VARIES ? `${kind} ${VARIES}` : `${kind} sha384-${hash}`;
  }
  const named = address ?? url;
  const at = named.indexOf('?');
  if (at === -1) return named;
  // The query may hold what differs.
  if (varies !== undefined) return named.slice(0, at);
  const kept = named
    .slice(at + 1)
    .split('&')
    .filter((part) => part !== '' && !BREAKS_CACHES.test(part));
  return `${named.slice(0, at)}${kept.length === 0 ? '' : '?'}${kept.join('&')}`;
}

const VARIES = 'differs in each load';

/** The hash that stays the same as long as no one changes the script. */
function steadyHashOf({ sha384, varies, code }: BrowserScriptEntry): string {
  return varies === '' ? (code ?? VARIES) : (varies ?? sha384);
}

const BREAKS_CACHES =
  /^(?:(?:v|ver|version|rev|build|_|t|ts|time|timestamp|cb|cache|cache_?bust(?:er)?|nocache|bust|r|rnd|rand|random)=[^&]*|\d[\d.]*|[\da-f]{6,64})$/iu;

/** Two hosts with the same last two labels may be one site; then its operator is asked once too often. */
function isOtherSite(one: string, other: string): boolean {
  const [a, b] = [one, other].map((url) => URL.parse(url)?.hostname ?? '');
  if (a === '' || b === '') return false;
  return a?.split('.').slice(-2).join('.') !== b?.split('.').slice(-2).join('.');
}
