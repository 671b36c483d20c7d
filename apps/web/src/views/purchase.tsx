import type { View } from '../frame.ts';

export interface PurchaseProps {
  state: 'paid' | 'pending' | 'failed' | 'cancelled' | 'unknown';
  product: 'pro' | 'one_time_scan' | 'compliance_report' | null;
  /** Where the key or token went, masked. */
  email: string | null;
}

const HEADING: Readonly<Record<PurchaseProps['state'], string>> = {
  paid: 'Thank you, your payment has arrived',
  pending: 'Waiting for your payment',
  failed: 'The payment did not succeed',
  cancelled: 'Nothing was bought',
  unknown: 'We know of no such purchase',
};

const SENT = {
  pro: 'Your API key',
  one_time_scan: 'Your scan token',
  compliance_report: 'The token for your compliance report',
} as const;

/** Where a buyer lands: says what is known, and survives a reload. */
export const purchase: View<PurchaseProps> = ({ state, product, email }) => ({
  title: HEADING[state],
  description: HEADING[state],
  bodyLanguage: 'en',
  body: (
    <>
      <h1>{HEADING[state]}</h1>
      {state === 'paid' && product !== null ? (
        <>
          <p className="lead">
            {SENT[product]} was sent to {email ?? 'your address'}. It usually arrives within a minute; look into the
            spam folder if it does not.
          </p>
          {product === 'compliance_report' ? (
            <p>
              The mail has a button that opens <a href="/compliance">the form for your report</a> with the token filled
              in.
            </p>
          ) : null}
          {product === 'one_time_scan' ? (
            <p>
              The mail has a button that opens <a href="/">the scan form</a> with the token filled in. It is good for 24
              hours and one report.
            </p>
          ) : null}
          {product === 'pro' ? (
            <p>
              Use it in the <a href="/">scan form</a>, with the <a href="/docs">API</a> or with the command line. Your{' '}
              <a href="/account">account</a> shows usage and renewal.
            </p>
          ) : null}
        </>
      ) : null}
      {state === 'pending' ? (
        <p className="lead" role="status">
          The payment provider has not confirmed it yet. This page asks again every few seconds; you may also close it,
          because what you bought comes by e-mail.
        </p>
      ) : null}
      {state === 'failed' || state === 'cancelled' ? (
        <p className="lead">
          No money was taken. <a href="/pricing">Back to the prices</a>.
        </p>
      ) : null}
      {state === 'unknown' ? (
        <p className="lead">
          If you have paid, what you bought comes by e-mail. Otherwise <a href="/contact">write to us</a>.
        </p>
      ) : null}
    </>
  ),
});
