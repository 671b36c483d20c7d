import type {
  BrowserCookie,
  BrowserEvidence,
  BrowserPage,
  BrowserRequest,
  BrowserScript,
  PolicyTrial,
} from '../src/evidence/browser.ts';

/** A policy that worked when the page was loaded with it. */
export const policyTrial = (part: Partial<PolicyTrial> = {}): PolicyTrial => ({
  header: 'content-security-policy',
  value: "default-src 'self'",
  enforced: true,
  loads: 2,
  requests: 41,
  violations: [],
  lost: [],
  proven: true,
  in_the_way: [],
  nonce: false,
  ...part,
});

/** Browser evidence of a page that did nothing but load. */
export function browserOf(...pages: Partial<BrowserPage>[]): BrowserEvidence {
  return {
    product: 'Chromium 147.0.7727.15',
    pages: (pages.length > 0 ? pages : [{}]).map((page) => ({
      url: 'https://example.test/',
      asked: 'https://example.test/',
      found: 'start',
      status: 200,
      title: 'Example',
      settled: true,
      headers: [],
      requests: [],
      requests_total: page.requests?.length ?? 0,
      refused: [],
      scripts: [],
      scripts_total: page.scripts?.length ?? 0,
      cookies: [],
      storage: [],
      mixed: [],
      violations: [],
      messages: [],
      forms: [],
      frames: [],
      features: [],
      trials: [],
      ...page,
    })),
    screenshot: null,
  };
}

export function requestTo(url: string, part: Partial<BrowserRequest> = {}): BrowserRequest {
  const party = url.startsWith('https://example.test/') ? 'same-origin' : 'cross-site';
  return { url, method: 'GET', type: 'fetch', party, by: 'script', by_url: null, status: 200, failed: null, ...part };
}

export function scriptFrom(url: string, part: Partial<BrowserScript> = {}): BrowserScript {
  return {
    kind: 'file',
    url,
    sha384: 'A'.repeat(64),
    bytes: 10,
    party: 'cross-site',
    by_url: null,
    integrity: null,
    cors: true,
    fixed: true,
    sample: null,
    ...part,
  };
}

export function cookieNamed(name: string, part: Partial<BrowserCookie> = {}): BrowserCookie {
  return {
    name,
    domain: 'example.test',
    path: '/',
    secure: true,
    http_only: false,
    same_site: 'Lax',
    party: 'same-origin',
    by_script: true,
    days: null,
    value: { bytes: 32, random: true, jwt: false },
    ...part,
  };
}
