import { describe, expect, it } from 'vitest';
import { CHECKOUT, likeness, SIGN_IN } from './link-words.ts';

const at = (path: string, text: string): { url: string; text: string } => ({ url: new URL(path, 'https://a.test/').href, text }); // prettier-ignore

describe('likeness', () => {
  it.each([
    ['/login', ''],
    ['/user/login.php', ''],
    ['/users/sign_in', ''],
    ['https://accounts.a.test/', ''],
    ['/a', 'Log in'],
    ['/a', 'Iniciar sesión'],
    ['/a', 'Accedi'],
    ['/a', 'Inloggen'],
    ['/a', 'Zaloguj się'],
    ['/a', 'Entrar'],
    ['/a', 'ログイン'],
    ['/a', 'लॉग इन करें'],
    ['/a', 'Войти →'],
    ['/a', ' Mon\n compte '],
    ['/my-account-page', ''],
  ])('a sign-in page: %s %s', (path, text) => expect(likeness(at(path, text), SIGN_IN)).toBeGreaterThan(0));
  it.each([
    ['/checkout', ''],
    ['/de/kasse/', ''],
    ['/checkout/cart', ''],
    ['https://checkout.a.test/', ''],
    ['/a', 'Cart (2)'],
    ['/a', 'Zum Warenkorb'],
    ['/a', 'Winkelwagen'],
    ['/a', 'Koszyk'],
    ['/a', 'कार्ट'],
    ['/a', '購物車'],
    ['/a', 'Корзина: 0'],
  ])('a checkout: %s %s', (path, text) => expect(likeness(at(path, text), CHECKOUT)).toBeGreaterThan(0));
  it.each([
    ['/blog/how-to-order-pizza', 'How to order pizza'],
    ['/order/12/pizza/large', 'Pizza'],
    ['/logout', 'Log out'],
    ['/cartoons', 'Cartoons'],
    ['/login-problems-and-how-to-solve-them', 'Trouble?'],
    ['/a', 'Log in to our newsletter archive'],
    ['/authors', 'Authors'],
  ])('neither: %s %s', (path, text) =>
    expect([likeness(at(path, text), SIGN_IN), likeness(at(path, text), CHECKOUT)]).toEqual([0, 0]),
  );
  it('prefers the page itself to an article about it', () => {
    const by = (path: string, text: string) => likeness(at(path, text), SIGN_IN);
    expect(by('/x', 'Log in')).toBeGreaterThan(by('/blog/account-security', 'Account security'));
    expect(by('/u/login', '')).toBeGreaterThan(by('/x', 'Log in'));
  });
});
