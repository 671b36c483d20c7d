import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LINEAR_AT_MOST, repeating, timesAsMuch } from '../../../test/linear.ts';
import { cssUrls } from './css-urls.ts';

it.each<[string, string[]]>([
  ['a { background: url(a.png) }', ['image a.png']],
  ['a { background: URL( "a.png" ) }', ['image a.png']],
  ["a { background: url('a\\'b.png') }", ["image a'b.png"]],
  ['@import "a.css"; @import url(b.css) screen;', ['style a.css', 'style b.css']],
  // As Chromium 156 requests them: none after a rule.
  ['@charset "x"; @layer a, b; /*{*/ @import "a.css"; p{} @import "b.css"; @import url(c.css);', ['style a.css']],
  ['@import "a.css"; @layer a; @import "b.css";', ['style a.css']],
  ['@namespace "x"; @import "a.css";', []],
  ['; @import "a.css";', []],
  ['p; @import "a.css"; q{} @import "b.css";', []],
  ['<!-- @import "a.css"; --> @import "b.css"', ['style a.css', 'style b.css']],
  ['@media print { @import "a.css"; } @import "b.css"; p{background:url(d)}', ['image d']],
  [
    '@font-face { src: url(a.woff2) format("woff2"), url(b.woff) } a { background: url(c.png) }',
    ['font a.woff2', 'font b.woff', 'image c.png'],
  ],
  ['@namespace svg url(http://www.w3.org/2000/svg);', []],
  ['/* url(a.png) */ a { content: "url(b.png)" }', []],
  ['a { fill: url(#gradient) }', []],
  ['a { background: url(http\\3a //x.test/a.png) }', ['image http://x.test/a.png']],
  ['a { b: curl(a.png) }', []],
  ['a { background: image-set("a.png" 1x, url(b.png) 2x) }', ['image a.png', 'image b.png']],
  ['a { background: -webkit-image-set("a.png" 1x); content: "x" }', ['image a.png']],
  [
    'a { background: IMAGE-SET("a.avif" type("image/avif"), "b.jpg" type("image/jpeg")) }',
    ['image a.avif', 'image b.jpg'],
  ],
  ['a { b: my-image-set("a.png"); c: image-set "d.png"; e: ximage-set("f.png") }', []],
  ['a { background: image-set("a.png" 1x } b { content: "no.png" }', ['image a.png']],
  ['a { background: url(', []],
  ['a { background: url("a.png', ['image a.png']],
  [`a{background:url( "a b.png" ) , URL('c)d.png')}`, ['image a b.png', 'image c)d.png']],
  [
    '@font-face{font-family:x;src:url(a.eot);src:url("a.woff2") format("woff2")} b{background:url(b)}',
    ['font a.eot', 'font a.woff2', 'image b'],
  ],
  [
    '@media (max-width:9px){@font-face{src:url(a)} i{mask:url(b)}} u{cursor:url(c),auto}',
    ['font a', 'image b', 'image c'],
  ],
  // What Bootstrap has for fields with an error.
  [
    `.is-invalid{background-image:url("data:image/svg+xml,%3csvg xmlns='http://www.w3.org/2000/svg'/%3e")}`,
    [`image data:image/svg+xml,%3csvg xmlns='http://www.w3.org/2000/svg'/%3e`],
  ],
  ['@import url(a.css); @namespace url(http://www.w3.org/1999/xhtml); a{content:url(b)}', ['style a.css', 'image b']],
  ['@charset "utf-8";/* url(a) */a::before{content:"url(b) /*"}i{background:url(c)/* }', ['image c']],
  ['a{filter:url(#f);clip-path:url("#c");background:url()}', []],
  [String.raw`a{background:url(a\ b.png),url("\61 \"c")}`, ['image a b.png', 'image a"c']],
  ['a{background:url(a', ['image a']],
  ['a{content:"never closed} b{background:url(c)}', []],
  ['.curl(x){}', []],
])('%s', (css, urls) => {
  expect(cssUrls(css).map(({ kind, url }) => `${kind} ${url}`)).toEqual(urls);
});

it('accepts any text', () => {
  const piece = fc.constantFrom(
    'url(',
    ')',
    '"',
    "'",
    '/*',
    '*/',
    '@import',
    '@font-face',
    '{',
    '}',
    '\\',
    'a.png',
    ' ',
    ';',
    '\n',
  );
  fc.assert(fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => void cssUrls(pieces.join(''))));
});

it.each(['/*', 'url(', 'url("', '@font-face{', '"', "'\\", '@import '])('takes linear time: %s', (part) => {
  expect(timesAsMuch(cssUrls, repeating(part))).toBeLessThan(LINEAR_AT_MOST);
});

// V8's optimizing compiler may move a copy of the whole text into the loop. Here it is made to compile early.
it('takes linear time, whenever V8 optimizes it', () => {
  const program = `
    import { timesAsMuch } from '${new URL('../../../test/linear.ts', import.meta.url).href}';
    import { cssUrls } from '${new URL('./css-urls.ts', import.meta.url).href}';
    console.log(timesAsMuch(cssUrls, (size) => '"\\n'.repeat(size / 2), 16_000));`;
  const flags = ['--no-concurrent-recompilation', '--input-type=module', '--eval', program];
  expect(Number(execFileSync(process.execPath, flags, { encoding: 'utf8' }))).toBeLessThan(LINEAR_AT_MOST);
});
