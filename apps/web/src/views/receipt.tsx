import type { View } from '../frame.ts';
import { filled } from '../shell/filled.tsx';

export interface ReceiptProps {
  number: string;
  seller: { name: string; address: string | null; email: string | null; taxId: string | null };
  buyer: string;
  name: string;
  sum: string;
  /** `22 November 2026`. */
  on: string;
  by: string;
  reference: string;
  refunded: string | null;
  /** Address of the invoice on the provider's page. */
  invoice: string | null;
}

/** The receipt for one payment, to print. */
export const receipt: View<ReceiptProps> = (props, { words }) => {
  const text = words.shop.receipt;
  return {
    title: text.title(props.number),
    description: text.title(props.number),
    noindex: true,
    body: (
      <>
        <h1>{text.title(props.number)}</h1>
        <address>
          {props.seller.name}
          {props.seller.address === null ? null : <span className="line">{props.seller.address}</span>}
          {props.seller.email === null ? null : <span className="line">{props.seller.email}</span>}
          {props.seller.taxId === null ? null : <span className="line">{text.tax(props.seller.taxId)}</span>}
        </address>
        <dl className="receipt">
          <dt>{text.buyer}</dt>
          <dd>{props.buyer}</dd>
          <dt>{text.name}</dt>
          <dd>{props.name}</dd>
          <dt>{text.sum}</dt>
          <dd>{props.sum}</dd>
          <dt>{text.paid}</dt>
          <dd>{text.paidBy(props.on, props.by)}</dd>
          <dt>{text.reference}</dt>
          <dd>{props.reference}</dd>
          {props.refunded === null ? null : (
            <>
              <dt>{text.refunded}</dt>
              <dd>{props.refunded}</dd>
            </>
          )}
        </dl>
        <p className="noprint">
          {props.invoice === null ? null : (
            <>
              <a href={props.invoice}>{text.invoice(props.by)}</a>.{' '}
            </>
          )}
          {filled(text.back, { account: <a href="/account">{text.yourAccount}</a> })}
        </p>
      </>
    ),
  };
};
