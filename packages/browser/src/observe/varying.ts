import type { BrowserScript } from '@palisade/scanner/evidence/browser';
import { steadyAddress } from './steady-address.ts';
import { codeAlone, steadyParts, type SteadyParts } from './steady-parts.ts';

/** The scripts of one load, with the texts of those that are not too large. */
export interface LoadScripts {
  scripts: readonly BrowserScript[];
  texts: ReadonlyMap<BrowserScript, string>;
}

export interface Varying {
  /** By script of the first load. */
  texts: ReadonlyMap<BrowserScript, SteadyParts>;
  /** By file of the first load: its address with `*` in place of what differs. */
  addresses: ReadonlyMap<BrowserScript, string>;
}

export const NOT_COMPARED: Varying = { texts: new Map(), addresses: new Map() };

/** What differs from load to load, so that inventories can be compared by what stays the same. */
export function varyingIn(first: LoadScripts, one: LoadScripts, other: LoadScripts): Varying {
  return { texts: varyingScripts(first, one, other), addresses: varyingAddresses(first, one, other) };
}

/**
 * Files with the same text at another address in each load: with a random number, or the id of a visit. What an attacker would
 * change, such as the account that a provider's script reads from its own address, stays in it.
 */
function varyingAddresses(first: LoadScripts, ...others: readonly LoadScripts[]): Map<BrowserScript, string> {
  const all = [first, ...others].map(({ scripts }) => scripts.filter(({ kind, sha384 }) => kind === 'file' && sha384));
  const steady = (url: string | null): boolean => all.every((files) => files.some((file) => file.url === url));
  const groups = all.map((files) =>
    Map.groupBy(
      files.filter(({ url }) => !steady(url)),
      ({ url, sha384 }) => `${URL.parse(url ?? '')?.origin} ${sha384}`,
    ),
  );
  const found = new Map<BrowserScript, string>();
  for (const [key, files] of groups[0] ?? []) {
    const same = groups.map((group) => group.get(key) ?? []);
    if (same.some(({ length }) => length !== files.length)) continue;
    for (const [index, file] of files.entries()) {
      const address = steadyAddress(same.map((list) => list[index]?.url ?? ''));
      if (address !== undefined) found.set(file, address);
    }
  }
  return found;
}

/**
 * Scripts whose text differs from load to load: with a token, a time, or the id of a request. A later inventory could not be
 * compared with their hashes. Instead they get the hash of what stays the same.
 * @param one a load after the first; `other`: another one
 */
function varyingScripts(first: LoadScripts, one: LoadScripts, other: LoadScripts): Map<BrowserScript, SteadyParts> {
  const everywhere = [first, one, other].map(({ scripts }) => new Set(scripts.map(keyOf)));
  const isSteady = (script: BrowserScript): boolean => everywhere.every((keys) => keys.has(keyOf(script)));
  const groups = (list: readonly BrowserScript[]) =>
    Map.groupBy(
      list.filter((script) => !isSteady(script)),
      placeOf,
    );
  const [before, these, those] = [groups(first.scripts), groups(one.scripts), groups(other.scripts)];
  const found = new Map<BrowserScript, SteadyParts>();
  for (const [place, scripts] of before) {
    const [a, b] = [these.get(place) ?? [], those.get(place) ?? []];
    if (a.length !== scripts.length || b.length !== scripts.length) {
      // Their order does not tell which belong together: an advertisement more, or a recommendation less.
      const codes = new Set([...codesOf(a, one), ...codesOf(b, other)].map(([, { code }]) => code));
      for (const [script, parts] of codesOf(scripts, first)) if (codes.has(parts.code)) found.set(script, parts);
      continue;
    }
    for (const [index, script] of scripts.entries()) {
      const [x, y] = [a[index], b[index]];
      if (x && y && x.sha384 !== y.sha384)
        found.set(script, steadyParts([first.texts.get(script), one.texts.get(x), other.texts.get(y)]));
    }
  }
  return found;
}

function codesOf(scripts: readonly BrowserScript[], { texts }: LoadScripts) {
  return scripts.flatMap((script) => {
    const text = texts.get(script);
    return text === undefined ? [] : [[script, codeAlone(text)] as const];
  });
}

/** What is known of a script apart from its text. Also addresses may differ in their query. */
function placeOf({ kind, url, by_url: by }: BrowserScript): string {
  return JSON.stringify([kind, kind === 'file' ? withoutQuery(url) : '', withoutQuery(by)]);
}

function keyOf(script: BrowserScript): string {
  return `${placeOf(script)} ${script.sha384}`;
}

function withoutQuery(url: string | null): string {
  return url?.split('?', 1)[0] ?? '';
}
