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
  ['secret', [form('https://evil.test/c', { card_fields: ['input autocomplete="cc-number"'] })]],
  ['clear', [form('http://example.test/in', { password: true })]],
])('%s', (outcome, forms) => {
  expect(judged(formsElsewhere, { browser: browserOf({ forms }) })?.outcome).toBe(outcome);
});

it('says when a script added it', () => {
  const forms = [form('https://evil.test/c', { password: true, by_script: true })];
  expect(judged(formsElsewhere, { browser: browserOf({ forms }) })?.evidence).toEqual([
    'POST https://evil.test/c, added by a script',
  ]);
});

it('names the form that leads elsewhere next to the one in clear', () => {
  const forms = [form('http://example.test/in', { password: true }), form('https://evil.test/c', { password: true })];
  expect(judged(formsElsewhere, { browser: browserOf({ forms }) })?.evidence).toEqual([
    'POST http://example.test/in',
    'POST https://evil.test/c',
  ]);
});

it('what is sent in clear is fixed by https, not by another receiver', () => {
  const forms = [form('http://example.test/in', { password: true })];
  const { title, note } = judged(formsElsewhere, { browser: browserOf({ forms }) }) ?? {};
  expect(title).toContain('plain http');
  expect(note).toContain('https://');
  expect(note).not.toContain('provider');
});
