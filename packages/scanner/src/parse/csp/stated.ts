import { parseCspHeader } from './policy.ts';

/** Framing, reporting and restrictions unrelated to loading: observing the page does not reveal these. */
const STATED = [
  'frame-ancestors',
  'upgrade-insecure-requests',
  'sandbox',
  'require-trusted-types-for',
  'trusted-types',
  'report-uri',
  'report-to',
] as const;

/**
 * What the site's current policies state in addition to sources. A new policy must neither relax nor drop it. If several
 * policies have a directive, the first counts, or for frame-ancestors one that blocks framing.
 * @param headers of the response, names in lower case
 */
export function statedBy(headers: readonly (readonly [name: string, value: string])[]): Map<string, readonly string[]> {
  const values = (wanted: string): string[] => headers.flatMap(([name, value]) => (name === wanted ? [value] : []));
  const policies = parseCspHeader(values('content-security-policy'));
  const stated = new Map<string, readonly string[]>();
  for (const name of STATED) {
    const all = policies.flatMap(({ directives }) => {
      const tokens = directives.get(name);
      return tokens ? [tokens] : [];
    });
    const closing =
      name === 'frame-ancestors' ? all.find((tokens) => tokens.length === 0 || isNone(tokens)) : undefined;
    const found = closing ?? all[0];
    if (found) stated.set(name, found.length === 0 && name === 'frame-ancestors' ? ["'none'"] : found);
  }
  if (!stated.has('frame-ancestors') && values('x-frame-options').some((value) => /^\s*deny\s*$/iu.test(value)))
    stated.set('frame-ancestors', ["'none'"]);
  return stated;
}

function isNone([only, ...more]: readonly string[]): boolean {
  return more.length === 0 && only?.toLowerCase() === "'none'";
}
