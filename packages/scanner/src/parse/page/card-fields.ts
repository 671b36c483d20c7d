import { anyOf, autofillWords, isTyped, MOST_CONTROLS, namesOf, type Control } from './control-name.ts';

/** Autofill field names of HTML §4.10.18.7.1 that only card forms have. Not an expiry date or a name alone. */
const AUTOFILL = new Set(['cc-number', 'cc-csc']);
/** Names that can only mean a payment card, in English, German, Dutch, French, Spanish, Portuguese and Italian. */
const CERTAIN = anyOf(
  '(?:^|billing|payment|order)(?:(?:credit|debit|bank|payment)card|cc)(?:number|num|no|nr|nummer)$',
  '^(?:kredit|zahlungs|bank)karten?(?:nummer|nr)$',
  '^(?:credit|betaal|bank)kaart(?:nummer|nr)$',
  '^num(?:ero)?(?:de)?(?:la)?carte(?:de)?(?:credit|paiement|bancaire|bleue)$',
  '^num(?:ero)?(?:de)?(?:la)?tarjeta(?:de)?(?:credito|debito|bancaria)$',
  '^num(?:ero)?(?:do)?cartao(?:de)?(?:credito|debito)$',
  '^num(?:ero)?(?:della)?carta(?:di)?credito$',
);
/**
 * Names that may mean a payment card. Library and loyalty cards have a number too, so these count only if the page
 * also has a field for a security code or an expiry date.
 */
const LIKELY = anyOf(
  '^(?:billing|payment|order)?card(?:number|num|no)$',
  '^karten?(?:nummer|nr)$',
  '^kaart(?:nummer|nr)$',
  '^num(?:ero)?(?:de)?(?:la)?(?:carte|tarjeta)$',
  '^num(?:ero)?(?:do)?cartao$',
  '^num(?:ero)?(?:della)?carta$',
);
const COMPANION = anyOf(
  '^(?:billing|payment|order)?(?:card|cc)?(?:cvc|cvv2?|cvn|csc|securitycode|verificationcode|exp(?:iry|iration)?(?:date|month|year)?)$',
  '^(?:karten?)?(?:prue?f(?:ziffer|nummer)|sicherheitscode|gue?ltigbis|ablaufdatum)$',
  '^(?:beveiligingscode|vervaldatum)$',
  '^(?:cryptogramme|code(?:de)?securite|date(?:d)?expiration)$',
  '^(?:codigo(?:de)?seguridad|(?:fecha(?:de)?)?(?:caducidad|vencimiento|expiracion))$',
  '^(?:codigo(?:de)?seguranca|(?:data(?:de)?)?(?:validade|vencimento))$',
  '^(?:codice(?:di)?sicurezza|(?:data(?:di)?)?scadenza)$',
);
/**
 * Element ids from Stripe's documentation, into which its fields are mounted. Stripe.js alone proves nothing: many
 * shops load it on every page for fraud detection.
 */
const PLACES = new Set(['card-element', 'card-number-element', 'payment-element', 'express-checkout-element']);

/** Collects signs that card data is typed into the page itself, and the elements where a provider mounts its fields. */
export class CardFields {
  readonly #certain = new Set<string>();
  readonly #likely = new Set<string>();
  readonly #places = new Set<string>();
  #companion = false;

  /** @returns the line that describes a field for a card's number or code; null for any other element */
  see({ name, attributes }: Control): string | null {
    const id = attributes.get('id')?.toLowerCase();
    if (id !== undefined && PLACES.has(id)) this.#places.add(id);
    return (name === 'input' || name === 'select') && isTyped(attributes) ? this.#typed(name, attributes) : null;
  }

  get fields(): string[] {
    return [...this.#certain, ...(this.#companion ? this.#likely : [])].slice(0, MOST_CONTROLS);
  }

  get places(): string[] {
    return [...this.#places];
  }

  #typed(element: string, attributes: Control['attributes']): string | null {
    const autofill = autofillWords(attributes);
    const field = autofill.find((word) => AUTOFILL.has(word));
    if (field !== undefined) return this.#keep(this.#certain, `${element} autocomplete="${field}"`);
    const names = namesOf(attributes);
    for (const { written, plain } of names) {
      if (CERTAIN.test(plain)) return this.#keep(this.#certain, `${element} ${written}`);
      if (LIKELY.test(plain)) return this.#keep(this.#likely, `${element} ${written}`);
    }
    if (autofill.some((word) => word.startsWith('cc-exp')) || names.some(({ plain }) => COMPANION.test(plain)))
      this.#companion = true;
    return null;
  }

  #keep(list: Set<string>, line: string): string {
    if (list.size < MOST_CONTROLS) list.add(line);
    return line;
  }
}
