import type { View } from '../frame.ts';

export type PaymentProps = { price: string; name: string } & (
  | { provider: 'Stripe'; link: string }
  /** Its page takes a form from here. */
  | { provider: 'Razorpay'; action: string; fields: Readonly<Record<string, string>> }
);

/** One step to the provider's own page. */
export const payment: View<PaymentProps> = (props) => ({
  title: `Pay ${props.price}`,
  description: `To the payment page of ${props.provider}.`,
  bodyLanguage: 'en',
  noindex: true,
  body: (
    <>
      <h1>
        {props.name}: {props.price}
      </h1>
      <p className="lead">The payment is made on a page of {props.provider}. You come back here afterwards.</p>
      {props.provider === 'Stripe' ? (
        <p>
          <a className="button" href={props.link}>
            Go to the payment
          </a>
        </p>
      ) : (
        <form id="payment" action={props.action} method="post">
          {Object.entries(props.fields).map(([field, value]) => (
            <input key={field} type="hidden" name={field} value={value} />
          ))}
          <button type="submit">Go to the payment</button>
        </form>
      )}
      <p>
        <a href="/pricing">Do not pay</a>
      </p>
    </>
  ),
});
