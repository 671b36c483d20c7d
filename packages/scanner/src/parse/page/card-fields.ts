import type { HtmlElement } from './html-scan.ts';

/** Autofill field names of HTML §4.10.18.7.1 that only a card form has. An expiry date or a name alone is none. */
const AUTOFILL = new Set(['cc-number', 'cc-csc']);
/** Names that say "payment card": in English, German, Dutch, French, Spanish, Portuguese and Italian. */
const CERTAIN = anyOf(
  '(?:^|billing|payment|order)(?:(?:credit|debit|bank|payment)card|cc)(?:number|num|no|nr|nummer)$',
  '^(?:kredit|zahlungs|bank)karten?(?:nummer|nr)$',
  '^(?:credit|betaal|bank)kaart(?:nummer|nr)$',
  '^num(?:ero)?(?:de)?(?:la)?carte(?:de)?(?:credit|paiement|bancaire|bleue)$',
  '^num(?:ero)?(?:de)?(?:la)?tarjeta(?:de)?(?:credito|debito|bancaria)$',
  '^num(?:ero)?(?:do)?cartao(?:de)?(?:credito|debito)$',
  '^num(?:ero)?(?:della)?carta(?:di)?credito$',
);
/** A library's or a shop's own card has a number too: a payment card has a security code or an expiry date beside it. */
const LIKELY = anyOf(
  '^(?:billing|payment|order)?card(?:number|num|no)$',
  '^karten?(?:nummer|nr)$',
  '^kaart(?:nummer|nr)$',
  '^num(?:ero)?(?:de)?(?:la)?(?:carte|tarjeta)$',
  '^num(?:ero)?(?:do)?cartao$',
  '^num(?:ero)?(?:della)?carta$',
);
const BESIDE = anyOf(
  '^(?:billing|payment|order)?(?:card|cc)?(?:cvc|cvv2?|cvn|csc|securitycode|verificationcode|exp(?:iry|iration)?(?:date|month|year)?)$',
  '^(?:karten?)?(?:prue?f(?:ziffer|nummer)|sicherheitscode|gue?ltigbis|ablaufdatum)$',
  '^(?:beveiligingscode|vervaldatum)$',
  '^(?:cryptogramme|code(?:de)?securite|date(?:d)?expiration)$',
  '^(?:codigo(?:de)?seguridad|(?:fecha(?:de)?)?(?:caducidad|vencimiento|expiracion))$',
  '^(?:codigo(?:de)?seguranca|(?:data(?:de)?)?(?:validade|vencimento))$',
  '^(?:codice(?:di)?sicurezza|(?:data(?:di)?)?scadenza)$',
);
/** What no one types a card number into. */
const OTHER_TYPES = new Set('hidden submit button image reset checkbox radio file search color range'.split(' '));
/** Where Stripe's documents have its fields put: Stripe.js alone is on every page of many shops, against fraud. */
const PLACES = new Set(['card-element', 'card-number-element', 'payment-element', 'express-checkout-element']);
const MOST = 20;
const LONGEST = 60;

/** Collects what shows that card data is typed into the page itself, or where a provider's fields are to stand. */
export class CardFields {
  readonly #certain = new Set<string>();
  readonly #likely = new Set<string>();
  readonly #places = new Set<string>();
  #beside = false;

  see({ name, attributes }: Pick<HtmlElement, 'name' | 'attributes'>): void {
    const id = attributes.get('id')?.toLowerCase();
    if (id !== undefined && PLACES.has(id)) this.#places.add(id);
    if (name === 'input' || name === 'select') this.#control(name, attributes);
  }

  get fields(): string[] {
    return [...this.#certain, ...(this.#beside ? this.#likely : [])].slice(0, MOST);
  }

  get places(): string[] {
    return [...this.#places];
  }

  #control(element: string, attributes: HtmlElement['attributes']): void {
    if (OTHER_TYPES.has(attributes.get('type')?.toLowerCase() ?? '')) return;
    // The last of its words is the field: "section-a billing cc-number webauthn" has one more at most.
    const autofill = (attributes.get('autocomplete') ?? '').toLowerCase().trim().split(/\s+/u);
    const told = autofill.find((word) => AUTOFILL.has(word));
    if (told !== undefined) return this.#keep(this.#certain, `${element} autocomplete="${told}"`);
    if (autofill.some((word) => word.startsWith('cc-exp'))) this.#beside = true;
    for (const attribute of ['name', 'id'] as const) {
      const value = attributes.get(attribute)?.slice(0, LONGEST) ?? '';
      const plain = value
        .normalize('NFD')
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/gu, '');
      if (CERTAIN.test(plain)) return this.#keep(this.#certain, `${element} ${attribute}="${value}"`);
      if (LIKELY.test(plain)) return this.#keep(this.#likely, `${element} ${attribute}="${value}"`);
      if (BESIDE.test(plain)) this.#beside = true;
    }
  }

  #keep(list: Set<string>, line: string): void {
    if (list.size < MOST) list.add(line);
  }
}

function anyOf(...patterns: readonly string[]): RegExp {
  return new RegExp(patterns.map((one) => `(?:${one})`).join('|'));
}
