import type { PageResource, ResourceKind } from '../../evidence/page.ts';

const PASSIVE: readonly ResourceKind[] = ['image', 'media'];

/** Whether browsers show the resource but run nothing of it. */
export function isPassive({ kind }: PageResource): boolean {
  return PASSIVE.includes(kind);
}

/** Whether replacing the resource could change the page. Pings and prefetches are blocked, and nothing of it misses them. */
export function isActive(resource: PageResource): boolean {
  return !isPassive(resource) && resource.kind !== 'prefetch' && resource.element !== 'a[ping]';
}
