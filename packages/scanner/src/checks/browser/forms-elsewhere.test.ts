import { expect, it } from 'vitest';
import { browserOf } from '../../../test/browser-evidence.ts';
import { judged } from '../../../test/evidence.ts';
import type { BrowserPage } from '../../evidence/browser.ts';
import formsElsewhere from './forms-elsewhere.ts';

const form = (
  action: string | null,
  part: Partial<BrowserPage['forms'][number]> = {},
): BrowserPage['forms'][number] => ({
  action,
  method: 'post',
  password: false,
  card_fields: [],
  by_script: false,
  ...part,
});

// CSP3 §6.4.1: what form-action would have to name.
it.each([
  ['none', []],
  ['good', [form('https://example.test/search')]],
  ['good', [form('https://login.example.test/', { password: true })]],
  ['good', [form('https://checkout.stripe.com/pay', { card_fields: ['input name="cardnumber"'] })]],
  ['elsewhere', [form('https://news.test/subscribe')]],
  ['secret', [form('https://evil.test/c', { password: true, by_script: true })]],
  // HTML §4.10.22.3: nothing is sent.
  ['good', [form('https://evil.test/c', { method: 'dialog', password: true })]],
  ['secret', [form('https://evil.test/c', { card_fields: ['input autocomplete="cc-number"'] })]],
  ['clear', [form('http://example.test/in', { password: true })]],
])('outcome %s', (outcome, forms) => {
  expect(judged(formsElsewhere, { browser: browserOf({ forms }) })?.outcome).toBe(outcome);
});

// page_analysis/password-over-http has the page itself.
it('a form of a page on http sends nothing that is not sent in clear anyway', () => {
  const forms = [form('http://example.test/in', { password: true })];
  expect(judged(formsElsewhere, { browser: browserOf({ url: 'http://example.test/', forms }) })?.outcome).toBe('good');
});

it('the evidence says if a script added the form', () => {
  const forms = [form('https://evil.test/c', { password: true, by_script: true })];
  expect(judged(formsElsewhere, { browser: browserOf({ forms }) })?.evidence).toEqual([
    'POST https://evil.test/c, added by a script',
  ]);
});

it('the evidence lists a form over http and a form to another site', () => {
  const forms = [form('http://example.test/in', { password: true }), form('https://evil.test/c', { password: true })];
  expect(judged(formsElsewhere, { browser: browserOf({ forms }) })?.evidence).toEqual([
    'POST http://example.test/in',
    'POST https://evil.test/c',
  ]);
});

it('the advice for a form over http is https, not another receiver', () => {
  const forms = [form('http://example.test/in', { password: true })];
  const { title, note } = judged(formsElsewhere, { browser: browserOf({ forms }) }) ?? {};
  expect(title).toContain('plain http');
  expect(note).toContain('https://');
  expect(note).not.toContain('provider');
});
