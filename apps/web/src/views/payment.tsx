import type { View } from '../frame.ts';

export interface PaymentProps {
  /** The provider's page that takes the payment. */
  action: string;
  fields: Readonly<Record<string, string>>;
  price: string;
  name: string;
}

/** One step to the hosted checkout of Razorpay, which takes a form from here. */
export const payment: View<PaymentProps> = ({ action, fields, price, name }) => ({
  title: `Pay ${price}`,
  description: 'To the payment page of Razorpay.',
  bodyLanguage: 'en',
  body: (
    <>
      <h1>
        {name}: {price}
      </h1>
      <p className="lead">The payment is made on a page of Razorpay. You come back here afterwards.</p>
      <form action={action} method="post">
        {Object.entries(fields).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <button type="submit">Go to the payment</button>
      </form>
      <p>
        <a href="/checkout/cancelled">Do not pay</a>
      </p>
    </>
  ),
});
