import type { PageResource, ResourceKind } from '../../evidence/page.ts';

const PASSIVE: readonly ResourceKind[] = ['image', 'media'];

/** Could change the page if it were swapped; images and sound cannot. */
export function isActive({ kind }: PageResource): boolean {
  return !PASSIVE.includes(kind);
}
