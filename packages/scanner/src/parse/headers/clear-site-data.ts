const KNOWN = new Set([
  'cache',
  'cookies',
  'storage',
  'executionContexts',
  'clientHints',
  'prefetchCache',
  'prerenderCache',
  '*',
]);

export interface ClearSiteData {
  known: string[];
  /** Members that browsers skip: unquoted, in the wrong case, or unknown. */
  ignored: string[];
}

/** Clear-Site-Data §3.1: a comma-separated list of quoted strings, compared case-sensitively. */
export function parseClearSiteData(values: readonly string[]): ClearSiteData {
  const members = values
    .join(',')
    .slice(0, 4096)
    .split(',')
    .map((member) => member.trim())
    .filter(Boolean);
  const known = members.filter((member) => /^".*"$/u.test(member) && KNOWN.has(member.slice(1, -1)));
  return { known, ignored: members.filter((member) => !known.includes(member)).slice(0, 10) };
}

/** What values that browsers skip were meant as: `cookies`, `"Storage"`, `'cache'`. */
export function meantClearSiteData(values: readonly string[]): string[] {
  const words = values
    .join(',')
    .slice(0, 4096)
    .split(/[\s,;"']+/u);
  return [...KNOWN].filter((known) => words.some((word) => word.toLowerCase() === known.toLowerCase()));
}
