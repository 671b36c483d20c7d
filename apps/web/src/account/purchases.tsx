import { DataTable } from '../shell/data-table.tsx';
import { day, money, type Account, type Purchase } from './account.ts';
import { canBeChanged, renews, subscriptionWords } from './subscription-words.ts';
import type { Words } from '../words/en.ts';

/** Purchases with their receipts, and actions for a subscription. */
export function Purchases({ purchases, tokens, words }: Pick<Account, 'purchases' | 'tokens'> & { words: Words }) {
  const text = words.account.purchases;
  const states: Readonly<Record<string, string>> = text.states;
  const names: Readonly<Record<string, string>> = words.shop.product;
  const running = purchases.filter(renews);
  const changeable = purchases.filter(canBeChanged);
  const paid = purchases.filter(({ payments }) => payments.length > 0);
  const good = tokens.filter(({ state }) => state === 'good');
  return (
    <>
      <h2>{text.heading}</h2>
      {paid.length === 0 ? <p>{words.account.none}</p> : null}
      {paid.length > 0 && (
        <DataTable
          caption={text.caption}
          head={[text.what, text.state, text.receipts]}
          rows={paid.map(({ id, product, name, state, payments }) => [
            names[product] ?? name,
            states[state] ?? state,
            <Receipts key={id} payments={payments} words={words} />,
          ])}
        />
      )}
      {running.length > 1 ? (
        <form action="/account/subscription/merge" method="post" className="notice">
          <p>
            <strong>{text.several(running.length)}</strong> {text.oneIsEnough}
          </p>
          <button type="submit">{text.keepOne}</button>
        </form>
      ) : null}
      {changeable.map((purchase) => (
        <section key={purchase.id} className="entry">
          <p>
            <strong>{names[purchase.product] ?? purchase.name}</strong> {text.from(day(purchase.created_at))}{' '}
            {subscriptionWords(purchase, words.account.subscription)}
          </p>
          <form action="/account/portal" method="post" className="acts">
            <input type="hidden" name="purchase_id" value={purchase.id} />
            <button type="submit" className="second">
              {text.portal}
            </button>
            {purchase.subscription?.ends_at === null ? (
              <button type="submit" className="second" formAction="/account/subscription/cancel">
                {text.cancel}
              </button>
            ) : null}
          </form>
        </section>
      ))}
      {good.length === 0 ? null : (
        <>
          <h3>{text.tokens}</h3>
          {good.map(({ id, token, kind, expires_at: until }) => (
            <form key={id} action="/account/resend" method="post" className="acts">
              <p>
                <code>{token}</code> {kind === 'compliance' ? text.complianceReport : text.oneScan}
                {until === null ? '' : `, ${text.until(until.slice(0, 16).replace('T', ' '))}`}
              </p>
              <button type="submit" className="second" name="token" value={id}>
                {words.account.mailAgain}
              </button>
            </form>
          ))}
        </>
      )}
    </>
  );
}

function Receipts({ payments, words }: { payments: Purchase['payments']; words: Words }) {
  const kinds: Readonly<Record<string, string>> = words.account.purchases.payments;
  return (
    <>
      {payments.map(({ id, kind, amount, currency, at }) => {
        const line = (
          <>
            <time>{day(at)}</time> {kinds[kind] ?? kind} {money(amount, currency)}
          </>
        );
        return (
          <span key={id} className="line">
            {kind === 'paid' || kind === 'accepted' ? <a href={`/account/receipts/${id}`}>{line}</a> : line}
          </span>
        );
      })}
    </>
  );
}
