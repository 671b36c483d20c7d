import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { pageOf } from '../../../test/page-of.ts';
import vulnerableLibrary from './vulnerable-library.ts';

it.each<[string, string, string?]>([
  ['https://cdn.jsdelivr.net/npm/bootstrap@3.3.7/dist/js/bootstrap.min.js', 'medium', 'CVE-2019-8331'],
  ['https://code.jquery.com/jquery-3.4.1.min.js', 'medium', 'CVE-2020-11022'],
  ['https://ajax.googleapis.com/ajax/libs/angularjs/1.6.9/angular.min.js', 'high', 'CVE-2019-10768'],
  ['/js/lodash-4.17.4.min.js', 'high', 'CVE-2019-10744'],
  ['https://unpkg.com/vue@2.6.10/dist/vue.js', 'low', 'CVE-2024-9506'],
  ['https://cdnjs.cloudflare.com/ajax/libs/datatables/1.10.19/js/jquery.dataTables.min.js', 'high', 'CVE-2020-28458'],
  ['https://unpkg.com/react-dom@16.4.1/umd/react-dom.production.min.js', 'medium', 'CVE-2018-6341'],
  // The vulnerability is in the server renderer, which is another package.
  ['https://unpkg.com/react@16.4.1/umd/react.production.min.js', 'good'],
  ['https://cdn.jsdelivr.net/npm/tinymce@6.8.3/tinymce.min.js', 'high', 'CVE-2024-29881'],
  ['https://cdn.jsdelivr.net/npm/pdfjs-dist@2.16.105/build/pdf.min.js', 'high', 'CVE-2024-4367'],
  ['https://cdn.jsdelivr.net/npm/lodash@4.17.21/lodash.min.js', 'high', 'CVE-2025-13465'],
  ['https://cdn.jsdelivr.net/npm/dompurify@3.2.6/dist/purify.min.js', 'medium', 'dompurify 3.2.6'],
  ['https://cdnjs.cloudflare.com/ajax/libs/handlebars.js/4.7.7/handlebars.min.js', 'high', 'handlebars 4.7.7'],
  ['/js/jquery-migrate-1.2.1.min.js', 'medium', 'jquery-migrate 1.2.1'],
  ['https://cdn.jsdelivr.net/npm/swiper@11.0.5/swiper-bundle.min.js', 'high', 'CVE-2026-27212'],
  ['https://code.jquery.com/jquery-3.7.1.min.js', 'good'],
  ['https://unpkg.com/vue@3.4.0/dist/vue.global.js', 'good'],
  ['/wp-includes/js/jquery/jquery.min.js?ver=1.12.4', 'guessed', 'jquery 1.12.4'],
  ['https://cdn.polyfill.io/v3/polyfill.min.js', 'hijacked', 'polyfill.io'],
  ['https://notpolyfill.io/a.js', 'nothing'],
  ['/app.bundle.js', 'nothing'],
  // Not in the table, so nothing is known about it.
  ['https://unpkg.com/htmx.org@1.9.0/dist/htmx.min.js', 'unlisted', 'htmx.org 1.9.0'],
  ['/wp-content/plugins/contact-form-7/includes/js/index.js?ver=5.9.8', 'nothing'],
])('%s: %s', (src, outcome, mention) => {
  const verdict = judged(vulnerableLibrary, { page: pageOf(`<script src="${src}"></script>`) });
  expect(verdict?.outcome).toBe(outcome);
  if (mention) expect(verdict?.evidence.join('\n')).toContain(mention);
});

it('lists the libraries that the title is about', () => {
  const [low, high, hijacked] = ['vue@2.6.10/dist/vue.js', 'jquery@1.8.3/jquery.js', null].map((file) =>
    file === null
      ? '<script src=https://cdn.polyfill.io/v3/x.js></script>'
      : `<script src=https://unpkg.com/${file}></script>`,
  );
  const both = judged(vulnerableLibrary, { page: pageOf(`${low}${high}`) });
  expect(both?.evidence).toEqual([expect.stringContaining('jquery 1.8.3')]);
  expect(both?.note).toContain('Also with known vulnerabilities: vue 2.6.10.');
  expect(both?.fix).toContain('vue 2.6.10 →');
  const all = judged(vulnerableLibrary, { page: pageOf(`${low}${hijacked}`) });
  expect(all?.evidence).toEqual(['https://cdn.polyfill.io/v3/x.js']);
  // No release of it is safe.
  expect(all?.fix).toMatch(/^Remove the script\..*\n\nvue 2\.6\.10 →/u);
});

it('only libraries of the table count as compared', () => {
  const html =
    '<script src="https://code.jquery.com/jquery-3.7.1.min.js"></script><script src="https://unpkg.com/htmx.org@1.9.0/dist/htmx.min.js"></script><script src="/js/index.js?ver=5.9.8"></script>';
  const verdict = judged(vulnerableLibrary, { page: pageOf(html) });
  expect(verdict).toMatchObject({ outcome: 'partly', evidence: ['jquery 3.7.1'] });
  expect(verdict?.note).toContain('not compared: htmx.org 1.9.0.');
});

it('names the release to upgrade to', () => {
  const html =
    '<script src="https://code.jquery.com/jquery-1.12.4.js"></script><script src="/moment-2.10.0.js"></script>';
  expect(judged(vulnerableLibrary, { page: pageOf(html) })?.fix).toBe(
    'jquery 1.12.4 → 3.5.0 or later; moment 2.10.0 → 2.29.4 or later',
  );
});

it('suggests another release line if the current one has no fix', () => {
  const html = '<script src="https://cdn.jsdelivr.net/npm/bootstrap@3.4.1/dist/js/bootstrap.min.js"></script>';
  expect(judged(vulnerableLibrary, { page: pageOf(html) })?.fix).toBe('bootstrap 3.4.1 → 4.3.1 or later');
});

/** The sources end these ranges at a number that was never released. */
it.each([
  ['https://ajax.googleapis.com/ajax/libs/angularjs/1.8.2/angular.min.js', 'not fixed', 'angular 1.8.2 → another library, because no release fixes it'], // prettier-ignore
  ['https://ajax.googleapis.com/ajax/libs/prototype/1.7.3.0/prototype.js', 'not fixed', 'prototype 1.7.3.0 → another library, because no release fixes it'], // prettier-ignore
  ['https://cdn.quilljs.com/1.3.7/quill.min.js', 'fixed in 2.0.0', 'quill 1.3.7 → 2.0.0 or later'],
  ['https://cdnjs.cloudflare.com/ajax/libs/mathjax/2.7.9/MathJax.js', 'fixed in 3.0.0', 'mathjax 2.7.9 → 3.0.0 or later'], // prettier-ignore
  ['/js/mootools-1.4.5.min.js', 'fixed in 1.6.0', 'mootools 1.4.5 → 1.6.0 or later'],
])('names only releases that exist: %s', (src, mention, fix) => {
  const verdict = judged(vulnerableLibrary, { page: pageOf(`<script src="${src}"></script>`) });
  expect(verdict?.evidence.join()).toContain(mention);
  expect(verdict?.evidence.join()).not.toMatch(/1\.8\.4|1\.9\.9|1\.7\.4|1\.3\.8|2\.7\.10|1\.5\.3/u);
  expect(verdict?.fix).toBe(fix);
});

const LODASH = { url: 'https://example.test/vendor.js', name: 'lodash', version: '4.17.15', by: 'variable' } as const;

it('judges the version in the file itself, and names the advisory and the fix', () => {
  const page = { ...pageOf('<script src="/vendor.js"></script>'), libraries: [LODASH], scripts_read: 1 };
  const verdict = judged(vulnerableLibrary, { page });
  expect(verdict?.outcome).toBe('high');
  expect(verdict?.evidence.join()).toContain('CVE-2020-8203 (prototype pollution, fixed in 4.17.19)');
  expect(verdict?.evidence.join()).toContain('by its variable');
});

it('uses the version in the file, not the one in the query of its URL', () => {
  const src = '/wp-includes/js/jquery/jquery.min.js?ver=1.12.4';
  const libraries = [{ url: `https://example.test${src}`, name: 'jquery', version: '3.7.1', by: 'banner' } as const];
  const page = { ...pageOf(`<script src="${src}"></script>`), libraries };
  expect(judged(vulnerableLibrary, { page })?.outcome).toBe('good');
});

it('an outdated table gives no good result', () => {
  const page = pageOf('<script src="https://code.jquery.com/jquery-3.7.1.min.js"></script>');
  const verdict = judged(vulnerableLibrary, { page, scanned_at: '2028-01-01T00:00:00.000Z' });
  expect(verdict).toMatchObject({ status: 'unknown' });
});

it('states what was checked', () => {
  expect(judged(vulnerableLibrary, { page: pageOf('<p>') })?.note).toContain('cannot see libraries inside bundles');
});

// Each is a script that a page contains, not a file.
const CODE = 'function a(b){return b}'.repeat(100);
it.each<[string, string, string, string]>([
  ['a kept comment', '/*! jQuery v3.4.1 | (c) JS Foundation */!function(a){}(this);', 'medium', 'jquery 3.4.1'],
  [
    'the long comment of jQuery 1',
    `/*!\n * jQuery JavaScript Library v1.12.4\n * http://jquery.com/\n */\n${CODE}`,
    'medium',
    'jquery 1.12.4',
  ],
  ['a plain comment and as much code as a library has', `/* Bootstrap v3.3.7 */${CODE}`, 'medium', 'bootstrap 3.3.7'],
  [
    'a variable of minified code',
    'var l="1.11.1",m=function(a){};m.fn=m.prototype={jquery:l,constructor:m}',
    'medium',
    'jquery 1.11.1',
  ],
  ['a current one', '/*! jQuery v3.7.1 | (c) OpenJS Foundation */!function(a){}(this);', 'good', 'jquery 3.7.1'],
])('a library inside an inline script: %s', (_name, code, outcome, named) => {
  const verdict = judged(vulnerableLibrary, { page: pageOf(`<script>var a=1</script><script>${code}</script>`) });
  expect(verdict?.outcome).toBe(outcome);
  expect(verdict?.evidence.join()).toContain(named);
  expect(verdict?.evidence.join()).toContain('inline script 2');
});

it('the element is named by its id', () => {
  const page = pageOf('<script id="vendor">/*! jQuery v3.4.1 | (c) JS Foundation */!function(a){}(this);</script>');
  expect(judged(vulnerableLibrary, { page })?.evidence.join()).toContain('inline script 1 (script#vendor)');
});

it.each([
  '/* jQuery 1.12.4 is loaded by the footer */ $(function(){});',
  '// jQuery v1.12.4\n$(function(){});',
  '/*! Theme 2.1, requires jQuery v1.7 or later */ $(function(){});',
  'var needs = "jquery: 1.12.4";',
])('an inline script that only speaks of a library: %s', (code) => {
  expect(judged(vulnerableLibrary, { page: pageOf(`<script>${code}</script>`) })?.outcome).toBe('nothing');
});

it('a library in a script that is data is not run', () => {
  const page = pageOf('<script type="text/template">/*! jQuery v3.4.1 | (c) JS Foundation */</script>');
  expect(judged(vulnerableLibrary, { page })?.outcome).toBe('nothing');
});
