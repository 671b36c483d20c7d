import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import embedderPolicy from './embedder-policy.ts';

it.each([
  ['require-corp', 'set'],
  ['credentialless', 'set'],
  ['require-corp;report-to="a"', 'set'],
  ['unsafe-none', 'unsafe_none'],
  ['requirecorp', 'invalid'],
  ['Require-Corp', 'invalid'],
  ['"require-corp"', 'invalid'],
  ['', 'absent'],
])('%j', (value, outcome) => {
  expect(judged(embedderPolicy, { headers: [['Cross-Origin-Embedder-Policy', value]] })?.outcome).toBe(outcome);
});

it('a report-only policy enforces nothing', () => {
  expect(
    judged(embedderPolicy, { headers: [['Cross-Origin-Embedder-Policy-Report-Only', 'require-corp']] })?.outcome,
  ).toBe('report_only');
});

it.each([
  ['require-corp, require-corp', 'require-corp'],
  ['requirecorp', 'require-corp'],
  ['on', 'credentialless'],
  // Any other policy could block what the page embeds.
  ['none', 'unsafe-none'],
  ['require-cors', 'require-corp'],
])('the fix of %s is %s', (value, meant) => {
  const field = 'Cross-Origin-Embedder-Policy';
  expect(judged(embedderPolicy, { headers: [[field, value]] })?.fix).toBe(`${field}: ${meant}`);
});

it.each(['Cross-Origin-Embedder-Policy', 'Cross-Origin-Embedder-Policy-Report-Only'])(
  'says if nothing defines the endpoint of %s',
  (field) => {
    const policy: [string, string] = [field, 'require-corp; report-to="here"'];
    const note = (...more: [string, string][]) => judged(embedderPolicy, { headers: [policy, ...more] })?.note ?? '';
    expect(note()).toContain('No Reporting-Endpoints header defines "here"');
    expect(note(['Reporting-Endpoints', 'here="/r"'])).not.toContain('Reporting-Endpoints');
  },
);
