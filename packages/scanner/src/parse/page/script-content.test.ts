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
  // Banners that name the version in other ways.
  ['/*!\n * Chart.js\n * http://chartjs.org/\n * Version: 2.7.0\n', 'chart.js 2.7.0 banner'],
  ['/**\n * bootbox.js 5.3.3\n *\n * http://bootboxjs.com/license.txt', 'bootbox 5.3.3 banner'],
  ['/*! @preserve\n * bootbox.js\n * version: 5.5.2\n', 'bootbox 5.5.2 banner'],
  [
    '/**\n * Bootbox.js — alert, confirm, prompt\n * @version: 6.0.0\n * @project: https://github.com/makeusabrew/bootbox',
    'bootbox 6.0.0 banner',
  ],
  [
    '/**\n * @version v1.19.1\n * @homepage https://bootstrap-table.com\n * @author wenzhixin',
    'bootstrap-table 1.19.1 banner',
  ],
  ['/*\n tableExport.jquery.plugin\n\n Version 1.10.15\n\n', 'tableexport.jquery.plugin 1.10.15 banner'],
  ['/*! https://github.com/leeoniya/uPlot (v1.6.22) */', 'uplot 1.6.22 banner'],
  ['/**\n * Plupload - multi-runtime File Uploader\n * v2.3.6\n', 'plupload 2.3.6 banner'],
  ['/*! Summernote v0.8.8 | (c) 2013- Alan Hong', 'summernote 0.8.8 banner'],
  ['/*\n Highstock JS v8.1.0 (2020-05-05)\n', 'highcharts 8.1.0 banner'],
  ['/** @license React v16.4.0\n * react-dom.production.min.js\n', 'react-dom 16.4.0 banner'],
  ['/* UMD pdfobject 2.0 */ /*! PDFObject v2.0.201604172 */', 'pdfobject 2.0.201604172 banner'],
])('%s', (text, expected) => {
  expect(told(text)).toEqual([expected]);
});

/** The code around the version in released files without a banner, as minifiers and bundlers leave it. */
it.each([
  ['i(e[r],t[r],r);G.isUndefined(a)&&i!==s||(n[r]=a)})),n}var ze="1.6.2",Me={};["object","boolean","number"', []],
  ['function n(e,t){return"[Axios v1.6.2] Transitional option \'"', ['axios 1.6.2']],
  ['}}}const n="1.7.7",o=9;return"[Axios v"+n+"] Transitional option', ['axios 1.7.7']],
  // Two values of one short name: which is the version of Axios is unknown.
  ['var n="1.13.6";function(){var n="1.7.7";return"[Axios v"+n+"] Transitional option', []],
  ['function(e){e.exports={version:"0.26.0"}},function(e,t,n){"use strict"', ['axios 0.26.0']],
  ['t.exports=JSON.parse(\'{"name":"axios","version":"0.21.4","description":"Promise', ['axios 0.21.4']],
  [
    '0<arguments.length?arguments[0]:K(),n=function(t){return e(t)};if(n.version="2.2.9",n.removed=[],!t',
    ['dompurify 2.2.9'],
  ],
  // The license that DOMPurify 2.1 to 3 links to is that of another release.
  [
    '/*! @license DOMPurify | (c) Cure53 | github.com/cure53/DOMPurify/blob/2.0.8/LICENSE */n.version="2.2.0",n.removed=[]',
    ['dompurify 2.2.0'],
  ],
  ['n._d=new Date(Z(e))}),f.version="2.27.0",e=Tt,f.fn=pn,f.min=function(){return Rt("isBefore"', ['moment 2.27.0']],
  ["hooks.version = '2.29.1';\n\n    setHookCallback(createLocal);", ['moment 2.29.1']],
  [
    'k=c(20),l=e(k),m="4.5.3";b.VERSION=m;var n=8;b.COMPILER_REVISION=n;var o={1:"<= 1.0.rc.2",2:"==',
    ['handlebars 4.5.3'],
  ],
  ['return n.match(Nr)||[]}var X,nn="4.17.20",tn=200,rn="Unsupported core-js use. Try https://n', ['lodash 4.17.20']],
  ['chain:!1}),zn.VERSION="4.17.20",Ee(["bind","bindKey","curry","curryRight"', ['lodash 4.17.20']],
  ['"FunctionalRenderContext",{value:Et}),Cn.version="2.6.14";var En=p("style,class")', ['vue 2.6.14']],
  ['var Hn=Tn("errorCaptured");var Bn="2.7.12";var Un=Object', ['vue 2.7.12']],
  ['yr>0&&mr.push(e),!0}const ps="3.2.33",fs="undefined"!=typeof document?document:null', ['vue 3.2.33']],
  ['bundleType:0,version:"18.2.0-next-9e3b772b8-20220608",\nrendererPackageName:"react-dom"', ['react-dom 18.2.0']],
  ['e={timestamp:"J5S9",version:"4.12.1 (Standard)",revision:"64749bb245"', ['ckeditor 4.12.1']],
  ['const I="44.0.0",V=new Date(2024,11,2);if(globalThis.CKEDITOR_VERSION)', ['ckeditor5 44.0.0']],
  ['majorVersion:"4",minorVersion:"9.7",releaseDate:"2019-12-19"', ['tinymce 4.9.7']],
  ['h.REVISION="110";h.RGBADepthPacking=3201', ['three 0.110.0']],
  ['version = {major: 1, minor: 10, patch: 5, flag: ""', ['dojo 1.10.5']],
  ['t.vector=Ht,t.version="5.3.2",t.zrUtil=bt,t.zrender=Or', ['echarts 5.3.2']],
  ['t.version="4.9.0",t.dependencies={zrender:"4.3.2"},t.PRIORITY=Ld', ['echarts 4.9.0']],
  [
    '{perfLimitSizeTotal:e}=a,s=Math.sqrt(e*t);return[Math.floor(s)]}};const x="6.5.2";function C(){}',
    ['fabric 6.5.2'],
  ],
  ['"getVersion")},z3t={name:"mermaid",version:"11.5.0",description:"Markdown-ish"', ['mermaid 11.5.0']],
  ['insertBefore(S,E);try{await y.renderer.draw(e,t,"11.13.0",y)}catch', ['mermaid 11.13.0']],
  ['MathJax.isPacked=true;MathJax.version="2.7.2";MathJax.fileversion="2.7.2";', ['mathjax 2.7.2']],
  ['Zn={version:"0.13.23",render:_n,renderToString:function(e,t)', ['katex 0.13.23']],
  ['mustache.name="mustache.js";mustache.version="2.1.3";mustache.tags', ['mustache 2.1.3']],
  ['GetDocRequest",{docId:n,apiVersion:"2.12.313",source:', ['pdfjs-dist 2.12.313']],
  ['return{product:"Highcharts",version:"8.1.0",deg2rad', ['highcharts 8.1.0']],
  ['$.terminal={version:"2.17.5",date:"Sat, 04 Jul 2020"', ['jquery.terminal 2.17.5']],
  ['var XLSX={};(function e(r){r.version="0.11.4";var t=1200', ['xlsx 0.11.4']],
  ['e="1.12.0",t="object"==typeof self&&self.self===self&&self||', ['underscore 1.12.0']],
  // Vuetify, core-js and others use the same words with versions of their own.
  ['u.version="3.3.11";"boolean"!=typeof __VUE_OPTIONS_API__||__VUE_OPTIONS_API__', []],
  ['var core=e.exports={version:"2.6.12"};', []],
  ['c._isAMomentObject;ALLOWED_URI_REGEXP;u.version="2.3.5",u.other=[]', []],
  [`a="__lodash_hash_undefined__";${'x();'.repeat(200)}b.VERSION="4.5.3"`, []],
  ['isAxiosError;e.VERSION="1.4.0";', []],
] as const)('%s', (text, expected) => {
  expect(librariesIn(text).map(({ name, version }) => `${name} ${version}`)).toEqual(expected);
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
    repeating('<= 1.0.rc.2="1.1.1" '),
    repeating('[Axios v"+n+"n="1.1.1",'),
    repeating('.removed .version="1.1.1";'),
    after('__lodash_hash_undefined__', ' VERSION ="4.'),
    repeating('zrender: version="1.1.1";'),
    repeating('\n// @overview Ember @a '),
    after('jquery:t,constructor:', ' t='),
  ])
    expect(timesAsMuch(librariesIn, text), text(40)).toBeLessThan(LINEAR_AT_MOST);
});
