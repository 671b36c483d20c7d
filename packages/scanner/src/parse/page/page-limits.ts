/** Reading is linear; these bound its constant and the size of what is kept. */
export const PAGE_LIMITS = {
  bytes: 2 * 1024 * 1024,
  tags: 200_000,
  /** Open templates and foreign elements. */
  depth: 512,
  resources: 500,
  /** Kept beyond that when they are over http, so that a crowd of harmless ones hides none. */
  insecureResources: 100,
  urlLength: 2048,
  forms: 100,
  /** Metas of each kind, opener links and hints. */
  entries: 50,
  textLength: 8192,
  /** Of inline scripts; a page with more is better off with a nonce. */
  hashes: 20,
} as const;

export function cutUrl(url: string): string {
  return url.slice(0, PAGE_LIMITS.urlLength);
}
