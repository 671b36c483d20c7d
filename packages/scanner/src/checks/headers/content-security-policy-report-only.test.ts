import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import check from './content-security-policy-report-only.ts';

it.each<[[string, string][], string]>([
  [
    [
      ['Content-Security-Policy-Report-Only', "default-src 'self'; report-to here"],
      ['Reporting-Endpoints', 'main="/m", here="/reports"'],
    ],
    'reporting',
  ],
  [
    [
      ['Content-Security-Policy-Report-Only', "default-src 'self'; report-to here"],
      ['Report-To', '{"group":"here","max_age":1,"endpoints":[{"url":"/r"}]},{"max_age":1,"endpoints":[]}'],
    ],
    'reporting',
  ],
  [
    [
      ['Content-Security-Policy-Report-Only', "default-src 'self'; report-to default"],
      ['Report-To', '{"max_age":1,"endpoints":[{"url":"/r"}]}'],
    ],
    'reporting',
  ],
  [[['Content-Security-Policy-Report-Only', "default-src 'self'; report-uri /r"]], 'reporting'],
  // CSP3 §6.5.2: the name refers to an endpoint that the response defines.
  [[['Content-Security-Policy-Report-Only', "default-src 'self'; report-to here"]], 'unheard'],
  [
    [
      ['Content-Security-Policy-Report-Only', "default-src 'self'; report-to here"],
      ['Reporting-Endpoints', 'other="/reports"'],
    ],
    'unheard',
  ],
  [
    [
      ['Content-Security-Policy-Report-Only', "default-src 'self'; report-to here"],
      ['Reporting-Endpoints', "here='/reports'"],
    ],
    'unheard',
  ],
  [[['Content-Security-Policy-Report-Only', "default-src 'self'"]], 'unheard'],
])('%j: %s', (headers, outcome) => {
  expect(judged(check, { headers })).toMatchObject({
    outcome,
    status: 'good',
    deduction: 0,
    fix: null,
    note: expect.stringMatching(/./) as string,
  });
});

it('has no finding without the header', () => {
  expect(judged(check)).toBeNull();
});

it('lists what would still be weak if it were enforced', () => {
  const field = (value: string) => judged(check, { headers: [['Content-Security-Policy-Report-Only', value]] })?.note;
  expect(field("script-src 'self' 'unsafe-inline'; report-to a")).toContain('Policy allows inline scripts');
  expect(field("default-src 'self'; report-to a")).not.toContain('still be weak');
});
