import { expect, it } from 'vitest';
import { REPORT } from '../../test/running-api.ts';
import { findingsHtml } from './findings-html.ts';

it.each([
  ['an element', '<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
  ['an end of the text', '</pre><script>', '&lt;/pre&gt;&lt;script&gt;'],
  ['an entity', '&lt;script&gt;', '&amp;lt;script&amp;gt;'],
  ['a turned line', 'a\u202eexe', 'a\\u{202E}exe'],
  ['an escape of a terminal', '\u001b]0;x', '\\u{1B}]0;x'],
])('%s from the site stays text', (_what, note, shown) => {
  const [name, entry] = Object.entries(REPORT.headers).find(([, one]) => one.status !== 'good') ?? [];
  if (!name || !entry) throw new Error('the report has a finding');
  const html = findingsHtml({ ...REPORT, headers: { [name]: { ...entry, note } } });
  expect(html).toContain(`<p>${shown}</p>`);
  expect(html).not.toContain('<img');
  expect(html).not.toContain('<script');
});
