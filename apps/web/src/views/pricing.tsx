import type { View } from '../frame.ts';
import { EmailField } from '../shell/email-field.tsx';
import { filled } from '../shell/filled.tsx';
import { Refusal, type RefusedForm } from '../shell/refusal.tsx';
import type { Words } from '../words/en.ts';
import { PayButtons, priceText, type WayToPay } from '../shop/pay-buttons.tsx';

interface Offer {
  product: 'pro' | 'one_time_scan' | 'compliance_report';
  /** Configured providers only, with the visitor's likely currency first. */
  ways: readonly WayToPay[];
}

export interface PricingProps {
  offers: readonly Offer[];
  freeScansPerDay: number;
  refused?: RefusedForm | null;
}

interface LeadProps {
  texts: Words['shop']['pricing'];
  offers: readonly Offer[];
  freeScans: number;
}

/** Only what holds here: an operator may offer no free scans, sell nothing, or sell in one currency. */
function Lead({ texts, offers, freeScans }: LeadProps) {
  const currencies = new Set(offers.flatMap(({ ways }) => ways.map(({ provider }) => provider)));
  const said = [
    freeScans > 0 && texts.free(freeScans),
    currencies.size > 0 && texts.delivery,
    currencies.size > 1 && texts.currencies,
  ];
  const text = said.filter(Boolean).join(' ');
  return text === '' ? null : <p className="lead">{text}</p>;
}

/** The products for sale. Visitors choose the currency by the button that they press. */
export const pricing: View<PricingProps> = ({ offers, freeScansPerDay, refused }, { words }) => ({
  title: words.nav.pricing,
  description: words.shop.pricing.description,
  body: (
    <>
      <h1>{words.nav.pricing}</h1>
      <Lead texts={words.shop.pricing} offers={offers} freeScans={freeScansPerDay} />
      <Refusal of={refused} />
      <div className="offers">
        {offers.map(({ product, ways }) => (
          <section key={product} className="offer" aria-labelledby={product}>
            <h2 id={product}>{words.shop.product[product]}</h2>
            {ways.length === 0 ? (
              <p className="hint">{words.shop.pricing.notOnSale}</p>
            ) : (
              <p className="price">{ways.map((way) => priceText(way, words)).join(words.shop.or)}</p>
            )}
            <p>{words.shop.what[product]}</p>
            {product === 'compliance_report' ? (
              <p>
                <a className="button" href="/compliance">
                  {ways.length === 0 ? words.shop.pricing.useToken : words.shop.pricing.order}
                </a>
              </p>
            ) : null}
            {ways.length === 0 ? null : (
              <form action="/pricing/buy" method="post" className="stack">
                <input type="hidden" name="product" value={product} />
                <label htmlFor={`${product}-email`}>
                  {product === 'compliance_report' ? words.shop.pricing.emailForToken : words.shop.pricing.email}
                </label>
                <EmailField
                  id={`${product}-email`}
                  typed={refused?.typed['product'] === product ? refused.typed['email'] : undefined}
                />
                <PayButtons ways={ways} words={words} />
              </form>
            )}
          </section>
        ))}
      </div>
      <p>
        {offers.some(({ ways }) => ways.length > 0) &&
          filled(`${words.shop.pricing.terms} `, {
            terms: <a href="/terms">{words.shop.links.terms}</a>,
            refunds: <a href="/refunds">{words.shop.links.refunds}</a>,
            privacy: <a href="/privacy">{words.shop.links.privacy}</a>,
          })}
        {filled(words.shop.pricing.more, { contact: <a href="/contact">{words.shop.links.contact}</a> })}
      </p>
    </>
  ),
});
