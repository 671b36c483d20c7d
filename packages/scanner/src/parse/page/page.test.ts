import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PageEvidence } from '../../evidence/page.ts';
import { LINEAR_AT_MOST, timesAsMuch } from '../../../test/linear.ts';
import { pageOf } from '../../../test/page-of.ts';
import { PAGE_LIMITS } from './page-limits.ts';
import { scriptDigest } from '../../gather/script-digest.ts';
import { readPage } from './page.ts';

function policies(html: string): string[] {
  return pageOf(html).meta_csp;
}
const META = '<meta http-equiv="Content-Security-Policy" content="X">';

describe('a policy in a meta element', () => {
  it.each<[string, string, string[]]>([
    ['in head', `<!doctype html><html><head>${META}</head>`, ['X']],
    ['without any tag before', META, ['X']],
    ['after the title', `<title>t</title>${META}`, ['X']],
    ['after the end of head', `<head></head> ${META}<body>`, ['X']],
    ['after a script', `<script>"<body>"</script>${META}`, ['X']],
    ['in the body', `<body>${META}`, []],
    ['after an element of the body', `<p>${META}`, []],
    ['after text', `t${META}`, []],
    ['inside the title', `<title>${META}</title>`, []],
    ['inside noscript', `<noscript>${META}</noscript>`, []],
    ['inside a template', `<template>${META}</template>`, []],
    ['after a template', `<template><p></template>${META}`, ['X']],
    ['inside a comment', `<!-- ${META} -->`, []],
    ['inside svg', `<svg>${META}</svg>`, []],
    ['in upper case', META.toUpperCase(), ['X']],
  ])('%s', (_name, html, expected) => {
    expect(policies(html)).toEqual(expected);
  });
});

it('reads referrer metas anywhere in the document, not in templates', () => {
  const meta = (content: string): string => `<meta name=Referrer content=${content}>`;
  expect(
    pageOf(`${meta('origin')}<body>${meta('no-referrer')}<template>${meta('unsafe-url')}</template>`).meta_referrer,
  ).toEqual(['origin', 'no-referrer']);
});

it('resolves each resource against the base that applies at its position', () => {
  const { resources } = pageOf('<script src=a.js></script><base href="/app/"><script src=b.js></script>');
  expect(resources.map(({ url }) => url)).toEqual(['https://example.test/a.js', 'https://example.test/app/b.js']);
});

it.each<[string, Uint8Array, string | null, string]>([
  ['the Content-Type', Buffer.from([0xe9]), 'text/html; charset="ISO-8859-1"', 'windows-1252'],
  ['a byte order mark', Buffer.from('\ufeff<p>'), 'text/html; charset=iso-8859-1', 'utf-8'],
  ['a meta', Buffer.from('<meta charset=shift_jis>'), 'text/html', 'shift_jis'],
  ['an unknown name', Buffer.from('<p>'), 'text/html; charset=nonsense', 'windows-1252'],
  // Chromium 156 was tried with the following.
  ['no comment', Buffer.from('<!-- <meta charset=koi8-r> --><meta charset=utf-8>'), 'text/html', 'utf-8'],
  ['no script', Buffer.from('<script>"<meta charset=koi8-r>"</script><meta charset=utf-8>'), 'text/html', 'utf-8'],
  ['no other meta', Buffer.from('<meta name=x content="charset=koi8-r"><meta charset=utf-8>'), 'text/html', 'utf-8'],
  ['a pragma', Buffer.from('<meta content="a; charset=koi8-r" http-equiv=Content-Type>'), 'text/html', 'koi8-r'],
  ['the head beyond 1,024 bytes', Buffer.from(`${' '.repeat(2000)}<meta charset=koi8-r>`), 'text/html', 'koi8-r'],
  ['no late body', Buffer.from(`<p>${'x'.repeat(2000)}<meta charset=koi8-r>`), 'text/html', 'windows-1252'],
  ['an XML declaration', Buffer.from('<?xml version="1.0" encoding="koi8-r"?><html>'), 'text/html', 'koi8-r'],
  ['the default of XML', Buffer.from('<html>'), 'application/xhtml+xml', 'utf-8'],
  ['no parameter with blanks', Buffer.from('<meta charset=koi8-r>'), 'text/html; charset = utf-8', 'koi8-r'],
  ['UTF-16', Buffer.from('\ufeff<script src=a.js></script>', 'utf16le'), null, 'utf-16le'],
])('takes the encoding from %s', (_name, body, contentType, charset) => {
  expect(readPage(body, { url: 'https://example.test/', contentType, truncated: false }).charset).toBe(charset);
});

it('recognizes foreign content again after HTML broke out of it', () => {
  const { resources } = pageOf(
    '<svg><p><script src=a.js></script></svg><math><mi><script src=b.js></script></mi><script src=c.js></script></math>' +
      // Chromium loads it as an img.
      '<image src=d.png>',
  );
  expect(resources.map(({ url }) => new URL(url).pathname)).toEqual(['/a.js', '/b.js', '/d.png']);
});

it('reads the document inside an iframe, one level deep', () => {
  const inner =
    '<base href="//b.test/"><meta name=referrer content=unsafe-url><script src=http://a.test/1.js></script><iframe srcdoc="<img src=/2.png>"></iframe>';
  const page = pageOf(
    `<iframe srcdoc="${inner.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe><img src=/3.png>`,
  );
  expect(page.resources.map(({ url }) => url)).toEqual(['http://a.test/1.js', 'https://example.test/3.png']);
  expect([page.base, page.meta_referrer]).toEqual([null, []]);
});

describe('limits', () => {
  it('names the limits that ended the reading early', () => {
    expect(pageOf('<p>'.repeat(PAGE_LIMITS.tags + 1)).cut_by).toEqual(['tags']);
    expect(pageOf('<svg>'.repeat(PAGE_LIMITS.depth + 1)).cut_by).toEqual(['depth']);
    expect(
      readPage(Buffer.from('<p>'), { url: 'https://example.test/', contentType: null, truncated: true }).cut_by,
    ).toEqual(['body']);
  });

  it('keeps plain-http resources after many others', () => {
    const crowd = Array.from({ length: 2000 }, (_, index) => `<img src=/${index}.png>`).join('');
    const page = pageOf(`${crowd}<script src=http://cdn.test/a.js></script>`);
    expect(page.cut_by).toEqual(['resources']);
    expect(page.resources_total).toBe(2001);
    expect(page.resources.at(-1)?.url).toBe('http://cdn.test/a.js');
  });
});

describe('hostile markup', () => {
  /** The work must grow linearly, not quadratically: eight times the input may cost at most forty times as much. */
  const bombs: Record<string, (size: number) => string> = {
    'nested formatting': (size) => '<b><i><a href=x>'.repeat(size / 16),
    'nested divs': (size) => '<div>'.repeat(size / 5),
    'attributes of one tag': (size) =>
      `<div ${Array.from({ length: size / 6 }, (_, index) => `a${index.toString(36)}`).join(' ')}>`,
    'svg and math': (size) => '<svg><title><math><mi>'.repeat(size / 22),
    'stray end tags': (size) => `${'<svg>'.repeat(500)}${'</foreignobject>'.repeat(size / 16)}`,
    templates: (size) => '<template></template>'.repeat(size / 21),
    'unclosed css': (size) => `<style>${'url('.repeat(size / 4)}`,
    'css quotes': (size) => `<style>${`"\n`.repeat(size / 2)}`,
    'css comments': (size) => `<style>${'/*'.repeat(size / 2)}`,
    srcset: (size) => `<img srcset="${'a ('.repeat(size / 3)}">`,
    'angle brackets': (size) => '<'.repeat(size),
    images: (size) => Array.from({ length: size / 16 }, (_, index) => `<img src=${index}>`).join(''),
    'same form id': (size) => `<form id=a></form>${'<input form=a>'.repeat(size / 14)}`,
  };
  it.each(Object.entries(bombs))('%s stays linear', (_name, build) => {
    expect(timesAsMuch(pageOf, build, 32_000)).toBeLessThan(LINEAR_AT_MOST);
  });
});

it('accepts any bytes and returns valid evidence', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '</',
    '<!--',
    '-->',
    '<script',
    '<style>',
    '<svg>',
    '</svg>',
    '<template>',
    '</template>',
    '<base href=',
    '<form action=',
    '<meta http-equiv=content-security-policy content=',
    '<img srcset=',
    ' src=',
    ' href="',
    '"',
    "'",
    'http://a',
    '//[',
    '&#58;',
    '\0',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 60 }), (pieces) => {
      expect(PageEvidence.safeParse(pageOf(pieces.join(''))).success).toBe(true);
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (body) => {
      readPage(body, { url: 'https://example.test/', contentType: null, truncated: false });
    }),
  );
});

describe('inline scripts are hashed as CSP specifies', () => {
  const hashesOf = (html: string) => {
    const source = { url: 'https://example.test/', contentType: 'text/html; charset=utf-8', truncated: false };
    const {
      inline_scripts: all,
      inline_scripts_hashed: hashed,
      inline_script_hashes: hashes,
    } = readPage(Buffer.from(html), source, scriptDigest);
    return { all, hashed, hashes };
  };
  // CSP3 §8.4 (a note there) and MDN give this pair.
  const ALERT = 'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=';
  it.each([
    ['unchanged text', "<script>alert('Hello, world.');</script>", [ALERT], 1],
    ['each text once', "<script>alert('Hello, world.');</script><script>alert('Hello, world.');</script>", [ALERT], 2],
    ['not external scripts or data blocks', '<script src=/a.js>x</script><script type=text/plain>x</script>', [], 0],
  ])('%s', (_name, html, hashes, hashed) => {
    expect(hashesOf(html)).toEqual({ all: hashed, hashed, hashes });
  });
  it('with line breaks as the parser normalizes them', () => {
    expect(hashesOf('<script>\r\na\rb</script>').hashes).toEqual(hashesOf('<script>\na\nb</script>').hashes);
  });
  it('but no more than a policy can reasonably list', () => {
    const html = Array.from({ length: 30 }, (_, n) => `<script>f(${n})</script>`).join('');
    expect(hashesOf(html)).toMatchObject({ all: 30, hashed: 20 });
  });
});

// Resolving a URL costs the length of its base: 2,500 URLs with a base of 60 kB take half a second.
it('resolves URLs quickly even if the base is as long as the page', () => {
  const html = `<base href="http://a.test/${'b/'.repeat(15_000)}">${Array.from({ length: 2000 }, (_, n) => `<img src=${n}>`).join('')}`;
  for (let time = 0; time < 20; time += 1) {
    const { base, resources } = readPage(Buffer.from(html), {
      url: 'https://a.test/',
      contentType: 'text/html',
      truncated: false,
    });
    expect(base?.url?.length).toBe(2048);
    expect(resources).toHaveLength(1);
  }
});

it('what the text of a page says is asked of short pages, which alone can be a gatekeeper’s', () => {
  const says = (text: string, links = 0): string[] =>
    pageOf(`<title>x</title><p>${text}</p>${'<a href="/y"></a>'.repeat(links)}`).text_says;
  const maintenance = 'We are performing maintenance. '.padEnd(3000, 'a');
  expect(says(maintenance)).toEqual(['maintenance']);
  expect(says(maintenance, 15)).toEqual(['maintenance']);
  expect(says(maintenance, 16)).toEqual([]);
  expect(says(`${maintenance}</p><p>${'b'.repeat(1010)}`)).toEqual([]);
});
