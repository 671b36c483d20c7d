import type { PageEvidence, ResourceKind } from '../../evidence/page.ts';
import { relation, siteOf } from './page-origin.ts';

export interface Dependency {
  /** Registrable domain. */
  site: string;
  hosts: string[];
  kinds: Partial<Record<ResourceKind | 'form', number>>;
}

/** Other sites that the page loads from or sends forms to, in descending order of use. */
export function externalDependencies(page: PageEvidence): Dependency[] {
  const bySite = new Map<string, { hosts: Set<string>; kinds: Dependency['kinds'] }>();
  const uses: (readonly [url: string, kind: ResourceKind | 'form'])[] = [
    ...page.resources.map(({ url, kind }) => [url, kind] as const),
    // method=dialog closes the dialog and sends nothing.
    ...page.forms.flatMap(({ action, method }) =>
      method !== 'dialog' && action !== null && /^https?:/u.test(action) ? [[action, 'form'] as const] : [],
    ),
  ];
  for (const [url, kind] of uses) {
    const host = URL.parse(url)?.hostname;
    if (!host || relation(url, page.url) !== 'cross-site') continue;
    const site = siteOf(host);
    const entry = bySite.get(site) ?? { hosts: new Set<string>(), kinds: {} };
    bySite.set(site, entry);
    entry.hosts.add(host);
    entry.kinds[kind] = (entry.kinds[kind] ?? 0) + 1;
  }
  const total = (kinds: Dependency['kinds']): number => Object.values(kinds).reduce((sum, count) => sum + count, 0);
  return [...bySite]
    .map(([site, { hosts, kinds }]) => ({ site, hosts: [...hosts].toSorted(), kinds }))
    .toSorted((one, other) => total(other.kinds) - total(one.kinds) || (one.site < other.site ? -1 : 1));
}
