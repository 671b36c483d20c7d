import { expect, it } from 'vitest';
import { browserOf } from '../../../test/browser-evidence.ts';
import { judged } from '../../../test/evidence.ts';
import type { BrowserViolation } from '../../evidence/browser.ts';
import policyViolations from './policy-violations.ts';

const violation = (part: Partial<BrowserViolation> = {}): BrowserViolation => ({
  policy: 'csp',
  directive: 'script-src-elem',
  blocked: 'https://cdn.test/a.js',
  kind: 'url',
  report_only: false,
  source: null,
  sample: null,
  ...part,
});

// CSP3 §5: violations of an enforced policy stop something, those of a reported one do not.
it.each([
  ['good', []],
  ['good', [violation({ report_only: true })]],
  ['good', [violation({ policy: 'mixed-content' })]],
  ['broken', [violation()]],
  ['broken', [violation({ policy: 'coep', directive: 'CoepFrameResourceNeedsCoepHeader' })]],
])('outcome %s', (outcome, violations) => {
  expect(judged(policyViolations, { browser: browserOf({ violations }) })?.outcome).toBe(outcome);
});

it('a file with another hash or media type than it should have is listed', () => {
  const violations = [
    violation({ policy: 'integrity', directive: 'hash that does not match', kind: 'other' }),
    violation({ policy: 'nosniff', directive: 'type that is not allowed', kind: 'other' }),
  ];
  expect(judged(policyViolations, { browser: browserOf({ violations }) })?.evidence).toEqual([
    'integrity hash that does not match: https://cdn.test/a.js',
    'nosniff type that is not allowed: https://cdn.test/a.js',
  ]);
});

it('the evidence of several pages begins with their paths', () => {
  const pages = ['/', '/login'].map((path) => ({ url: `https://example.test${path}`, violations: [violation()] }));
  expect(judged(policyViolations, { browser: browserOf(...pages) })?.evidence).toEqual([
    '/: csp script-src-elem: https://cdn.test/a.js',
    '/login: csp script-src-elem: https://cdn.test/a.js',
  ]);
});
