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
  ['https://cdn.jsdelivr.net/npm/tinymce@6.8.3/tinymce.min.js', 'medium', 'CVE-2024-29881'],
  ['https://cdn.jsdelivr.net/npm/pdfjs-dist@2.16.105/build/pdf.min.js', 'high', 'CVE-2024-4367'],
  ['https://code.jquery.com/jquery-3.7.1.min.js', 'good'],
  ['https://unpkg.com/vue@3.4.0/dist/vue.global.js', 'good'],
  ['/wp-includes/js/jquery/jquery.min.js?ver=1.12.4', 'guessed', 'jquery 1.12.4'],
  ['https://cdn.polyfill.io/v3/polyfill.min.js', 'hijacked', 'polyfill.io'],
  ['https://notpolyfill.io/a.js', 'nothing'],
  ['/app.bundle.js', 'nothing'],
])('%s: %s', (src, outcome, mention) => {
  const verdict = judged(vulnerableLibrary, { page: pageOf(`<script src="${src}"></script>`) });
  expect(verdict?.outcome).toBe(outcome);
  if (mention) expect(verdict?.evidence.join('\n')).toContain(mention);
});

it('names the release to move to', () => {
  const html =
    '<script src="https://code.jquery.com/jquery-1.12.4.js"></script><script src="/moment-2.10.0.js"></script>';
  expect(judged(vulnerableLibrary, { page: pageOf(html) })?.fix).toBe(
    'jquery 1.12.4 → 3.5.0 or later; moment 2.10.0 → 2.29.4 or later',
  );
});

it('moves to another line where the old one is not mended', () => {
  const html = '<script src="https://cdn.jsdelivr.net/npm/bootstrap@3.4.1/dist/js/bootstrap.min.js"></script>';
  expect(judged(vulnerableLibrary, { page: pageOf(html) })?.fix).toBe('bootstrap 3.4.1 → 4.3.1 or later');
});

it('says how far it looked', () => {
  expect(judged(vulnerableLibrary, { page: pageOf('<p>') })?.note).toContain('bundles are not seen');
});
