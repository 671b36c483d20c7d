import { parseCspHeader } from './policy.ts';

/** Where the page may be framed, where reports go, what is closed beyond loading: nothing that a page does shows these. */
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
 * What the policies that a site sends today state, apart from sources: a new policy in their place must not open or lose
 * it. Of several policies the first that has it counts, and for frame-ancestors one that closes.
 * @param headers of the answer, names in lower case
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
