import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { pageOf } from '../../../test/page-of.ts';
import inlineCode from './inline-code.ts';

it('counts what a strict policy would block', () => {
  const html = `
    <script>1</script><script nonce=abc>2</script><script type="application/ld+json">{}</script><script src=a.js></script>
    <script> </script><script type=importmap>{}</script>
    <body onload="x()" only="1" once="1"><a href=" java\tscript:x()">x</a><a href="javascript.html">y</a>
    <style>a{}</style><p style="color:red"><svg onclick="y()"></svg>`;
  const verdict = judged(inlineCode, { page: pageOf(html) });
  expect(verdict?.outcome).toBe('some');
  expect(verdict?.evidence).toEqual([
    '3 inline scripts (1 with a nonce)',
    '2 event-handler attributes',
    '1 javascript: link',
    '1 style element',
    '1 style attribute',
  ]);
});

it('reports a page without inline code', () => {
  expect(judged(inlineCode, { page: pageOf('<p>x') })?.outcome).toBe('none');
});
