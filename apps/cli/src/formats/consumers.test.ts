/** Each format as its usual consumer reads it: an HTML validator, GitHub's dialect of Markdown, an XML and a CSV parser. */
import { parse as parseCsv } from 'csv-parse/sync';
import { HtmlValidate } from 'html-validate/node';
import { XmlDocument } from 'libxml2-wasm';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { defaultTreeAdapter as tree, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, it } from 'vitest';
import type { SiteResult } from '../scanning/site-report.ts';
import { failed, hostile, site, written } from '../test/written.ts';

/** What a site may send to be read as more than text. */
const TEXTS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</pre></details></td></table><h1>done</h1>',
  '<!-- ',
  ']]><x/>',
  '&lt;b&gt; &#60;i&#62; &amp;amp;',
  '| a | b |',
  '[click](javascript:alert(1))',
  '![x](https://evil.test/i.png)',
  'https://evil.test/a www.evil.test me@evil.test @team #1 GH-1',
  'a/b#1 gh-2 :+1: :rocket::tada: :white_check_mark:',
  '**bold** _it_ ~~gone~~ `code`',
  '````` fence',
  '=1+1 +1 -1 @SUM(A1) %0A',
  '"quoted","cells"',
  '\u0007\u009b31m\u202eabc\ufeff',
  '\ud800 lone',
  // XML 1.0 §2.2 forbids these two; the others are invisible.
  '\ufffe\uffff\u{1fffe} \u{1d173}\u{1bca0}\u{13430}\u034f\u180b\u2800\ufe0f',
  '${{ secrets.TOKEN }} {{ 7*7 }} {% raw %} <%= 1 %> $(id)',
  'http\u003a//evil.test/b ftp://evil.test mailto:a@evil.test xmpp:a@evil.test a.b@evil.test',
  'x'.repeat(1024 * 1024),
];
const refused = (text: string): SiteResult => ({ url: `https://a.test/${text}`, ok: false, reason: text, refused: true }); // prettier-ignore

/** Elements by name, and their text. */
function elementsOf(html: string) {
  const elements: DefaultTreeAdapterTypes.Element[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if (tree.isElementNode(node)) elements.push(node);
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parseFragment(html));
  return elements;
}
const named = (elements: readonly DefaultTreeAdapterTypes.Element[], ...names: string[]) =>
  elements.filter(({ tagName }) => names.includes(tagName));
const cellsOf = (row: DefaultTreeAdapterTypes.Element) =>
  row.childNodes.filter((node) => tree.isElementNode(node)).length;

describe('HTML', () => {
  const validator = new HtmlValidate({ extends: ['html-validate:standard', 'html-validate:document'] });
  const faultsOf = async (html: string) =>
    (await validator.validateString(html)).results.flatMap(({ messages }) =>
      messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
    );

  it('is valid, whatever sites send', async () => {
    for (const results of [
      [],
      [site()],
      [site(), site(), failed],
      TEXTS.map((text) => hostile(text)),
      TEXTS.map(refused),
    ])
      // prettier-ignore
      expect(await faultsOf(await written('html', ...results))).toEqual([]);
    const several = elementsOf(await written('html', site(), site(), failed));
    expect(named(several, 'main', 'h1', 'nav', 'header')).toHaveLength(4);
    // The validator is not idle.
    expect(await faultsOf('<!doctype html><html lang="en"><title>x</title><p><div></div></p>')).not.toEqual([]);
  });

  it.each(TEXTS)('shows %j only as text, and loads nothing', async (text) => {
    const harmless = elementsOf(await written('html', hostile('x'), refused('x')));
    const elements = elementsOf(await written('html', hostile(text), refused(text)));
    expect(named(elements, 'script', 'img', 'link', 'iframe', 'form', 'object', 'h1').map(({ tagName }) => tagName)).toEqual(['h1']); // prettier-ignore
    const attributes = (all: typeof elements) => new Set(all.flatMap(({ attrs }) => attrs.map(({ name }) => name)));
    expect(attributes(elements)).toEqual(attributes(harmless));
    for (const { attrs } of named(elements, 'a'))
      expect(attrs).toMatchObject([{ name: 'href', value: expect.stringMatching(/^#s(?:\d+|um)$/u) as string }]);
  });
});

describe('Markdown of GitHub', () => {
  const rendered = async (...results: SiteResult[]) =>
    elementsOf(
      micromark(await written('markdown', ...results), {
        allowDangerousHtml: true,
        extensions: [gfm()],
        htmlExtensions: [gfmHtml()],
      }),
    );

  it('is a table of the sites, and a table of each site’s findings', async () => {
    const elements = await rendered(site(), hostile(), failed);
    const tables = named(elements, 'table');
    expect(tables).toHaveLength(3);
    expect(named(elements, 'tr').map(cellsOf)).toEqual(named(elements, 'tr').map(() => 4));
    expect(named(elements, 'details')).toHaveLength(7);
  });

  it('fills every cell of a finding, on one line', async () => {
    const cells = named(await rendered(site(), hostile()), 'td').map((cell) =>
      cell.childNodes.map((node) => (tree.isTextNode(node) ? node.value : 'element')).join(''),
    );
    expect(cells.length).toBeGreaterThan(8);
    expect(cells.filter((cell) => cell.trim() === '')).toEqual([]);
  });

  it.each(TEXTS)('shows %j only as text', async (text) => {
    const elements = await rendered(hostile(text), refused(text), site());
    expect(named(elements, 'a', 'img', 'script', 'h1', 'h4', 'del', 'em', 'input')).toEqual([]);
    expect(named(elements, 'table')).toHaveLength(3);
    for (const row of named(elements, 'tr')) expect(cellsOf(row)).toBe(4);
    expect(named(elements, 'details')).toHaveLength(7);
    // GitHub looks for mentions, addresses, issues and emoji in the texts of the rendered page.
    const texts = named(elements, 'td', 'summary', 'strong').flatMap(({ childNodes }) => childNodes.filter((node) => tree.isTextNode(node))); // prettier-ignore
    expect(texts.filter(({ value }) => /@\w|#\d|\bGH-\d|:[+\w-]+:/iu.test(value))).toEqual([]);
  });
});

describe('JUnit', () => {
  it.each(TEXTS)('is well-formed XML with %j in it, and its counts match its cases', async (text) => {
    using xml = XmlDocument.fromString(await written('junit', hostile(text), refused(text), site()));
    const count = (path: string) => xml.find(path).length;
    const sum = (name: string) => Number(xml.eval(`sum(/testsuites/testsuite/@${name})`));
    expect(count('/testsuites/testsuite')).toBe(3);
    expect(sum('tests')).toBe(count('/testsuites/testsuite/testcase'));
    expect(sum('failures')).toBe(count('//testcase/failure'));
    expect(sum('errors')).toBe(count('//testcase/error'));
    expect(sum('skipped')).toBe(count('//testcase/skipped'));
    const known = 'self::testsuites or self::testsuite or self::properties or self::property or self::testcase or self::failure or self::error or self::skipped or self::system-out or self::system-err'; // prettier-ignore
    expect(count(`//*[not(${known})]`)).toBe(0);
  });
});

describe('CSV', () => {
  it.each(TEXTS)('has the same number of cells in each line with %j in it, and no formula', async (text) => {
    const csv = await written('csv', hostile(text), refused(text), site(), failed);
    const rows = parseCsv(csv, { columns: true, relax_column_count: false, record_delimiter: '\r\n' });
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows)
      for (const [column, cell] of Object.entries(row as Record<string, string>))
        if (column !== 'deduction' && column !== 'score') expect(cell).not.toMatch(/^\s*[=+@\-|%]/u);
  });
});
