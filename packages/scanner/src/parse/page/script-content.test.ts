import { expect, it } from 'vitest';
import { LINEAR_AT_MOST, repeating, timesAsMuch } from '../../../test/linear.ts';
import { librariesIn } from './script-content.ts';

const told = (text: string): string[] => librariesIn(text).map(({ name, version, by }) => `${name} ${version} ${by}`);

/** The first lines of released files. */
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
  // The banner of lodash.min.js names what Lodash came from.
  [
    '/**\n * @license\n * Lodash lodash.com/license | Underscore.js 1.8.3 underscorejs.org/LICENSE\n */;(function(){var u="__lodash_hash_undefined__";fn.VERSION="4.17.21"',
    'lodash 4.17.21 variable',
  ],
  [
    '/*! @license DOMPurify | (c) Cure53 and other contributors | github.com/cure53/DOMPurify/blob/2.0.7/LICENSE */',
    'dompurify 2.0.7 banner',
  ],
  ['var a="__lodash_hash_undefined__";n.VERSION="4.17.15";', 'lodash 4.17.15 variable'],
  ['//     Underscore.js 1.8.3\n//     http://underscorejs.org', 'underscore 1.8.3 banner'],
  ['//     Backbone.js 0.5.0\n', 'backbone 0.5.0 banner'],
  ['// Axios v1.6.0 Copyright (c) 2023 Matt Zabriskie and contributors', 'axios 1.6.0 banner'],
  [
    '/*!\n * @overview  Ember - JavaScript Application Framework\n * @copyright Copyright 2011-2016\n * @license   MIT\n * @version   2.10.0\n',
    'ember 2.10.0 banner',
  ],
  ['/**\n * Plupload\n * v2.1.2\n *\n * Copyright 2013, Moxiecode', 'plupload 2.1.2 banner'],
  [
    '/** @license\n *\n * jsPDF - PDF Document creation from JavaScript\n * Version 2.3.0 Built on 2021',
    'jspdf 2.3.0 banner',
  ],
  ['/* @license\nPapa Parse\nv5.1.1\nhttps://github.com/mholt/PapaParse', 'papaparse 5.1.1 banner'],
  ['var t="3.4.1",e=function(){};e.fn=e.prototype={jquery:t,constructor:e,length:0}', 'jquery 3.4.1 variable'],
  ['o="bs.tooltip";i={key:"VERSION",get:function(){return"4.3.0"}}', 'bootstrap 4.3.0 variable'],
  ['var d="bs.modal";c.VERSION="3.3.7",c.TRANSITION_DURATION=300', 'bootstrap 3.3.7 variable'],
  ['var pdfjsVersion = "2.0.943";', 'pdfjs-dist 2.0.943 variable'],
  ['var fabric=fabric||{version:"4.6.0"};', 'fabric 4.6.0 variable'],
  ['function make_xlsx_lib(e){e.version="0.16.8";}', 'xlsx 0.16.8 variable'],
  ['this.MooTools={version:"1.4.5",build:"ab8ea8824d"};', 'mootools 1.4.5 variable'],
  ['window.CKEDITOR_VERSION="34.0.0"', 'ckeditor5 34.0.0 variable'],
  ['e.ALLOWED_URI_REGEXP;t.version="2.2.2"', 'dompurify 2.2.2 variable'],
])('%s', (text, expected) => {
  expect(told(text)).toEqual([expected]);
});

it('finds the libraries in a bundle', () => {
  expect(told('/*! jQuery v3.4.1 */a();/*!\n * Bootstrap v4.1.3 (x)*/b();')).toEqual([
    'jquery 3.4.1 banner',
    'bootstrap 4.1.3 banner',
  ]);
});

it.each([
  '/* My jQuery v3.4.1-like thing needs notjQuery v */',
  'jQuery v3.4.1 in no comment',
  '// this needs Bootstrap v3.3.7',
  '/* This plugin requires jQuery v1.7 or later */',
  '/*! slider v2 - requires jQuery 1.7+ */',
  '/*! Depends: jQuery 1.8.3 */',
  '/*!\n * Tested with jQuery v1.12.4\n */',
  '/* Built for Bootstrap v3.3.7 */',
  '/* jQuery 1.9 and above */',
  '/* Works with the jQuery v1.11.1 */',
  'var VERSION="4.0.1",bs.modal',
  '/*! app v1.2.3 */',
  '',
])('finds no library in: %s', (text) => {
  expect(told(text).filter((line) => !line.startsWith('jquery 3.4.1'))).toEqual([]);
});

it('stays fast on text that is designed to slow it down', () => {
  const after = (start: string, unit: string) => (size: number) => start + repeating(unit)(size);
  for (const text of [
    repeating('/*jQuery v1.'),
    after('rendererPackageName', 'version:"1.1",'),
    repeating('Handlebars VERSION = "'),
    repeating('\n// @overview Ember @a '),
    after('jquery:t,constructor:', ' t='),
  ])
    expect(timesAsMuch(librariesIn, text), text(40)).toBeLessThan(LINEAR_AT_MOST);
});
