import { createHash } from 'node:crypto';
import type { BrowserScript } from '@palisade/scanner/evidence/browser';

/** The scripts of one load, with the texts of those that are not too large. */
export interface LoadScripts {
  scripts: readonly BrowserScript[];
  texts: ReadonlyMap<BrowserScript, string>;
}

/**
 * Scripts whose text differs from load to load: with a token, a time, or the id of a request. A later inventory could not be
 * compared with their hashes. Instead they get the hash of what stays the same.
 * @param one a load after the first; `other`: another one
 * @returns by script of the first load; empty: nothing stays the same
 */
export function varyingScripts(
  first: readonly BrowserScript[],
  one: LoadScripts,
  other: LoadScripts,
): Map<BrowserScript, string> {
  const everywhere = [first, one.scripts, other.scripts].map((list) => new Set(list.map(keyOf)));
  const isSteady = (script: BrowserScript): boolean => everywhere.every((keys) => keys.has(keyOf(script)));
  const groups = (list: readonly BrowserScript[]) =>
    Map.groupBy(
      list.filter((script) => !isSteady(script)),
      placeOf,
    );
  const [before, these, those] = [groups(first), groups(one.scripts), groups(other.scripts)];
  const found = new Map<BrowserScript, string>();
  for (const [place, scripts] of before) {
    const [a, b] = [these.get(place) ?? [], those.get(place) ?? []];
    // Otherwise no one knows which belong together.
    if (a.length !== scripts.length || b.length !== scripts.length) continue;
    for (const [index, script] of scripts.entries()) {
      const [x, y] = [a[index], b[index]];
      if (x && y && x.sha384 !== y.sha384) found.set(script, steadyHash(one.texts.get(x), other.texts.get(y)));
    }
  }
  return found;
}

/** Words that differ are left out of both texts: an attacker can hide nothing else in them. */
export function steadyHash(one: string | undefined, other: string | undefined): string {
  if (one === undefined || other === undefined) return '';
  const [a, b] = [one, other].map((text) => text.match(WORDS) ?? []);
  if (!a || a.length !== b?.length) return '';
  const steady = a.map((word, index) => (word === b[index] ? word : '\0'));
  return createHash('sha384').update(steady.join('\n')).digest('base64');
}

const WORDS = /\w+|[^\s\w]/gu;

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
