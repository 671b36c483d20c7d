import fc from 'fast-check';
import { expect, it } from 'vitest';
import { srcsetUrls } from './srcset.ts';

it.each<[string, string[]]>([
  ['', []],
  ['a.png', ['a.png']],
  ['a.png 1x, b.png 2x', ['a.png', 'b.png']],
  ['a.png, b.png', ['a.png', 'b.png']],
  ['a.png,b.png', ['a.png,b.png']],
  ['  ,a.png 100w , , b.png 200w', ['a.png', 'b.png']],
  ['a.png (x, y) 1x, b.png', ['a.png', 'b.png']],
  ['data:image/png,x 1x, b.png 2x', ['data:image/png,x', 'b.png']],
])('%j', (input, urls) => {
  expect(srcsetUrls(input)).toEqual(urls);
});

it('finds every candidate', () => {
  const url = fc.stringMatching(/^[a-z]{1,8}\.png$/);
  fc.assert(
    fc.property(fc.array(url, { maxLength: 10 }), (urls) => {
      expect(srcsetUrls(urls.map((one, index) => `${one} ${index + 1}x`).join(', '))).toEqual(urls);
    }),
  );
});
