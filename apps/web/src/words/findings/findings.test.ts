import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Result } from '@palisade/report/findings';
import { expect, it } from 'vitest';
import { CATALOG } from '../../../../../packages/scanner/src/catalog.ts';
import { FindingView } from '../../report/finding-view.tsx';
import { LANGUAGES } from '../language.ts';
import { wordsIn } from '../words.ts';
import { findingText, reviewedIn, type ReviewedFindings } from './findings.ts';

const ENGLISH = { title: 'Certificate expired', explanation: 'Browsers refuse it.' };
const HINDI = { title: 'प्रमाणपत्र की अवधि समाप्त', explanation: 'ब्राउज़र इसे ठुकराते हैं।' };
const SEEDED: ReviewedFindings = { 'tls/certificate-validity:expired': { of: ENGLISH, ...HINDI } };
const FINDING: Result = {
  ...ENGLISH,
  id: 'tls/certificate-validity',
  outcome: 'expired',
  status: 'bad',
  severity: 'critical',
  deduction: 30,
  fix: 'Renew it.',
  note: 'Since yesterday.',
  evidence: [],
  weaknesses: [],
  nothing_to_check: false,
  remark: false,
  section: 'tls',
  header: null,
  snippets: null,
};

const rendered = (finding: Result, reviewed: ReviewedFindings) =>
  renderToStaticMarkup(createElement(FindingView, { finding, words: wordsIn('hi'), reviewed }));

it('shows a reviewed outcome in the language of the page, and text about this site in English', () => {
  const html = rendered(FINDING, SEEDED);
  expect(html).toContain(`<span class="title">${HINDI.title}</span>`);
  expect(html).toContain(`<p>${HINDI.explanation}</p>`);
  expect(html).toContain('<p class="note" lang="en">Since yesterday.</p>');
  expect(html).not.toContain(ENGLISH.title);
});

it.each([
  ['another outcome', { outcome: 'soon' }],
  ['another check', { id: 'tls/chain' }],
  ['a code that is a property of every object', { id: 'x', outcome: 'constructor' }],
  ['an engine with another title', { title: 'Certificate ended' }],
  ['an engine with another explanation', { explanation: 'Nothing happens.' }],
])('shows %s in English, marked as such', (_what, changed) => {
  const finding = { ...FINDING, ...changed };
  const html = rendered(finding, SEEDED);
  expect(html).toContain(`<span class="title" lang="en">${finding.title}</span>`);
  expect(html).toContain(`<p lang="en">${finding.explanation}</p>`);
  expect(html).not.toContain(HINDI.title);
});

it('has translations only of the current texts of the checks', () => {
  const said = new Map<string, { title: string; explanation: string }>(
    CATALOG.flatMap(({ id, outcomes }) =>
      outcomes.map(({ code, title, explanation }) => [`${id}:${code}`, { title, explanation }] as const),
    ),
  );
  for (const language of LANGUAGES)
    for (const [key, { of, title }] of Object.entries(reviewedIn(language))) {
      expect([language, key, of]).toEqual([language, key, said.get(key)]);
      expect(title).not.toBe(of.title);
    }
  // An empty file proves nothing, so this also finds a current finding by the key that a file would have.
  const [key, of] = [...said].find(([name]) => name === 'tls/certificate-validity:expired') ?? ['', ENGLISH];
  const [id = '', outcome = ''] = key.split(':');
  expect(findingText({ id, outcome, ...of }, { [key]: { of, ...HINDI } })).toEqual({ ...HINDI, lang: undefined });
});

it.each([
  ['en', 'Remark'],
  ['hi', 'टिप्पणी'],
] as const)('%s: a good outcome with an observation is called a remark, with its note', (language, label) => {
  const finding: Result = { ...FINDING, status: 'good', deduction: 0, fix: null, note: 'Costs nothing.', remark: true };
  const html = renderToStaticMarkup(createElement(FindingView, { finding, words: wordsIn(language), reviewed: {} }));
  expect(html).toContain(`data-kind="remark"><summary><span class="status remark">${label}</span>`);
  expect(html).toContain('Costs nothing.');
});
