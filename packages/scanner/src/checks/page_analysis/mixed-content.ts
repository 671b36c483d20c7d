import type { PageResource, ResourceKind } from '../../evidence/page.ts';

const PASSIVE: readonly ResourceKind[] = ['image', 'media'];

/** Whether replacing the resource could change the page. Images and media cannot. */
export function isActive({ kind }: PageResource): boolean {
  return !PASSIVE.includes(kind);
}
