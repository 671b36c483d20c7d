import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Frame } from '../frame.ts';
import { wordsIn } from '../words/words.ts';
import { pricing, type PricingProps } from './pricing.tsx';

const dollars = { provider: 'stripe', price: '$2', monthly: false } as const;
const rupees = { provider: 'razorpay', price: '₹99', monthly: false } as const;
const frame: Frame = {
  serviceName: 'Palisade',
  baseUrl: 'https://palisade.test',
  path: '/pricing',
  language: 'en',
  asked: true,
  offered: null,
  inLanguage: () => '/pricing',
  assets: { styles: [], scripts: [] },
};
const FREE = 'scans a day are free';
const EMAIL = 'We email keys';
const BOTH = 'Pay in rupees or dollars';

describe('the first paragraph says only what holds for this operator', () => {
  it.each([
    ['free scans, both currencies', 5, [dollars, rupees], [FREE, EMAIL, BOTH]],
    ['one free scan', 1, [dollars, rupees], ['One scan a day is free and needs no account.', EMAIL, BOTH]],
    ['one currency', 5, [rupees], [FREE, EMAIL]],
    ['nothing on sale', 5, [], [FREE]],
    ['no free scans', 0, [dollars], [EMAIL]],
    ['neither', 0, [], []],
  ])('%s', (_operator, freeScansPerDay, ways, expected) => {
    const props: PricingProps = { offers: [{ product: 'one_time_scan', ways }], freeScansPerDay };
    const html = renderToStaticMarkup(pricing(props, { frame, words: wordsIn('en') }).body);
    const [, lead = ''] = /<p class="lead">(.*?)<\/p>/.exec(html) ?? [];
    const said = ['One scan a day is free and needs no account.', FREE, EMAIL, BOTH].filter((one) =>
      lead.includes(one),
    );
    expect(said).toEqual(expected);
    expect(html).not.toContain('<p class="lead"></p>');
  });
});

it.each([
  ['Order a report', [rupees], true],
  ['Use a token', [], false],
] as const)('offers the compliance report as "%s"', (label, ways, sells) => {
  const props: PricingProps = { offers: [{ product: 'compliance_report', ways }], freeScansPerDay: 5 };
  const html = renderToStaticMarkup(pricing(props, { frame, words: wordsIn('en') }).body);
  expect(html).toContain(`<a class="button" href="/compliance">${label}</a>`);
  expect(html.includes('By buying you accept')).toBe(sells);
  expect(html).toContain('More than 50 scans a month?');
});
