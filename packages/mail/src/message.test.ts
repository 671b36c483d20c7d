import { describe, expect, it } from 'vitest';
import { renderMessage } from './message.tsx';
import { parseContent } from './payloads.ts';
import { SAMPLES, TEMPLATES, sampleMail as content } from './test/sample-mails.ts';

describe.each(TEMPLATES)('%s', (name) => {
  it('contains its complete payload in both parts', async () => {
    const { subject, html, text } = await renderMessage(content(name), 'Palisade');
    expect(subject).not.toBe('');
    for (const [key, value] of Object.entries(SAMPLES[name] as Record<string, string>)) {
      const printed =
        value.includes('T0') || value.includes('T1')
          ? key === 'paid_until'
            ? '1 December 2026'
            : '21 November 2026'
          : value;
      expect(text).toContain(printed);
      expect(html.replaceAll('<!-- -->', '')).toContain(printed);
    }
    expect(text).not.toMatch(/<\w+/);
  });

  it('loads no external resources', async () => {
    const { html } = await renderMessage(content(name), 'Palisade');
    expect(html).not.toMatch(/<img|<script|<link [^>]*stylesheet|url\(/i);
  });

  it('renders to the same bytes each time', async () => {
    expect(await renderMessage(content(name), 'Palisade')).toEqual(await renderMessage(content(name), 'Palisade'));
  });
});

it.each(TEMPLATES.filter((name) => 'receipt' in SAMPLES[name]))(
  '%s names the seller below the payment',
  async (name) => {
    const seller = 'Maple & Sons, 1 High Street, Pune (tax id 27AAPFU0939F1ZV)';
    const { html, text } = await renderMessage(content(name), 'Palisade', seller);
    expect(text).toContain(`Sold by ${seller}.`);
    expect(html.replaceAll('<!-- -->', '')).toContain(seller.replace('&', '&amp;'));
    expect((await renderMessage(content(name), 'Palisade')).text).not.toContain('Sold by');
  },
);

it('says of a first payment that failed that there is no key yet', async () => {
  const first = parseContent('renewal_failed', { ...SAMPLES.renewal_failed, paid_until: '' });
  const { text } = await renderMessage(first, 'Palisade');
  expect(text).toContain('Your API key works as soon as a payment has succeeded.');
  expect(text).not.toMatch(/renewed|stops working/);
  expect((await renderMessage(content('renewal_failed'), 'Palisade')).text).toContain('stops working');
});

it.each([
  [{}, /is paid until 1 December 2026\..* After that day, your API key does not work until you add another card/],
  [{ period: 'over' }, /was paid until 1 December 2026\./],
  [{ period: 'over', key: 'stopped' }, / Your API key does not work until you add another card/],
  [
    { key: 'stopped' },
    /subscription failed\. The payment provider has stopped .* Your API key does not work until you/,
  ],
  [{ paid_until: '' }, /works as soon as a payment has succeeded/],
  [
    { retries: 'ended', key: 'stopped', period: 'over' },
    /Subscribe again .* has ended, and its API key no longer works/,
  ],
])('promises no further attempt once the provider has given up (%j)', async (what, consequence) => {
  const values = { ...SAMPLES.renewal_failed, retries: 'given_up', ...what };
  const { text } = await renderMessage(parseContent('renewal_failed', values), 'Palisade');
  const flowing = text.replaceAll(/\s+/g, ' ');
  expect(flowing).toContain('has stopped trying');
  expect(flowing).toMatch(consequence);
  expect(flowing).not.toMatch(/will try again|keeps failing/);
});

it.each([
  ['xn--strae-oqa.example:8443', 'straße.example:8443 (xn--strae-oqa.example:8443)'],
  ['xn--8dbq2a.example', 'צהל.example (xn--8dbq2a.example)'],
  ['Example.com', 'Example.com'],
])('names %s in its own script, and never in capitals', async (host, named) => {
  const report = parseContent('compliance_report', { ...SAMPLES.compliance_report, host });
  const { subject, text, html } = await renderMessage(report, 'Palisade');
  expect(subject).toBe(`Compliance report for ${named}`);
  expect(text).toContain(`Compliance report for ${named}\n`);
  expect(html).toContain(named);
  expect(text).toContain(`The scan of ${host} ran`);
});

it('escapes its payload', async () => {
  const odd = parseContent('compliance_report', {
    ...SAMPLES.compliance_report,
    host: '<b>x</b>"\r\nBcc: a@b.c',
  });
  const { html, subject } = await renderMessage(odd, 'Palisade');
  expect(html).not.toContain('<b>x</b>');
  expect(subject).not.toMatch(/[\r\n]/);
});

it.each([
  ['no_such_template', {}],
  ['toString', {}],
  ['one_time_token', { token: 'x' }],
  ['one_time_token', { token: 'x', link: 'javascript:alert(1)' }],
])('refuses %s %j', (template, payload) => {
  expect(() => parseContent(template, payload)).toThrow();
});
