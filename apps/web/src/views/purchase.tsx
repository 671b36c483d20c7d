import type { View } from '../frame.ts';
import { Bought, type Revealed } from '../shop/bought.tsx';

type State =
  'paid' | 'pending' | 'processing' | 'declined' | 'failed' | 'cancelled' | 'returned' | 'ended' | 'review' | 'unknown';
type Product = 'pro' | 'one_time_scan' | 'compliance_report';

export interface PurchaseProps {
  state: State;
  product: Product | null;
  /** Where the key or token went, masked. */
  email: string | null;
  /** The key or token, for the buyer's own browser, the first time. */
  revealed: Revealed | null;
}

const HEADING: Readonly<Record<State, string>> = {
  paid: 'Thank you, your payment has arrived',
  pending: 'Waiting for your payment',
  processing: 'Your payment is on its way',
  declined: 'The payment was declined',
  failed: 'The payment did not succeed',
  cancelled: 'Nothing was bought',
  returned: 'The payment was given back',
  ended: 'This subscription has ended',
  review: 'Your payment needs a closer look',
  unknown: 'We know of no such purchase',
};

const SENT: Readonly<Record<Product, string>> = {
  pro: 'Your API key',
  one_time_scan: 'Your scan token',
  compliance_report: 'The token for your compliance report',
};

const TEXT: Readonly<Record<Exclude<State, 'paid'>, string>> = {
  pending:
    'The payment provider has not confirmed it yet. This page asks again by itself; you may also close it, because what you bought comes by e-mail.',
  processing:
    'Your bank has not finished it, which can take some days. What you bought comes by e-mail as soon as the money has arrived.',
  declined:
    'Your bank or the payment provider refused it, and no money was taken. You can try again, or pay another way.',
  failed: 'The time to pay is over, and no money was taken.',
  cancelled: 'No money was taken.',
  returned: 'What it paid for has ended with it.',
  ended: 'Its key no longer works. You can subscribe again at any time.',
  review:
    'The sum that arrived is not the price. A person looks at it and either gives you what you bought or sends the money back.',
  unknown: 'If you have paid, what you bought comes by e-mail.',
};
const RETRIES: ReadonlySet<State> = new Set(['declined', 'failed', 'cancelled', 'returned', 'ended']);

/** Where a buyer lands: says what is known, and survives a reload. */
export const purchase: View<PurchaseProps> = ({ state, product, email, revealed }, { words }) => ({
  title: HEADING[state],
  description: HEADING[state],
  bodyLanguage: 'en',
  noindex: true,
  body: (
    <>
      <h1>{HEADING[state]}</h1>
      {state === 'paid' ? (
        <>
          {revealed === null ? null : <Bought revealed={revealed} words={words} />}
          {product === null ? null : (
            <p className={revealed === null ? 'lead' : undefined}>
              {SENT[product]} was {revealed === null ? '' : 'also '}sent to {email ?? 'your address'}, with a receipt.
              It usually arrives within a minute; look into the spam folder if it does not.
            </p>
          )}
          {revealed === null ? <Mailed product={product} /> : null}
          <p>
            Lost the mail? Sign in to your <a href="/account">account</a> with this address and have it sent again.
          </p>
        </>
      ) : (
        <p className="lead" role={state === 'pending' ? 'status' : undefined}>
          {TEXT[state]}
        </p>
      )}
      {RETRIES.has(state) ? (
        <p>
          <a className="button" href={product === null ? '/pricing' : `/pricing#${product}`}>
            Back to the prices
          </a>
        </p>
      ) : null}
      {state === 'review' || state === 'unknown' ? (
        <p>
          Questions? <a href="/contact">Write to us</a>.
        </p>
      ) : null}
    </>
  ),
});

/** On a reload, or in another browser: the secret is in the mail alone. */
function Mailed({ product }: { product: Product | null }) {
  if (product === 'pro') return <p>It is shown on this page once, right after the payment.</p>;
  const [href, form, good] =
    product === 'compliance_report'
      ? ['/compliance', 'the form for your report', 'It does not expire.']
      : ['/', 'the scan form', 'It is good for 24 hours and one report.'];
  return (
    <p>
      The mail has a button that opens <a href={href}>{form}</a> with the token filled in. {good}
    </p>
  );
}
