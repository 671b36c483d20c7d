import type { SnippetName } from '@palisade/report/snippet-order';
import { fieldValues, type HeaderFields } from '../../evidence/http.ts';

/** Signs of a platform come first, because the site's owner cannot configure the web server behind it. */
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

/** The server or platform whose configuration a fix should be written for. Null if the response does not show it. */
export function serverKind(headers: HeaderFields): SnippetName | null {
  return MARKS.find(([, field, value]) => fieldValues(headers, field).some((one) => value.test(one)))?.[0] ?? null;
}
