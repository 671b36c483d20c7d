import type { View } from '../frame.ts';
import { priceText } from '../shop/pay-buttons.tsx';

export type PaymentProps = {
  price: string;
  monthly: boolean;
  product: 'pro' | 'one_time_scan' | 'compliance_report';
} & (
  | { provider: 'Stripe'; link: string }
  /** Its page receives a form from here. */
  | { provider: 'Razorpay'; action: string; fields: Readonly<Record<string, string>> }
);

/** The last step before the provider's own page. */
export const payment: View<PaymentProps> = (props, { words }) => {
  const text = words.shop.payment;
  const price = priceText(props, words);
  return {
    title: text.title(price),
    description: text.description(props.provider),
    noindex: true,
    body: (
      <>
        <h1>
          {words.shop.product[props.product]}: {price}
        </h1>
        <p className="lead">{text.lead(props.provider)}</p>
        {props.provider === 'Stripe' ? (
          <p>
            <a className="button" href={props.link}>
              {text.go}
            </a>
          </p>
        ) : (
          <form id="payment" action={props.action} method="post">
            {Object.entries(props.fields).map(([field, value]) => (
              <input key={field} type="hidden" name={field} value={value} />
            ))}
            <button type="submit">{text.go}</button>
          </form>
        )}
        <p>
          <a href="/pricing">{text.stay}</a>
        </p>
      </>
    ),
  };
};
