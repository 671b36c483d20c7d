import type { View } from '../frame.ts';

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
  /** On the provider's own page. */
  invoice: string | null;
}

/** One payment, on paper. */
export const receipt: View<ReceiptProps> = (props) => ({
  title: `Receipt ${props.number}`,
  description: `Receipt ${props.number}.`,
  bodyLanguage: 'en',
  noindex: true,
  body: (
    <>
      <h1>Receipt {props.number}</h1>
      <address>
        {props.seller.name}
        {props.seller.address === null ? null : <span className="line">{props.seller.address}</span>}
        {props.seller.email === null ? null : <span className="line">{props.seller.email}</span>}
        {props.seller.taxId === null ? null : <span className="line">GSTIN or VAT number: {props.seller.taxId}</span>}
      </address>
      <dl className="receipt">
        <dt>For</dt>
        <dd>{props.buyer}</dd>
        <dt>What</dt>
        <dd>{props.name}</dd>
        <dt>Sum</dt>
        <dd>{props.sum}</dd>
        <dt>Paid on</dt>
        <dd>
          {props.on} by {props.by}
        </dd>
        <dt>Reference</dt>
        <dd>{props.reference}</dd>
        {props.refunded === null ? null : (
          <>
            <dt>Refunded</dt>
            <dd>{props.refunded}</dd>
          </>
        )}
      </dl>
      <p className="noprint">
        {props.invoice === null ? null : (
          <>
            <a href={props.invoice}>Invoice at {props.by}</a>.{' '}
          </>
        )}
        Back to <a href="/account">your account</a>.
      </p>
    </>
  ),
});
