import type { ReactNode } from 'react';
import type { View } from '../frame.ts';

export interface LegalProps {
  page: 'terms' | 'privacy' | 'refunds' | 'contact';
  /** The operator's details; null if they are not configured. */
  seller: { name: string; address: string | null; email: string | null; taxId: string | null };
}

const TITLE: Readonly<Record<LegalProps['page'], string>> = {
  terms: 'Terms of use',
  privacy: 'Privacy',
  refunds: 'Refunds',
  contact: 'Contact',
};

/** Default texts with the operator's details. Operators who need other texts serve their own pages instead. */
export const legal: View<LegalProps> = ({ page, seller }, { frame }) => ({
  title: TITLE[page],
  description: `${TITLE[page]} of ${frame.serviceName}.`,
  bodyLanguage: 'en',
  body: (
    <>
      <h1>{TITLE[page]}</h1>
      {TEXT[page](seller, frame.serviceName)}
      {page === 'contact' ? null : (
        <p>
          Questions: <a href="/contact">contact</a>.
        </p>
      )}
    </>
  ),
});

type Text = (seller: LegalProps['seller'], service: string) => ReactNode;

const TEXT: Readonly<Record<LegalProps['page'], Text>> = {
  terms: (seller, service) => (
    <>
      <p>
        {service} is provided by {seller.name}. It scans public websites from the outside and reports what it finds.
      </p>
      <h2>What you may scan</h2>
      <p>
        You may scan sites that you own or that are public. A scan requests only what is open to everyone. Do not use
        the service to disrupt others. We may block addresses and users that do.
      </p>
      <h2>What a report is</h2>
      <p>
        A report is a snapshot, made without signing in. It is not a penetration test, a certificate or legal advice,
        and it says nothing about what it lists as not assessed.
      </p>
      <h2>Keys and tokens</h2>
      <p>
        A Pro key is valid for 50 scans per calendar month (UTC) while its subscription is paid. A scan token is valid
        for one report within 24 hours, a compliance token for one report. A scan that was not delivered costs nothing.
        Keep keys and tokens secret: anyone who has them can use them.
      </p>
      <h2>Subscriptions</h2>
      <p>
        A subscription renews each month until you cancel it, which you can do at any time. Its key then works until the
        end of the paid month.
      </p>
    </>
  ),
  privacy: (seller, service) => (
    <>
      <p>
        {service} is operated by {seller.name}, who is responsible for the data below.
      </p>
      <h2>What we store</h2>
      <ul>
        <li>
          Reports and their evidence: 30 days for free scans, 400 days for paid ones. Secrets in responses are masked.
        </li>
        <li>For the free quota: a keyed hash of your IP address, which changes every day.</li>
        <li>
          For purchases: your email address, what you bought, and the payment provider’s references. We never receive
          card data.
        </li>
        <li>Logs without email addresses, keys, tokens or query strings.</li>
      </ul>
      <h2>Who receives it</h2>
      <p>
        The payment provider that you choose (Stripe or Razorpay) and the provider that sends our email. No one else.
        There is no advertising and no analytics. Cookies only recognize your browser: for your session, a sign-in link,
        a purchase, a report that you may delete, and your language.
      </p>
      <h2>Your rights</h2>
      <p>
        When you are signed in to your <a href="/account">account</a>, you can export your data and have it erased. We
        keep what tax and accounting law requires, without your email address: amounts, dates and the payment provider’s
        references (GDPR, Article 17(3)(b)). The payment provider keeps its own records. You can also complain to your
        data protection authority.
      </p>
    </>
  ),
  refunds: () => (
    <>
      <p>
        A scan or report that is not delivered costs nothing: your token, or the scan from your monthly quota, is given
        back automatically.
      </p>
      <p>
        A token that was not used is refunded within 14 days of the payment. A subscription can be cancelled at any
        time; the current month is refunded if no scan was made in it. Payments made twice by mistake are refunded in
        full.
      </p>
      <p>Write to us from the email address that you paid with. Refunds go to the original payment method.</p>
    </>
  ),
  contact: (seller) => (
    <address>
      <p>{seller.name}</p>
      {seller.address === null ? null : <p>{seller.address}</p>}
      {seller.email === null ? null : (
        <p>
          <a href={`mailto:${seller.email}`}>{seller.email}</a>
        </p>
      )}
      {seller.taxId === null ? null : <p>GSTIN or VAT number: {seller.taxId}</p>}
    </address>
  ),
};
