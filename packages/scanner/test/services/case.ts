/** A page written according to a provider's guide, and what it loads according to the provider's documentation. */
export interface ServiceCase {
  name: string;
  html: string;
  /**
   * Directive without `-src` → URLs, schemes and keywords, separated by spaces. The policy may contain no source that
   * none of them needs.
   */
  needs: Readonly<Partial<Record<Need, string>>>;
}

export type Need =
  'script' | 'style' | 'img' | 'font' | 'connect' | 'frame' | 'worker' | 'child' | 'media' | 'form-action';

/**
 * A page as the provider's guide has it, in the spellings that are met on sites, and addresses that the provider
 * documents for a policy, as `directive URL` with `|` between them.
 */
export type DocumentedNeeds = readonly [name: string, html: string, needs: string];

/** An inline script that inserts a script from the URL, as in most providers' snippets. */
export const loader = (url: string): string =>
  `<script>(function(d,t){var s=d.createElement(t);s.async=1;s.src="${url}";d.head.appendChild(s)})(document,"script")</script>`;
export const script = (url: string): string => `<script async src="${url}"></script>`;
export const frame = (url: string): string => `<iframe src="${url}"></iframe>`;
export const sheet = (url: string): string => `<link rel="stylesheet" href="${url}">`;
/** URLs on several hosts. */
export const on = (hosts: string, path = '/x'): string =>
  hosts
    .split(' ')
    .map((host) => (host.includes('://') ? host : `https://${host}`) + path)
    .join(' ');
