import { DataTable } from '../shell/data-table.tsx';
import { day, money, type Account, type Purchase } from './account.ts';
import { canBeChanged, renews, subscriptionWords } from './subscription-words.ts';

/** What was bought, receipts, and what can be done with a subscription. */
export function Purchases({ purchases, tokens }: Pick<Account, 'purchases' | 'tokens'>) {
  const running = purchases.filter(renews);
  const changeable = purchases.filter(canBeChanged);
  const paid = purchases.filter(({ payments }) => payments.length > 0);
  const good = tokens.filter(({ state }) => state === 'good');
  return (
    <>
      <h2>Purchases</h2>
      {paid.length === 0 ? <p>None.</p> : null}
      {paid.length > 0 && (
        <DataTable
          caption="With their receipts"
          head={['What', 'State', 'Receipts']}
          rows={paid.map(({ id, name, state, payments }) => [name, state, <Receipts key={id} payments={payments} />])}
        />
      )}
      {running.length > 1 ? (
        <form action="/account/subscription/merge" method="post" className="notice">
          <p>
            <strong>You have {running.length} subscriptions that renew.</strong> One is enough. The later one ends; its
            month is given back if no scan was made with its key.
          </p>
          <button type="submit">Keep one</button>
        </form>
      ) : null}
      {changeable.map((purchase) => (
        <section key={purchase.id} className="entry">
          <p>
            <strong>{purchase.name}</strong> of {day(purchase.created_at)}. {subscriptionWords(purchase)}
          </p>
          <form action="/account/portal" method="post" className="acts">
            <input type="hidden" name="purchase_id" value={purchase.id} />
            <button type="submit" className="second">
              Card and invoices at the payment provider
            </button>
            {purchase.subscription?.ends_at === null ? (
              <button type="submit" className="second" formAction="/account/subscription/cancel">
                Cancel the subscription at the end of the paid month
              </button>
            ) : null}
          </form>
        </section>
      ))}
      {good.length === 0 ? null : (
        <>
          <h3>Tokens not used yet</h3>
          {good.map(({ id, token, kind, expires_at: until }) => (
            <form key={id} action="/account/resend" method="post" className="acts">
              <p>
                <code>{token}</code> {kind === 'compliance' ? 'compliance report' : 'one scan'}
                {until === null ? '' : `, until ${until.slice(0, 16).replace('T', ' ')} UTC`}
              </p>
              <button type="submit" className="second" name="token" value={id}>
                Mail it to me again
              </button>
            </form>
          ))}
        </>
      )}
    </>
  );
}

const WORDS: Readonly<Record<string, string>> = {
  paid: 'paid',
  accepted: 'accepted',
  mispaid: 'another sum, being looked at',
  refunded: 'refunded',
  refund_failed: 'refund failed',
  disputed: 'disputed',
};

function Receipts({ payments }: { payments: Purchase['payments'] }) {
  return (
    <>
      {payments.map(({ id, kind, amount, currency, at }) => {
        const line = (
          <>
            <time>{day(at)}</time> {WORDS[kind] ?? kind} {money(amount, currency)}
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
