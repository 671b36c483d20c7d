import { codedAmount } from '@palisade/billing/money';
import type { ReactNode } from 'react';
import type { Account } from '../account/account.ts';
import type { View } from '../frame.ts';
import { DataTable } from '../shell/data-table.tsx';

interface Customer {
  email: string;
  keys: Account['keys'];
  purchases: readonly {
    id: string;
    name: string;
    provider: string;
    state: string;
    created_at: string;
    paid_until: string | null;
    payments: readonly {
      id: string;
      kind: string;
      ref: string;
      amount: number | null;
      currency: string | null;
      at: string;
    }[];
  }[];
  tokens: readonly { id: string; kind: string; token: string; state: string; created_at: string }[];
  compliance_reports: readonly { id: string; url: string; sent_to: string; state: string; created_at: string }[];
}

export interface DeskProps {
  q: string;
  /** Addresses that the search found. */
  found: readonly string[];
  customer: Customer | null;
  said: string | null;
  /** CSRF token of the operator's session; null if another credential is sent. */
  csrf: string | null;
}

/** The operator's desk: search, one customer, and actions for them. */
export const desk: View<DeskProps> = ({ q, found, customer, said, csrf }) => ({
  title: customer ? customer.email : 'Customers',
  description: 'Customers, purchases, payments and tokens.',
  bodyLanguage: 'en',
  noindex: true,
  wide: true,
  body: (
    <>
      <p className="meta">
        <a href="/ops">Queue health</a> › <a href="/ops/customers">Customers</a>
      </p>
      <h1>{customer ? customer.email : 'Customers'}</h1>
      {said === null ? null : (
        <p className="lead" role="status">
          {said}
        </p>
      )}
      <form action="/ops/customers" method="get" className="query" role="search">
        <p>
          <label htmlFor="q">Part of an email address, purchase ID or payment reference</label>
          <input id="q" name="q" defaultValue={q} maxLength={254} autoComplete="off" />
        </p>
        <button type="submit">Find</button>
      </form>
      {customer === null && q !== '' ? (
        found.length === 0 ? (
          <p>No customer matches.</p>
        ) : (
          <ul>
            {found.map((email) => (
              <li key={email}>
                <a href={addressOf(email)}>{email}</a>
              </li>
            ))}
          </ul>
        )
      ) : null}
      {customer === null ? null : <One customer={customer} csrf={csrf} />}
    </>
  ),
});

function One({ customer, csrf }: { customer: Customer; csrf: string | null }) {
  const action = `${addressOf(customer.email)}${csrf === null ? '' : `?${new URLSearchParams({ csrf }).toString()}`}`;
  const act = (fields: Record<string, string>, label: string, more?: ReactNode) => (
    <form key={label} action={action} method="post" className="inline">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {more}
      <button type="submit" className="second">
        {label}
      </button>
    </form>
  );
  const { keys, purchases, tokens, compliance_reports: reports } = customer;
  return (
    <>
      <h2>Purchases</h2>
      {purchases.length === 0 ? <p>None.</p> : null}
      {purchases.length > 0 && (
        <DataTable
          caption="Newest first"
          head={['Product', 'State', 'Paid until', 'Provider', 'Created', 'Payments', 'ID']}
          rows={purchases.map((one) => [
            one.name,
            one.state,
            <time key="until">{day(one.paid_until)}</time>,
            one.provider,
            <time key="begun">{day(one.created_at)}</time>,
            one.payments
              .map(
                ({ kind, ref, amount, currency, at }) =>
                  `${kind} ${codedAmount(amount, currency, '')} ${day(at)} ${ref}`,
              )
              .join('; ') || '–',
            one.id,
          ])}
        />
      )}
      <h2>Keys</h2>
      {keys.length === 0 ? <p>None.</p> : null}
      {keys.map((key) => (
        <section key={key.id} className="entry">
          <p>
            <code>{key.key}</code> {key.plan}, {key.status}, {key.scans_used} of {key.scans_limit} scans this month
          </p>
          {key.status === 'revoked' ? null : (
            <div className="acts">
              {key.resendable ? act({ act: 'resend', what: 'key', id: key.id }, 'Resend the email') : null}
              {act({ act: 'rotate', id: key.id }, 'Replace immediately')}
              {act({ act: 'revoke_key', id: key.id }, 'Revoke')}
              {act(
                { act: 'volume', id: key.id },
                'Set scans a month',
                <input
                  name="scans"
                  type="number"
                  min={1}
                  defaultValue={key.scans_limit}
                  aria-label="Scans a month"
                  required
                />,
              )}
            </div>
          )}
        </section>
      ))}
      <h2>Tokens</h2>
      {tokens.length === 0 ? <p>None.</p> : null}
      {tokens.map((token) => (
        <section key={token.id} className="entry">
          <p>
            <code>{token.token}</code> {token.kind}, {token.state}, {day(token.created_at)}
          </p>
          {token.state === 'good' ? (
            <div className="acts">
              {act({ act: 'resend', what: 'token', id: token.id }, 'Resend the email')}
              {act({ act: 'revoke_token', id: token.id }, 'Revoke')}
            </div>
          ) : null}
        </section>
      ))}
      <h2>Compliance reports</h2>
      {reports.length === 0 ? <p>None.</p> : null}
      {reports.map((report) => (
        <section key={report.id} className="entry">
          <p>
            {report.url}, {report.state}, sent to {report.sent_to}, {day(report.created_at)}
          </p>
          {report.state === 'mailed' || report.state === 'rendered' ? (
            <div className="acts">
              {act(
                { act: 'resend', what: 'report', id: report.id },
                'Resend',
                <input
                  name="to"
                  type="email"
                  aria-label="To another address"
                  placeholder={report.sent_to}
                  maxLength={254}
                />,
              )}
            </div>
          ) : null}
        </section>
      ))}
      <h2>Address</h2>
      {act(
        { act: 'correct' },
        'Move everything to this address',
        <input name="to" type="email" aria-label="Corrected address" required maxLength={254} />,
      )}
    </>
  );
}

function addressOf(email: string): string {
  return `/ops/customers/${encodeURIComponent(email)}`;
}

function day(iso: string | null): string {
  return iso === null ? '–' : iso.slice(0, 10);
}
