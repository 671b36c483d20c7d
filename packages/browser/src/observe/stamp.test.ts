import { describe, expect, it } from 'vitest';
import { servedParts, stamped } from './stamp.ts';

const AT = 'https://a.test/';

describe('a page with a nonce', () => {
  it('has it in every script and style, including declarative shadow trees, but in no other template', () => {
    const html =
      '<script>1</script><x-a><template shadowrootmode="open"><style>b{}</style></template></x-a><template><script>2</script></template>';
    expect(stamped(html, AT, { nonce: 'n' })).toBe(
      '<script nonce="n">1</script><x-a><template shadowrootmode="open"><style nonce="n">b{}</style></template></x-a><template><script>2</script></template>',
    );
  });

  it('has it where the site wrote its own', () => {
    const html = '<meta content="c2l0ZSdz"><script nonce="c2l0ZSdz">self.__nonce="c2l0ZSdz"</script>';
    expect(stamped(html, AT, { nonce: 'b3Vycw' })).toBe(
      '<meta content="b3Vycw"><script nonce="b3Vycw">self.__nonce="b3Vycw"</script>',
    );
  });

  it.each([
    ['<script async NONCE=c2l0ZSdz src=/a.js>', '<script nonce="b3Vycw" async src=/a.js>'],
    [`<script data-a="> nonce='x'" nonce='' defer>`, `<script nonce="b3Vycw" data-a="> nonce='x'" defer>`],
    ['<style nonce>', '<style nonce="b3Vycw">'],
    ['<style/nonce = "{{ n }}"/media=all>', '<style nonce="b3Vycw"/media=all>'],
    ['<script\nnonce=short\ntype=module>', '<script nonce="b3Vycw"\ntype=module>'],
  ])('has one nonce in %j: browsers ignore that of a script with two', (from, to) => {
    expect(stamped(from, AT, { nonce: 'b3Vycw' })).toBe(to);
  });

  it('searches for no more of them than a server writes', () => {
    const html = Array.from({ length: 50 }, (_, n) => `<i nonce="word-no-${n + 10}"></i>`).join('');
    expect(stamped(html, AT, { nonce: 'ours' }).match(/"ours"/gu)).toHaveLength(4);
  });
});

it('parts of the markup are those outside texts and templates', () => {
  const policy = (value: string) => `<meta http-equiv="Content-Security-Policy" content="${value}">`;
  const html = `${policy('img-src *')}<form></form><template><form></form></template><script>'<form>'</script>${policy('font-src *')}`;
  expect(servedParts(html)).toMatchObject({ forms: [' '], nonces: new Set(), policies: ['img-src *'] });
});

it.each([
  ['deep', '<i><b>'.repeat(100_000)],
  // A tree of it would have a million elements.
  ['of open formats', `<p>${Array.from({ length: 3_000 }, (_, n) => `<b a${n}>`).join('')}${'</p><p>x'.repeat(3_000)}`],
])('markup that is %s costs no more than its length', { timeout: 5_000 }, (_what, before) => {
  const html = `${before}<form></form><script>1</script>`;
  expect(servedParts(html)).toMatchObject({ forms: [' '] });
  expect(stamped(html, AT, { nonce: 'n' })).toContain('<script nonce="n">');
});
