import { describe, expect, it } from 'vitest';
import { judged, pageWith } from '../../../test/evidence.ts';
import check from './x-frame-options.ts';

const xfo = (...values: string[]): [string, string][] => values.map((value) => ['X-Frame-Options', value]);
const csp = (...values: string[]): [string, string][] => values.map((value) => ['Content-Security-Policy', value]);

describe('only X-Frame-Options', () => {
  it.each([
    [['DENY'], 'good'],
    [['sameorigin'], 'good'],
    [['SAMEORIGIN', 'SAMEORIGIN'], 'good'],
    [['SAMEORIGIN, SAMEORIGIN'], 'good'],
    [['DENY', 'SAMEORIGIN'], 'good'],
    [['ALLOWALL, SAMEORIGIN'], 'good'],
    [['SAMEORIGIN, nonsense'], 'good'],
    [['ALLOWALL'], 'unknown_value'],
    [['ALLOW-FROM https://a.example'], 'unknown_value'],
    [['DENY; SAMEORIGIN'], 'unknown_value'],
    [['"DENY"'], 'unknown_value'],
    [['foo, bar'], 'unknown_value'],
    [[''], 'unknown_value'],
    [[], 'missing'],
  ])('%j: %s', (values, outcome) => {
    expect(judged(check, { headers: xfo(...values) })?.outcome).toBe(outcome);
  });
});

describe('with frame-ancestors', () => {
  it.each([
    [csp("frame-ancestors 'none'"), 'by_policy'],
    [csp('frame-ancestors'), 'by_policy'],
    [csp("frame-ancestors 'self' https://*.example.com"), 'by_policy'],
    [[...xfo('ALLOW-FROM x'), ...csp("frame-ancestors 'self'")], 'by_policy'],
    [csp('frame-ancestors *', "frame-ancestors 'self'"), 'by_policy'],
    [csp("frame-ancestors *, frame-ancestors 'self'"), 'by_policy'],
    [[...xfo('DENY'), ...csp('frame-ancestors *')], 'policy_open'],
    [csp('frame-ancestors https:'), 'policy_open'],
    [csp('frame-ancestors http:'), 'policy_open'],
    [csp('frame-ancestors https://*:443'), 'policy_open'],
    [csp('frame-ancestors *.com'), 'policy_open'],
    [[...xfo('DENY'), ...csp("default-src 'self'")], 'good'],
    [csp("default-src 'none'"), 'missing'],
  ])('%j: %s', (headers, outcome) => {
    expect(judged(check, { headers })?.outcome).toBe(outcome);
  });
  it('ignores frame-ancestors in a meta element or a report-only policy', () => {
    expect(judged(check, { page: pageWith({ meta_csp: ["frame-ancestors 'none'"] }) })?.outcome).toBe('missing');
    const headers: [string, string][] = [['Content-Security-Policy-Report-Only', "frame-ancestors 'none'"]];
    expect(judged(check, { headers })?.outcome).toBe('missing');
  });
});

// There is nothing to click on in data, so its absence there is no evidence of clickjacking.
it.each([
  ['application/json', 'missing_on_data'],
  ['text/plain', 'missing_on_data'],
  ['application/pdf', 'missing_on_data'],
  ['text/html', 'missing'],
  ['image/svg+xml', 'missing'],
])('without the header, %s: %s', (type, outcome) => {
  expect(judged(check, { headers: [['Content-Type', type]] })?.outcome).toBe(outcome);
});

it.each([
  ['ALLOW-FROM https://a.example', "frame-ancestors 'self' https://a.example."],
  ['allow-from: https://A.example:8443/path', "frame-ancestors 'self' https://a.example:8443."],
])('names the policy that does what %s was meant to', (value, policy) => {
  expect(judged(check, { headers: xfo(value) })?.note).toContain(policy);
});

it.each(['ALLOW-FROM', 'ALLOW-FROM http://a.example', 'ALLOW-FROM *', 'ALLOWALL'])(
  'suggests no partner for %s',
  (value) => {
    expect(judged(check, { headers: xfo(value) })?.note).not.toContain('frame-ancestors');
  },
);
