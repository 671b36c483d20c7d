import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { pageOf } from '../../../test/page-of.ts';
import integrityPolicy from './integrity-policy.ts';

it.each([
  ['Integrity-Policy', 'blocked-destinations=(script)', 'enforced'],
  ['Integrity-Policy', 'blocked-destinations=(script style), endpoints=(a)', 'enforced'],
  ['Integrity-Policy', 'blocked-destinations=(style), sources=(inline)', 'enforced'],
  // SRI 2 §3.8.1: only these tokens count.
  ['Integrity-Policy', 'blocked-destinations=()', 'nothing'],
  ['Integrity-Policy', 'blocked-destinations=("script")', 'nothing'],
  ['Integrity-Policy', 'blocked-destinations=(scripts)', 'nothing'],
  ['Integrity-Policy', 'blocked-destinations=(image)', 'nothing'],
  ['Integrity-Policy', 'blocked-destinations=(script), sources=()', 'nothing'],
  ['Integrity-Policy', 'blocked-destinations=(script), sources=(external)', 'nothing'],
  ['Integrity-Policy', 'blocked-destinations=script', 'nothing'],
  ['Integrity-Policy', 'script', 'nothing'],
  ['Integrity-Policy', '(((', 'invalid'],
  ['Integrity-Policy-Report-Only', 'blocked-destinations=(script)', 'report_only'],
])('%s: %s', (field, value, outcome) => {
  expect(judged(integrityPolicy, { headers: [[field, value]] })?.outcome).toBe(outcome);
});

it.each([
  ['blocked-destinations=("script" "style")', '(script style)'],
  ['blocked-destinations=style', '(style)'],
  ['blocked-destinations=(image)', '(script)'],
  ['(((', '(script)'],
])('the fix of %s covers what was meant', (value, list) => {
  const { fix } = judged(integrityPolicy, { headers: [['Integrity-Policy', value]] }) ?? {};
  expect(fix).toBe(`Integrity-Policy: blocked-destinations=${list}`);
});

it('names what the corrected header would block', () => {
  const page = pageOf(
    `<script src=/a.js></script><script src=https://b.example/b.js crossorigin integrity="sha256-${'A'.repeat(43)}="></script>
    <link rel=stylesheet href=/c.css><script>inline()</script>`,
  );
  const noteOf = (value: string) => judged(integrityPolicy, { page, headers: [['Integrity-Policy', value]] })?.note;
  expect(noteOf('blocked-destinations=script')).toContain(
    'would block 1 file of this page without an integrity hash: https://example.test/a.js. Send it as',
  );
  expect(noteOf('blocked-destinations=("style")')).toContain('https://example.test/c.css');
});

it('has no finding without the header', () => {
  expect(judged(integrityPolicy)).toBeNull();
});
