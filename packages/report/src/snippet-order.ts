import type { FixSnippets } from './report.ts';

/** What `fix_snippets` is written for, as people name it; in the order in which it is shown. */
export const SNIPPET_NAMES = {
  nginx: 'nginx',
  apache: 'Apache',
  caddy: 'Caddy',
  iis: 'IIS',
  express: 'Express',
  helmet: 'Express with helmet',
  nextjs: 'Next.js',
  wordpress: 'WordPress',
  cloudflare: 'Cloudflare',
  cloudfront: 'CloudFront',
  vercel: 'Vercel',
  netlify: 'Netlify',
  kubernetes: 'Kubernetes (ingress-nginx)',
} as const satisfies Record<keyof FixSnippets, string>;
export type SnippetName = keyof typeof SNIPPET_NAMES;

/** The snippets as shown: the server that the answers disclosed first, then the usual order. */
export function orderedSnippets(snippets: FixSnippets, first: SnippetName | null): [name: SnippetName, text: string][] {
  const names = Object.keys(SNIPPET_NAMES) as SnippetName[];
  const ordered = first === null ? names : [first, ...names.filter((name) => name !== first)];
  return ordered.flatMap((name) => {
    const text = snippets[name];
    return text === undefined ? [] : [[name, text] as [SnippetName, string]];
  });
}
