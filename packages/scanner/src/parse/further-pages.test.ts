import { describe, expect, it } from 'vitest';
import { furtherPages } from './further-pages.ts';

const TARGET = 'https://www.shop.example/start';

describe('further pages', () => {
  it('accepts addresses and paths of the same site, removes duplicates and the target', () => {
    const given = ['/cart#top', 'https://www.shop.example/cart', 'login.shop.example/in', TARGET, '?page=2'];
    expect(furtherPages(TARGET, given)).toEqual([
      'https://www.shop.example/cart',
      'https://login.shop.example/in',
      'https://www.shop.example/start?page=2',
    ]);
  });

  it.each([
    ['cart', 'https://www.shop.example/cart'],
    ['cart/items?a=1', 'https://www.shop.example/cart/items?a=1'],
    ['./cart', 'https://www.shop.example/cart'],
    ['../cart', 'https://www.shop.example/cart'],
    ['//login.shop.example/', 'https://login.shop.example/'],
    ['login.shop.example:8443/in', 'https://login.shop.example:8443/in'],
    ['HTTP://shop.example', 'http://shop.example/'],
    ['/caf\u00e9', 'https://www.shop.example/caf%C3%A9'],
    ['/caf%C3%A9', 'https://www.shop.example/caf%C3%A9'],
    ['/a%2Fb', 'https://www.shop.example/a%2Fb'],
    ['/cart/', 'https://www.shop.example/cart/'],
  ])('%s resolves to %s', (page, address) => {
    expect(furtherPages(TARGET, [page])).toEqual([address]);
  });

  it('ignores pages that differ from the target only in their fragment', () => {
    expect(furtherPages(TARGET, ['#cart', '/start#a', `${TARGET}#b`])).toEqual([]);
    expect(furtherPages(`${TARGET}#c`, [TARGET])).toEqual([]);
  });

  it('converts internationalized names to Punycode', () => {
    const idn = 'https://xn--bcher-kva.example/';
    expect(furtherPages(idn, ['https://b\u00fccher.example/kasse', 'www.B\u00dcCHER.example/'])).toEqual([
      'https://xn--bcher-kva.example/kasse',
      'https://www.xn--bcher-kva.example/',
    ]);
  });

  it.each([
    ['https://other.example/', /pages\.0: other\.example is not on the site of the URL/u],
    ['other.example', /pages\.0: other\.example is not on the site of the URL.*a path begins with \//u],
    ['//10.0.0.1/', /pages\.0/u],
    ['https://user:pw@www.shop.example/', /pages\.0: a URL must not contain credentials/u],
    ['https://', /pages\.0: not a valid URL/u],
    ['ftp://www.shop.example/', /pages\.0: not a valid URL/u],
    ['mailto:a@www.shop.example', /pages\.0: not a valid URL/u],
    ['javascript:alert(1)', /pages\.0: not a valid URL/u],
  ])('%s is refused', (page, message) => {
    expect(() => furtherPages(TARGET, [page])).toThrow(message);
  });
});
