import { describe, expect, it } from 'vitest';
import { furtherPages } from './further-pages.ts';

const TARGET = 'https://www.shop.example/start';

describe('further pages', () => {
  it('are addresses and paths of the same site, each once, without the target', () => {
    const given = ['/cart#top', 'https://www.shop.example/cart', 'login.shop.example/in', TARGET, '?page=2'];
    expect(furtherPages(TARGET, given)).toEqual([
      'https://www.shop.example/cart',
      'https://login.shop.example/in',
      'https://www.shop.example/start?page=2',
    ]);
    expect(furtherPages(TARGET, 3)).toBe(3);
  });

  it.each([
    ['https://other.example/', /pages\.0: other\.example is of another site/u],
    ['//10.0.0.1/', /pages\.0/u],
    ['https://user:pw@www.shop.example/', /pages\.0: credentials/u],
    ['https://', /pages\.0: this is no address/u],
  ])('%s is refused', (page, message) => {
    expect(() => furtherPages(TARGET, [page])).toThrow(message);
  });
});
