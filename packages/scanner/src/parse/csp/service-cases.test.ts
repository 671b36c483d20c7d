import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Need, ServiceCase } from '../../../test/services/case.ts';
import { ACCOUNTS } from '../../../test/services/accounts.ts';
import { EMBEDDING } from '../../../test/services/embedding.ts';
import { MEASURING } from '../../../test/services/measuring.ts';
import { VISITORS } from '../../../test/services/visitors.ts';
import { readPage } from '../page/page.ts';
import { PolicyDecisions } from './decide.ts';
import { probeUrl, type ProbeUrl } from './match.ts';
import { parseCspHeader } from './policy.ts';
import { suggestCsp } from './suggest.ts';

const URL_OF_PAGE = 'https://shop.example/';
const SELF = probeUrl(URL_OF_PAGE) as ProbeUrl;
const digest = (text: string) => createHash('sha256').update(text).digest('base64');
const isPublicSuffix = (domain: string) => ['com', 'io', 'net', 'co', 'build', 'chat'].includes(domain);

const GOVERNS: Readonly<Record<Need, string>> = {
  script: 'script-src-elem',
  style: 'style-src-elem',
  img: 'img-src',
  font: 'font-src',
  connect: 'connect-src',
  frame: 'frame-src',
  worker: 'worker-src',
  child: 'child-src',
  media: 'media-src',
  'form-action': 'form-action',
};
const NEEDS = Object.keys(GOVERNS) as Need[];

function policyFor(html: string) {
  const source = { url: URL_OF_PAGE, contentType: 'text/html', truncated: false };
  const page = readPage(new TextEncoder().encode(html), source, digest);
  const text = suggestCsp({ policies: [], self: SELF, page, isPublicSuffix });
  const [policy] = parseCspHeader([text]);
  if (!policy) throw new Error('no policy');
  return { text, policy };
}

/** Needs that the policy does not meet, and sources that no need explains. */
function wrongWith({ html, needs }: ServiceCase): string[] {
  const { policy } = policyFor(html);
  const decisions = new PolicyDecisions(policy, SELF);
  return NEEDS.flatMap((need) => {
    const wanted = (needs[need] ?? '').split(/\s+/).filter(Boolean);
    const listed = policy.directives.get(need === 'form-action' ? need : `${need}-src`) ?? [];
    // A page with its own styles may show small images embedded in them (`suggest.ts`).
    const own = /^'(?:self|none|sha256-.*|report-sample)'$|^data:$/u;
    const extra = listed.filter(
      (text) => !(own.test(text) && (text !== 'data:' || need === 'img')) && !wanted.some((url) => covers(text, url)),
    );
    const missing = wanted.filter((url) =>
      /^'|^(?:data|blob):$/u.test(url)
        ? !listed.includes(url)
        : !decisions.matches(GOVERNS[need], probeUrl(url) as ProbeUrl),
    );
    return [...missing.map((url) => `${need} lacks ${url}`), ...extra.map((text) => `${need} has ${text} for nothing`)];
  });
}

function covers(text: string, wanted: string): boolean {
  if (text === wanted) return true;
  const probe = probeUrl(wanted);
  const [policy] = parseCspHeader([`img-src ${text}`]);
  return probe !== null && policy !== undefined && new PolicyDecisions(policy, SELF).matches('img-src', probe);
}

describe.each([
  ['measuring', MEASURING],
  ['embedding', EMBEDDING],
  ['accounts', ACCOUNTS],
  ['visitors', VISITORS],
] as const)('%s', (_group, cases) => {
  it.each(cases)('$name', (one) => {
    expect(wrongWith(one), policyFor(one.html).text).toEqual([]);
  });
});
