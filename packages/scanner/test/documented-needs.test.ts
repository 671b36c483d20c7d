import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { NONCE_PLACEHOLDER } from '../src/parse/csp/clean.ts';
import { PolicyDecisions } from '../src/parse/csp/decide.ts';
import { probeUrl, type ProbeUrl } from '../src/parse/csp/match.ts';
import { parseCspHeader } from '../src/parse/csp/policy.ts';
import { suggestCsp } from '../src/parse/csp/suggest.ts';
import { readPage } from '../src/parse/page/page.ts';
import { FONTS_AND_MAPS } from './services/needs-fonts-maps.ts';
import { TAGS_AND_CONSENT } from './services/needs-tags-consent.ts';
import { PAYMENT_AND_EMBEDS } from './services/needs-pay-embed.ts';

const CASES = [...FONTS_AND_MAPS, ...TAGS_AND_CONSENT, ...PAYMENT_AND_EMBEDS];

const SELF = probeUrl('https://shop.example/') as ProbeUrl;
const digest = (text: string) => createHash('sha256').update(text).digest('base64');

function policyFor(html: string): string {
  const source = { url: 'https://shop.example/', contentType: 'text/html', truncated: false };
  const page = readPage(new TextEncoder().encode(`<!doctype html><body>${html}`), source, digest);
  const isPublicSuffix = (domain: string) => ['com', 'io', 'net', 'tv'].includes(domain);
  return suggestCsp({ policies: [], self: SELF, page, isPublicSuffix });
}

it.each(CASES)('%s', (_name, html, needs) => {
  const text = policyFor(html);
  const [policy] = parseCspHeader([text]);
  if (!policy) throw new Error('no policy');
  const decisions = new PolicyDecisions(policy, SELF);
  const trusted = text.includes(`${NONCE_PLACEHOLDER} 'strict-dynamic'`);
  const missing = needs.split('|').filter((need) => {
    const [kind = '', url = ''] = need.split(' ');
    const directive = kind === 'script' ? 'script-src-elem' : `${kind}-src`;
    if (kind === 'script' && trusted) return false;
    if (url.endsWith(':')) return !new RegExp(`${directive} [^;]*${url}`, 'u').test(text);
    const probe = probeUrl(url);
    return probe === null || !decisions.matches(directive, probe);
  });
  expect(missing, text).toEqual([]);
});
