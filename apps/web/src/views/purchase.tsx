import type { View } from '../frame.ts';
import { filled } from '../shell/filled.tsx';
import { Bought, type Revealed } from '../shop/bought.tsx';
import type { Words } from '../words/en.ts';

type State =
  'paid' | 'pending' | 'processing' | 'declined' | 'failed' | 'cancelled' | 'returned' | 'ended' | 'review' | 'unknown';
type Product = 'pro' | 'one_time_scan' | 'compliance_report';

export interface PurchaseProps {
  state: State;
  product: Product | null;
  /** The address that the key or token was sent to, masked. */
  email: string | null;
  /** The key or token, on the first visit of the buyer's own browser. */
  revealed: Revealed | null;
}

const RETRIES: ReadonlySet<State> = new Set(['declined', 'failed', 'cancelled', 'returned', 'ended']);

/** The page that a buyer returns to. It shows the state of the purchase and can be reloaded. */
export const purchase: View<PurchaseProps> = ({ state, product, email, revealed }, { words }) => {
  const { purchase: text, links } = words.shop;
  return {
    title: text.heading[state],
    description: text.heading[state],
    noindex: true,
    body: (
      <>
        <h1>{text.heading[state]}</h1>
        {state === 'paid' ? (
          <>
            {revealed === null ? null : <Bought revealed={revealed} words={words} />}
            {product === null ? null : (
              <p className={revealed === null ? 'lead' : undefined}>
                {text.sent[product](email ?? text.yourAddress)} {text.spam}
              </p>
            )}
            {revealed === null ? <Mailed product={product} words={words} /> : null}
            <p>{filled(text.lost, { account: <a href="/account">{links.account}</a> })}</p>
          </>
        ) : (
          <p className="lead" role={state === 'pending' ? 'status' : undefined}>
            {text.text[state]}
          </p>
        )}
        {RETRIES.has(state) ? (
          <p>
            <a className="button" href={product === null ? '/pricing' : `/pricing#${product}`}>
              {text.back}
            </a>
          </p>
        ) : null}
        {state === 'review' || state === 'unknown' ? (
          <p>{filled(text.questions, { contact: <a href="/contact">{links.contact}</a> })}</p>
        ) : null}
      </>
    ),
  };
};

/** On a reload, or in another browser: the secret is only in the email. */
function Mailed({ product, words }: { product: Product | null; words: Words }) {
  const { purchase: text, links, bought } = words.shop;
  if (product === 'pro') return <p>{text.keyOnce}</p>;
  if (product === 'compliance_report')
    return <p>{filled(text.mailed.compliance_report, { form: <a href="/compliance">{text.reportForm}</a> })}</p>;
  return (
    <p>
      {filled(text.mailed.one_time_scan, { form: <a href="/">{links.scanForm}</a> })} {bought.goodForADay}
    </p>
  );
}
