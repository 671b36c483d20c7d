import { describe, expect, it } from 'vitest';
import { browserOf, cookieNamed, requestTo, scriptFrom } from '../test/browser-evidence.ts';
import { BrowserEvidence } from './evidence/browser.ts';
import { judgeBrowser } from './judge-browser.ts';

const FINE = 'https://other.test/x.js?token=1';

/** Every address of the evidence is `address`, except that of the page if it is given. */
function holding(address: string, page = address): BrowserEvidence {
  const violation = {
    policy: 'csp' as const,
    directive: 'script-src',
    blocked: address,
    kind: 'url' as const,
    report_only: false,
    source: address.slice(0, 400),
    sample: null,
  };
  return browserOf({
    url: page,
    asked: page,
    requests: [requestTo(address, { by_url: address, type: 'script' }), requestTo(FINE, { by_url: address })],
    refused: [{ url: address, reason: 'a private address' }],
    scripts: [scriptFrom(address, { by_url: address }), scriptFrom(address, { kind: 'inline' })],
    frame_scripts: [
      { frame: address, kind: 'file', url: address, sha384: 'A', bytes: 1, by_url: address },
      { frame: address, place: 'worker', kind: 'inline', url: address, sha384: 'A', bytes: 1 },
    ],
    cookies: [cookieNamed('sid', { domain: address, path: address })],
    storage: [{ area: 'local', origin: address, key: 'token', bytes: 40, looks: 'jwt' }],
    mixed: [{ url: address, kind: 'script', loaded: true, upgraded: false }],
    violations: [violation],
    forms: [{ action: address, method: 'post', password: true, card_fields: ['cc-number'], by_script: true }],
    frames: [{ url: address, party: 'cross-site', sandbox: null, allow: null }],
    trials: [],
  });
}

describe('an address that is no URL of a host costs neither the section nor the rest of it', () => {
  const ODD = [
    '',
    'http://[',
    'https://',
    'http:',
    'https://a b/',
    'http://[::1',
    'https://x.test:99999/',
    '//x.test/a.js',
    '/relative',
    'blob:',
    'blob:https://a.test/0b5c',
    'data:',
    'data:text/html',
    'about:blank',
    'about:srcdoc',
    'javascript:',
    'file:///etc/passwd',
    'https://xn--/',
    '\u0000',
    `https://example.test/${'a'.repeat(1000)}…`,
  ];

  it.each(ODD)('of anything on the page: %j', (address) => {
    const evidence = BrowserEvidence.parse(holding(address, 'https://example.test/'));
    const { checks, pages } = judgeBrowser(evidence, new Date(0));
    expect(checks.length).toBeGreaterThan(0);
    expect(pages[0]?.scripts).toHaveLength(4);
  });

  it.each(ODD)('of the page itself: %j', (address) => {
    const { pages } = judgeBrowser(BrowserEvidence.parse(holding(address)), new Date(0));
    expect(pages[0]?.scripts).toHaveLength(4);
  });
});
