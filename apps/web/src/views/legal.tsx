import type { ReactNode } from 'react';
import type { View } from '../frame.ts';

export interface LegalProps {
  page: 'terms' | 'privacy' | 'refunds' | 'contact';
  /** The operator's details; null where they are not configured. */
  seller: { name: string; address: string | null; email: string | null; taxId: string | null };
}

const TITLE: Readonly<Record<LegalProps['page'], string>> = {
  terms: 'Terms of use',
  privacy: 'Privacy',
  refunds: 'Refunds',
  contact: 'Contact',
};

/** Sound defaults with the operator's details. An operator who needs other words puts a page of their own in front. */
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
        {service} is offered by {seller.name}. It scans public websites from outside and reports what it sees.
      </p>
      <h2>What you may scan</h2>
      <p>
        Scan sites that you own or that are public. A scan asks a site what any visitor’s browser could ask. Do not use
        the service to disturb others; we may refuse addresses and callers who do.
      </p>
      <h2>What a report is</h2>
      <p>
        An observation of one moment, without login. It is no penetration test, no certificate and no legal advice, and
        it says nothing about what it lists as not assessed.
      </p>
      <h2>Keys and tokens</h2>
      <p>
        A Pro key is good for 50 scans in a calendar month (UTC) while its subscription is paid. A scan token is good
        for one report within 24 hours, a compliance token for one report. A scan that was not delivered costs nothing.
        Keep keys and tokens to yourself: they can be used by anyone who has them.
      </p>
      <h2>Subscriptions</h2>
      <p>
        They renew each month until you cancel, which you can do at any time; the key then works to the end of the paid
        month.
      </p>
    </>
  ),
  privacy: (seller, service) => (
    <>
      <p>
        {service} is run by {seller.name}, who is responsible for the data below.
      </p>
      <h2>What is kept</h2>
      <ul>
        <li>
          Reports and their evidence: 30 days for free scans, 400 days for paid ones. Secrets in answers are masked.
        </li>
        <li>For the free quota: a keyed hash of your address, which changes every day.</li>
        <li>
          For purchases: your e-mail address, what you bought, and the payment provider’s references. No card data
          reaches us.
        </li>
        <li>Logs without e-mail addresses, keys, tokens or query strings.</li>
      </ul>
      <h2>Who receives it</h2>
      <p>
        The payment provider that you choose (Stripe or Razorpay) and the provider that sends our mail. No one else; no
        advertising, no analytics, no cookies but those that know your browser again: for your session, a sign-in link,
        a purchase and your language.
      </p>
      <h2>Your rights</h2>
      <p>
        Signed in to your <a href="/account">account</a> you can export your data and have it erased. What the law on
        tax and bookkeeping wants kept stays without your address: sums, dates and the payment provider’s references
        (GDPR, Article 17(3)(b)). The payment provider keeps its own records. You may also complain to your data
        protection authority.
      </p>
    </>
  ),
  refunds: () => (
    <>
      <p>
        A scan or report that is not delivered costs nothing: your token or the unit of your month is given back by
        itself.
      </p>
      <p>
        A token that was not used is refunded within 14 days of the payment. A subscription can be cancelled at any
        time; the current month is refunded if no scan was made in it. Payments made twice by mistake are refunded in
        full.
      </p>
      <p>Write to us with the address you paid with. Refunds go back the way the payment came.</p>
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
