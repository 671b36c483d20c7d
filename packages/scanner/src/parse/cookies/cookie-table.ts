import type { CookieKind } from '@palisade/report/sections/cookies';
import { COOKIE_NAMES } from '../../data/cookie-names.ts';

interface Table {
  exact: Map<string, CookieKind>;
  /** Longest first: `intercom-session-*` before `*-session`. */
  patterns: { test: (name: string) => boolean; kind: CookieKind; weight: number; start: number }[];
}
let table: Table | undefined;

/**
 * What a cookie is for according to its vendor, by case-insensitive name. Undefined if the table does not list it.
 * `rest` is the part after the fixed beginning of a family's name.
 */
export function tableKind(name: string): { kind: CookieKind; rest: string } | undefined {
  table ??= readTable();
  const lower = name.toLowerCase();
  const exact = table.exact.get(lower);
  if (exact) return { kind: exact, rest: '' };
  const pattern = table.patterns.find(({ test }) => test(lower));
  return pattern && { kind: pattern.kind, rest: name.slice(pattern.start) };
}

function readTable(): Table {
  const exact: Table['exact'] = new Map();
  const patterns: Table['patterns'] = [];
  let kind: CookieKind = 'other';
  for (const line of COOKIE_NAMES.trim().split('\n')) {
    if (line.startsWith('= ')) {
      kind = line.slice(2) as CookieKind;
      continue;
    }
    for (const name of line.toLowerCase().split(' ')) {
      if (!/\*|\[hex/u.test(name)) exact.set(name, kind);
      else {
        const weight = name.replace(/\*|\[hex\d+\]/gu, '').length;
        patterns.push({ test: matcher(name), kind, weight, start: name.search(/\*|\[hex/u) });
      }
    }
  }
  return { exact, patterns: patterns.toSorted((a, b) => b.weight - a.weight) };
}

function matcher(pattern: string): (name: string) => boolean {
  const source = pattern
    .replace(/[.+?^${}()|\\]/gu, '\\$&')
    .replace(/\[(?!hex\d)/gu, '\\[')
    .replace(/(?<!hex\d*)\]/gu, '\\]')
    .replace(/\[hex(\d+)\]/gu, '[\\da-f]{$1}')
    .replaceAll('*', '.*');
  const expression = new RegExp(`^${source}$`, 'u');
  return (name) => expression.test(name);
}
