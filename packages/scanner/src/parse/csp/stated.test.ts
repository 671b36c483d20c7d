import { describe, expect, it } from 'vitest';
import { statedBy } from './stated.ts';

describe('what a policy states besides sources', () => {
  const csp = (value: string): [string, string] => ['content-security-policy', value];
  it.each([
    ['nothing', [csp("script-src 'self'"), ['x-frame-options', 'SAMEORIGIN']], {}],
    [
      'framing, upgrades, reports, a sandbox and Trusted Types',
      [
        csp(
          "frame-ancestors https://a.test; upgrade-insecure-requests; report-uri /r; sandbox allow-scripts; trusted-types a b; require-trusted-types-for 'script'",
        ),
      ],
      {
        'frame-ancestors': ['https://a.test'],
        'upgrade-insecure-requests': [],
        sandbox: ['allow-scripts'],
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['a', 'b'],
        'report-uri': ['/r'],
      },
    ],
    [
      'no framing, stated by the second of two policies',
      [csp("frame-ancestors 'self'"), csp("frame-ancestors 'NONE'")],
      { 'frame-ancestors': ["'NONE'"] },
    ],
    ['no framing, by an empty list', [csp('frame-ancestors')], { 'frame-ancestors': ["'none'"] }],
    ['no framing, by X-Frame-Options', [['x-frame-options', 'deny']], { 'frame-ancestors': ["'none'"] }],
    ['a report-only policy is ignored', [['content-security-policy-report-only', 'report-uri /r']], {}],
  ] as [string, [string, string][], Record<string, string[]>][])('%s', (_what, headers, stated) => {
    expect(Object.fromEntries(statedBy(headers))).toEqual(stated);
  });
});
