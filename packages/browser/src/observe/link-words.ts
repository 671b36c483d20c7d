/** What links to these pages are called, and the segments of their addresses, in the languages of most sites. */
export interface LinkWords {
  /** A whole segment of the path, or the first label of the host. */
  segment: RegExp;
  /** Part of a short segment: `/my-account`. */
  slug: RegExp;
  /** The text of the link. */
  text: RegExp;
}

export const SIGN_IN: LinkWords = wordsOf(
  'sign-?in|log-?in|log-?on|auth|account|accounts|my-?account|konto|anmelden|einloggen|connexion|se-connecter|mon-?compte|iniciar-?sesion|acceder|acceso|mi-cuenta|entrar|acesso|minha-conta|accedi|accesso|inloggen|aanmelden|mijn-?account|logga-?in|log-?ind|logg-?inn|kirjaudu|logowanie|zaloguj|prihlaseni|prihlasenie|bejelentkezes|belepes|autentificare|giris|oturum-ac|vhod|voyti|dang-nhap|masuk',
  'sign[- ]?in|log[- ]?in|log[- ]?on|(?:my |your )?account|(?:mein )?konto|anmelden|einloggen|connexion|se connecter|mon compte|iniciar sesi[oó]n|acceder|acceso|ingresar|mi cuenta|entrar|iniciar sessão|minha conta|accedi|accesso|il mio account|inloggen|aanmelden|mijn account|logga in|log ind|logg inn|logg på|kirjaudu(?: sisään)?|zaloguj(?: się)?|logowanie|moje konto|přihlásit(?: se)?|přihlášení|prihlásiť sa|prihlásenie|bejelentkezés|belépés|autentificare|conectare|prijava|prisijungti|pieslēgties|logi sisse|giriş(?: yap)?|oturum aç|войти|вход|увійти|вхід|σύνδεση|είσοδος|تسجيل الدخول|ورود|התחברות|כניסה|लॉग ?इन(?: करें)?|साइन ?इन(?: करें)?|เข้าสู่ระบบ|đăng nhập|log masuk|masuk|ログイン|サインイン|登录|登錄|登入|로그인',
);

export const CHECKOUT: LinkWords = wordsOf(
  'check-?out|cart|shopping-?cart|basket|bag|payment|payments|pay|order|donate|buy|kasse|warenkorb|zahlung|bestellen|spenden|panier|paiement|caisse|commande|don|carrito|cesta|pagar|pago|donar|carrinho|sacola|pagamento|doar|carrello|cassa|donazione|winkelwagen|winkelmand|afrekenen|doneren|varukorg|kundvagn|kassa|kurv|indkobskurv|handlekurv|ostoskori|koszyk|zamowienie|kosik|pokladna|kosar|penztar|cos|cos-cumparaturi|sepet|odeme|korzina|oplata|gio-hang|thanh-toan|keranjang',
  '(?:proceed to |secure )?check[- ]?out|(?:view |my |your |shopping )?(?:cart|basket|bag)|pay(?:ment)?(?: now)?|donate(?: now)?|buy now|order now|(?:zur )?kasse|(?:zum )?warenkorb|jetzt (?:kaufen|bestellen|spenden)|(?:mon |voir le )?panier|paiement|commander|faire un don|(?:mi )?carrito|(?:mi )?cesta|pagar|comprar ahora|donar|(?:meu )?carrinho|sacola|finalizar compra|doar|carrello|(?:alla )?cassa|dona ora|winkelwagen|winkelmand(?:je)?|afrekenen|doneer|varukorg(?:en)?|kundvagn|(?:till )?kassan?|(?:indkøbs|handle)?kurv|ostoskori|kassalle|koszyk|zamów|košík|(?:do )?pokladn[ay]|kosár|pénztár|coș(?:ul meu)?|sepet(?:im)?|ödeme|корзина|оформить заказ|оплата|кошик|количка|καλάθι|ταμείο|(?:ال)?سلة|عربة التسوق|إتمام الشراء|سبد خرید|עגלה|סל קניות|לקופה|कार्ट|चेकआउट|भुगतान(?: करें)?|दान करें|ตะกร้า|ชำระเงิน|giỏ hàng|thanh toán|keranjang|カート|買い物かご|レジに進む|ご購入手続き|购物车|購物車|结算|結帳|去结账|장바구니|결제(?:하기)?',
);

/** Words in a longer segment are mostly a headline that happens to contain one: `/how-to-order-pizza`. */
const MOST_WORDS = 3;
/** Counters and arrows around the text: "Cart (2)", "→ Log in". */
const AROUND = /^[^\p{L}\p{M}]+|[^\p{L}\p{M}]+$/gu;

function wordsOf(written: string, texts: string): LinkWords {
  const segments = written.replaceAll('-', '[-_]');
  return {
    segment: new RegExp(`^(?:${segments})$`, 'iu'),
    slug: new RegExp(`(?:^|[_.-])(?:${segments})(?:[_.-]|$)`, 'iu'),
    text: new RegExp(`^(?:${texts})$`, 'iu'),
  };
}

/** How certain it is that the link leads to such a page; 0: not at all. */
export function likeness({ url, text }: { url: string; text: string | null }, words: LinkWords): number {
  const { pathname, hostname } = new URL(url);
  const segments = pathname.split('/').flatMap((part) => (part === '' ? [] : [part.replace(/\.\w{2,5}$/u, '')]));
  // The last two: a shop's products may be below `/order/`.
  const last = segments.slice(-2);
  if (last.some((part) => words.segment.test(part))) return 4;
  if (segments.length === 0 && words.segment.test(hostname.split('.', 1)[0] ?? '')) return 4;
  if (words.text.test((text ?? '').replaceAll(AROUND, '').replaceAll(/\s+/gu, ' '))) return 3;
  const short = last.filter((part) => part.split(/[_.-]/u).length <= MOST_WORDS);
  return short.some((part) => words.slug.test(part)) ? 1 : 0;
}
