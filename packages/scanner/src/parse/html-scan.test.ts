import fc from 'fast-check';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { expect, it } from 'vitest';
import { scanHtml } from './html-scan.ts';

type Node = DefaultTreeAdapterTypes.Node;

/** Images, sounds (which, unlike images, stay inside SVG) and metas in head, by their number, as the reader sees them. */
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

/** The same from the tree that a browser would build. */
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

const piece = fc.constantFrom(
  '<html>',
  '<head>',
  '</head>',
  '<body>',
  '</body>',
  '</html>',
  '<title>',
  '</title>',
  '<style>',
  '</style>',
  '<script>',
  '</script>',
  '<template>',
  '</template>',
  '<noscript>',
  '</noscript>',
  '<textarea>',
  '</textarea>',
  '<svg>',
  '</svg>',
  '<math>',
  '</math>',
  '<foreignObject>',
  '</foreignObject>',
  '<desc>',
  '</desc>',
  '<mi>',
  '</mi>',
  '<p>',
  '</p>',
  '<div>',
  '</div>',
  '<br>',
  '<!-- ',
  ' -->',
  '<base>',
  '<link>',
  ' ',
  'text',
  '<svg/>',
  '<g>',
  '</g>',
  '<iframe>',
  '</iframe>',
  '<b>',
  '</b>',
  '<![CDATA[',
  ']]>',
  '<font color=x>',
);

it('sees the elements that a tree builder sees', () => {
  const document = fc.array(
    fc.oneof(
      { weight: 3, arbitrary: piece },
      fc.constant('<img>'),
      fc.constant('<meta>'),
      fc.constantFrom('<audio>', '</audio>'),
    ),
    {
      maxLength: 14,
    },
  );
  fc.assert(
    fc.property(document, (pieces) => {
      const html = pieces.map((one, index) => one.replace(/^<(img|meta|audio)>$/u, `<$1 id=${index}>`)).join('');
      expect(scanned(html)).toEqual(built(html));
    }),
    { numRuns: 3000 },
  );
});
