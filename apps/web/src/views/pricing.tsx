import type { View } from '../frame.ts';
import { PayButtons, type WayToPay } from '../shop/pay-buttons.tsx';

interface Offer {
  product: 'pro' | 'one_time_scan' | 'compliance_report';
  name: string;
  what: string;
  /** What is not configured is absent; the visitor's likely currency first. */
  ways: readonly WayToPay[];
}

export interface PricingProps {
  offers: readonly Offer[];
  freeScansPerDay: number;
}

/** What is sold, in the currency that the visitor chooses by the button they press. */
export const pricing: View<PricingProps> = ({ offers, freeScansPerDay }) => ({
  title: 'Pricing',
  description: 'Free scans, a Pro subscription, single scans and the compliance report, in rupees and dollars.',
  bodyLanguage: 'en',
  body: (
    <>
      <h1>Pricing</h1>
      <p className="lead">
        {freeScansPerDay} scans a day are free and need no account. Keys, tokens and reports come by e-mail as soon as
        the payment has arrived. Pay in rupees or dollars, as you like.
      </p>
      <div className="offers">
        {offers.map(({ product, name, what, ways }) => (
          <section key={product} className="offer" aria-labelledby={product}>
            <h2 id={product}>{name}</h2>
            {ways.length === 0 ? (
              <p className="hint">Not on sale here: the operator has no payment provider.</p>
            ) : (
              <p className="price">{ways.map(({ price }) => price).join(' or ')}</p>
            )}
            <p>{what}</p>
            {product === 'compliance_report' ? (
              <p>
                <a className="button" href="/compliance">
                  Order a report
                </a>
              </p>
            ) : null}
            {ways.length === 0 ? null : (
              <form action="/pricing/buy" method="post" className="stack">
                <input type="hidden" name="product" value={product} />
                <label htmlFor={`${product}-email`}>
                  {product === 'compliance_report'
                    ? 'Or buy a token for later: your e-mail address'
                    : 'Your e-mail address'}
                </label>
                <input
                  id={`${product}-email`}
                  name="email"
                  type="email"
                  autoComplete="email"
                  required
                  maxLength={254}
                />
                <PayButtons ways={ways} />
              </form>
            )}
          </section>
        ))}
      </div>
      <p>
        By buying you accept the <a href="/terms">terms</a>. See also <a href="/refunds">refunds</a> and{' '}
        <a href="/privacy">privacy</a>. More than 50 scans a month: <a href="/contact">write to us</a>.
      </p>
    </>
  ),
});
