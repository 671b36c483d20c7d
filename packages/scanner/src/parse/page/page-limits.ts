/** Reading takes linear time. These limits bound that time and the size of the stored result. */
export const PAGE_LIMITS = {
  bytes: 2 * 1024 * 1024,
  tags: 200_000,
  /** Maximum number of open templates and foreign elements. */
  depth: 512,
  resources: 500,
  /** Additional resources over http, so that many harmless ones cannot hide them. */
  insecureResources: 100,
  urlLength: 2048,
  forms: 100,
  /** For metas of each kind, opener links and hints. */
  entries: 50,
  textLength: 8192,
  /** Hashes of inline scripts. A page with more scripts should use a nonce. */
  hashes: 20,
} as const;

export function cutUrl(url: string): string {
  return url.slice(0, PAGE_LIMITS.urlLength);
}
