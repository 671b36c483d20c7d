/** A page as its owner would write it by a provider's guide, and what it fetches then, by the provider's own documentation. */
export interface ServiceCase {
  name: string;
  html: string;
  /** Directive without `-src` → addresses, schemes and keywords, by spaces. No source may stand there that none of them needs. */
  needs: Readonly<Partial<Record<Need, string>>>;
}

export type Need =
  'script' | 'style' | 'img' | 'font' | 'connect' | 'frame' | 'worker' | 'child' | 'media' | 'form-action';

/** An inline script that adds the script of the address, as most providers hand it out. */
export const loader = (url: string): string =>
  `<script>(function(d,t){var s=d.createElement(t);s.async=1;s.src="${url}";d.head.appendChild(s)})(document,"script")</script>`;
export const script = (url: string): string => `<script async src="${url}"></script>`;
export const sheet = (url: string): string => `<link rel="stylesheet" href="${url}">`;
/** The addresses of several hosts at once. */
export const on = (hosts: string, path = '/x'): string =>
  hosts
    .split(' ')
    .map((host) => (host.includes('://') ? host : `https://${host}`) + path)
    .join(' ');
