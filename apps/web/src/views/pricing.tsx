import type { View } from '../frame.ts';

interface Offer {
  product: 'pro' | 'one_time_scan' | 'compliance_report';
  name: string;
  what: string;
  /** By provider; what is not configured is absent. */
  prices: readonly { provider: 'stripe' | 'razorpay'; price: string; by: string }[];
}

export interface PricingProps {
  offers: readonly Offer[];
  freeScansPerDay: number;
}

/** What is sold, in the currency that the visitor chooses: one form for each way to pay. */
export const pricing: View<PricingProps> = ({ offers, freeScansPerDay }) => ({
  title: 'Pricing',
  description: 'Free scans, a Pro subscription, single scans and the compliance report, in rupees and dollars.',
  bodyLanguage: 'en',
  body: (
    <>
      <h1>Pricing</h1>
      <p className="lead">
        {freeScansPerDay} scans a day are free and need no account. Keys, tokens and reports come by e-mail as soon as
        the payment has arrived.
      </p>
      {offers.map(({ product, name, what, prices }) => (
        <section key={product} aria-labelledby={product}>
          <h2 id={product}>{name}</h2>
          <p>{what}</p>
          {prices.length === 0 ? <p className="hint">Not on sale here: the operator has no payment provider.</p> : null}
          {prices.map(({ provider, price, by }) => (
            <form key={provider} action="/pricing/buy" method="post">
              <input type="hidden" name="product" value={product} />
              <input type="hidden" name="provider" value={provider} />
              <label htmlFor={`${product}-${provider}`}>E-mail address for the {name.toLowerCase()}</label>
              <div className="ask">
                <input
                  id={`${product}-${provider}`}
                  name="email"
                  type="email"
                  autoComplete="email"
                  required
                  maxLength={254}
                />
                <button type="submit">
                  Pay {price} {by}
                </button>
              </div>
            </form>
          ))}
        </section>
      ))}
      <p>
        By buying you accept the <a href="/terms">terms</a>. See also <a href="/refunds">refunds</a> and{' '}
        <a href="/privacy">privacy</a>. More than 50 scans a month: <a href="/contact">write to us</a>.
      </p>
    </>
  ),
});
