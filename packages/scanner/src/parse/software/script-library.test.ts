import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advisoriesFor } from './library-advisories.ts';
import { compareVersions } from './versions.ts';
import { scriptLibraries, scriptLibrary } from './script-library.ts';

it.each<[string, string | null]>([
  ['https://cdn.jsdelivr.net/npm/jquery@3.4.1/dist/jquery.min.js', 'jquery 3.4.1'],
  ['https://cdn.jsdelivr.net/npm/jquery@3.4.1', 'jquery 3.4.1'],
  ['https://cdn.jsdelivr.net/npm/jquery@3/dist/jquery.min.js', null],
  ['https://unpkg.com/axios@0.21.1/dist/axios.js', 'axios 0.21.1'],
  ['https://cdnjs.cloudflare.com/ajax/libs/twitter-bootstrap/4.1.1/js/bootstrap.min.js', 'bootstrap 4.1.1'],
  ['https://cdnjs.cloudflare.com/ajax/libs/lodash.js/4.17.4/lodash.min.js', 'lodash 4.17.4'],
  ['https://ajax.googleapis.com/ajax/libs/jqueryui/1.12.1/jquery-ui.min.js', 'jquery-ui 1.12.1'],
  ['https://ajax.aspnetcdn.com/ajax/jquery/jquery-1.9.0.js', 'jquery 1.9.0'],
  ['https://code.jquery.com/ui/1.12.1/jquery-ui.min.js', 'jquery-ui 1.12.1'],
  ['https://maxcdn.bootstrapcdn.com/bootstrap/3.3.7/js/bootstrap.min.js', 'bootstrap 3.3.7'],
  ['https://example.test/js/jquery-1.12.4.min.js', 'jquery 1.12.4'],
  ['https://example.test/js/jquery-ui-1.10.3.custom.min.js', 'jquery-ui 1.10.3'],
  ['https://cdn.ckeditor.com/4.20.0/standard/ckeditor.js', 'ckeditor 4.20.0'],
  ['https://cdn.datatables.net/1.10.20/js/jquery.dataTables.min.js', 'datatables.net 1.10.20'],
  ['https://example.test/4.20.0/standard/ckeditor.js', null],
  ['https://example.test/js/jquery.validate-1.19.2.min.js', 'jquery-validation 1.19.2'],
  ['https://example.test/js/jquery.js?ver=3.7.1', 'jquery 3.7.1 guessed'],
  ['https://example.test/app.0123abcd.js', null],
  ['https://example.test/v1.2.3/app.js', null],
  ['https://cdn.jsdelivr.net/npm/jquery%403.4.1/dist/jquery.min.js', 'jquery 3.4.1'],
  ['https://cdn.jsdelivr.net/npm/jquery@v3.4.1/dist/jquery.min.js', 'jquery 3.4.1'],
  ['https://esm.sh/v135/lodash@4.17.15/es2022/lodash.mjs', 'lodash 4.17.15'],
  ['https://esm.sh/*lodash@4.17.15', 'lodash 4.17.15'],
  ['https://ga.jspm.io/npm:lodash@4.17.15/lodash.js', 'lodash 4.17.15'],
  ['https://cdn.skypack.dev/-/lodash@v4.17.15-K0ejSlqmN3G3aYHbHCqx/dist=es2020/optimized/lodash.js', 'lodash 4.17.15'],
  ['https://ajax.googleapis.com/ajax/libs/prototype/1.7.0.0/prototype.js', 'prototype 1.7.0.0'],
  ['https://example.test/js/jquery.min.js?version=1.12.4', 'jquery 1.12.4 guessed'],
  ['https://example.test/js/jquery.js?1.12.4', 'jquery 1.12.4 guessed'],
  ['https://example.test/js/jquery-3.4.1.min.js.gz', 'jquery 3.4.1'],
  ['https://example.test/js/jquery-3.4.1.min.js;jsessionid=1', 'jquery 3.4.1'],
  ['https://example.test/js/jquery-ui-1.12.1.custom/jquery-ui.min.js', 'jquery-ui 1.12.1'],
  // A plug-in in the folder of its library, and a file that names its own version.
  ['https://example.test/lib/jquery/1.9.1/plugins/jquery.cookie.js', 'jquery 1.9.1 guessed'],
  ['https://example.test/lib/jquery/3.7.1/jquery-1.12.4.min.js', 'jquery 1.12.4'],
  ['https://example.test/lib/pdf.js/2.0.943/pdf.worker.min.js', 'pdfjs-dist 2.0.943'],
  ['https://example.test/app-2.0.1/jquery-3.4.1/jquery.min.js', 'jquery 3.4.1'],
  ['https://example.test/jquery-1.8.3/jquery-ui-1.9.2/jquery-ui.js', 'jquery-ui 1.9.2'],
  // Packages of organizations are others than those with the bare name.
  ['https://cdn.jsdelivr.net/npm/@types/jquery@3.3.1/index.js', null],
  ['https://unpkg.com/@acme/lodash@4.17.15/lodash.js', null],
  ['https://cdn.jsdelivr.net/npm/@angular/core@10.0.0/bundles/core.umd.js', null],
  [
    'https://cdnjs.cloudflare.com/ajax/libs/bootstrap-datepicker/1.3.0/js/bootstrap-datepicker.js',
    'bootstrap-datepicker 1.3.0',
  ],
  ['https://unpkg.com/vue-router@3.0.1/dist/vue-router.js', 'vue-router 3.0.1'],
  ['https://example.test/js/jquery@1.12.4.js', 'jquery 1.12.4'],
  ['https://example.test/js/jquery@1.12.4.min.js', 'jquery 1.12.4'],
  ['https://cdn.jsdelivr.net/gh/jquery/jquery@3.4.1/dist/jquery.min.js', 'jquery 3.4.1'],
  ['https://code.jquery.com/mobile/1.4.5/jquery.mobile-1.4.5.min.js', 'jquery-mobile 1.4.5'],
  ['https://cdn.quilljs.com/1.3.6/quill.js', 'quill 1.3.6'],
  ['https://vjs.zencdn.net/7.14.2/video.min.js', 'video.js 7.14.2'],
  ['https://code.angularjs.org/1.5.8/angular.min.js', 'angular 1.5.8'],
  ['https://example.test/js/prototype-1.6.0.3.js', 'prototype 1.6.0.3'],
  ['https://example.test/js/prototype.js?v=1.6.0.3', 'prototype 1.6.0.3 guessed'],
  ['https://example.test/js/jquery3.4.1.min.js', 'jquery 3.4.1'],
  ['https://example.test/js/jquery-3_4_1.min.js', 'jquery 3.4.1'],
  ['https://example.test/static/jquery-3.4.1.min.0a1b2c3d.js', 'jquery 3.4.1'],
  ['https://example.test/assets/jquery-3.4.1.min-0a1b2c3d4e5f60718293a4b5c6d7e8f9.js', 'jquery 3.4.1'],
  ['https://example.test/libs/jquery-1.12.4/jquery.js', 'jquery 1.12.4'],
  ['https://example.test/js/jquery-ui-1.12.1/jquery-ui.min.js', 'jquery-ui 1.12.1'],
  ['https://example.test/theme-2.1.0/app.js', null],
  ['not a url', null],
])('%s', (url, expected) => {
  const found = scriptLibrary(url);
  expect(found ? `${found.name} ${found.version}${found.guessed ? ' guessed' : ''}` : null).toBe(expected);
});

it('finds every library in the URL of a combined file', () => {
  const found = scriptLibraries(
    'https://cdn.jsdelivr.net/combine/npm/jquery@3.4.1,npm/bootstrap@4.3.1/dist/js/b.min.js',
  );
  expect(found.map(({ name, version }) => `${name} ${version}`)).toEqual(['jquery 3.4.1', 'bootstrap 4.3.1']);
});

describe('advisoriesFor', () => {
  it('includes the start of a range and excludes its end', () => {
    expect(advisoriesFor('jquery', '3.5.0')).toEqual([]);
    expect(advisoriesFor('jquery', '3.5.0-rc1').map(({ id }) => id)).toEqual(['CVE-2020-11023', 'CVE-2020-11022']);
    expect(advisoriesFor('constructor', '1.0.0')).toEqual([]);
  });

  it('orders versions as numbers', () => {
    const version = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99));
    fc.assert(
      fc.property(version, version, (one, other) => {
        const wanted = one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
        expect(Math.sign(compareVersions(one.join('.'), other.join('.')))).toBe(Math.sign(wanted));
      }),
    );
  });
});

it('accepts any URL', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), fc.string({ maxLength: 200 }), (url, tail) => {
      scriptLibrary(url + tail);
      scriptLibrary(tail);
    }),
  );
});

it.each([
  ['https://cdn.jsdelivr.net/g/jquery@1.9.1,bootstrap@3.0.0(js/bootstrap.min.js)', 'jquery 1.9.1, bootstrap 3.0.0'],
  [
    'https://cdn.datatables.net/v/bs4/jq-3.3.1/jszip-2.5.0/dt-1.10.20/b-1.6.1/datatables.min.js',
    'jquery 3.3.1, jszip 2.5.0, datatables.net 1.10.20',
  ],
])('a host that combines files: %s', (url, told) => {
  expect(
    scriptLibraries(url)
      .map(({ name, version }) => `${name} ${version}`)
      .join(', '),
  ).toBe(told);
});
