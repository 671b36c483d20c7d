import type { SnippetName } from '@palisade/report/snippet-order';
import { fieldValues, type HeaderFields } from '../../evidence/http.ts';

/** Marks of a platform come first: behind it the web server that answers is not the owner's to configure. */
const MARKS: readonly (readonly [kind: SnippetName, field: string, value: RegExp])[] = [
  ['vercel', 'x-vercel-id', /./u],
  ['vercel', 'server', /^vercel/iu],
  ['netlify', 'x-nf-request-id', /./u],
  ['netlify', 'server', /^netlify/iu],
  ['caddy', 'server', /^caddy/iu],
  ['iis', 'server', /^microsoft-iis/iu],
  ['apache', 'server', /^apache(?:$|[ /])/iu],
  ['nginx', 'server', /^(?:nginx|openresty)/iu],
  ['nextjs', 'x-powered-by', /^next\.js/iu],
  ['express', 'x-powered-by', /^express/iu],
  ['iis', 'x-powered-by', /^asp\.net/iu],
  ['cloudflare', 'cf-ray', /./u],
  ['cloudflare', 'server', /^cloudflare/iu],
  ['cloudfront', 'x-amz-cf-id', /./u],
  ['wordpress', 'link', /rel="?https:\/\/api\.w\.org/iu],
  ['wordpress', 'x-pingback', /xmlrpc\.php/iu],
  ['apache', 'server', /^litespeed/iu],
  ['caddy', 'via', /\bcaddy\b/iu],
];

/** Whose configuration a fix is best pasted into, as far as the answer tells; null when it does not. */
export function serverKind(headers: HeaderFields): SnippetName | null {
  return MARKS.find(([, field, value]) => fieldValues(headers, field).some((one) => value.test(one)))?.[0] ?? null;
}
