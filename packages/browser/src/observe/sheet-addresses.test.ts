import { describe, expect, it } from 'vitest';
import { addressesIn } from './sheet-addresses.ts';

const image = (...all: string[]) => all.map((address) => ({ directive: 'img-src', address }));
const font = (...all: string[]) => all.map((address) => ({ directive: 'font-src', address }));

describe('addresses in style sheets', () => {
  it.each([
    ['a{background:url(a.png)}', image('a.png')],
    [`a{background:url( "a b.png" ) , URL('c)d.png')}`, image('a b.png', 'c)d.png')],
    ['@font-face{font-family:x;src:url(a.eot);src:url("a.woff2") format("woff2")} b{background:url(b)}', [...font('a.eot', 'a.woff2'), ...image('b')]], // prettier-ignore
    ['@media (max-width:9px){@font-face{src:url(a)} i{mask:url(b)}} u{cursor:url(c),auto}', [...font('a'), ...image('b', 'c')]], // prettier-ignore
    // What Bootstrap has for fields with an error.
    [`.is-invalid{background-image:url("data:image/svg+xml,%3csvg xmlns='http://www.w3.org/2000/svg'/%3e")}`, image(`data:image/svg+xml,%3csvg xmlns='http://www.w3.org/2000/svg'/%3e`)], // prettier-ignore
    ['@import url(a.css); @namespace url(http://www.w3.org/1999/xhtml); a{content:url(b)}', image('b')],
    ['@charset "utf-8";/* url(a) */a::before{content:"url(b) /*"}i{background:url(c)/* }', image('c')],
    ['a{filter:url(#f);clip-path:url("#c");background:url()}', []],
    [String.raw`a{background:url(a\ b.png),url("\61 \"c")}`, image('a b.png', 'a"c')],
    ['a{background:url(a', image('a')],
    ['a{content:"never closed} b{background:url(c)}', []],
    ['.curl(x){}', []],
  ] as [string, unknown][])('%s', (css, found) => {
    expect(addressesIn(css)).toEqual(found);
  });

  it.each(['/*', 'url(', 'url("', '@font-face{', '"', "'\\", '@import '])('take linear time: %s', (part) => {
    const started = performance.now();
    addressesIn(part.repeat(100_000));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
