/** What only an operator can decide, until it is settled: derived from the ledger, so nothing is forgotten. */
import { Prisma, type Tx } from '@palisade/db/client';
import { ERASED } from './erased.ts';
import { isMonthly, productIds } from './products.ts';
import { OUTSIDE_STRIPE } from './stripe-credit-notes.ts';
import { failedReportKey, failedReports, type FailedReport } from './failed-reports.ts';
import { purchaseState } from './purchase-state.ts';
import type { LedgerEntry, Purchase } from './ledger.ts';

export const MATTER_KINDS = [
  'mispaid',
  'paid_twice',
  'disputed',
  'two_subscriptions',
  'paid_after_deletion',
  'return_outside',
  'report_failed',
] as const;
export type MatterKind = (typeof MATTER_KINDS)[number];

/**
 * `merge`: the later of two subscriptions is not renewed, and both keys work until the end of their period.
 * `again`: the report is rendered and mailed again.
 */
export type MatterAction = 'refund' | 'accept' | 'merge' | 'again' | 'dismiss';

export interface Matter {
  /** Identifies it in commands and buttons. */
  key: string;
  kind: MatterKind;
  provider: string;
  /** For a report paid with an operator's token, the report's own id. */
  purchaseId: string;
  email: string;
  product: string;
  /** The payment, dispute or report; of two subscriptions, the later checkout. */
  ref: string;
  amount: number | null;
  currency: string | null;
  since: Date;
  actions: readonly MatterAction[];
}

const PAYS: readonly LedgerEntry['kind'][] = ['paid', 'accepted'];

export async function openMatters(db: Tx, now = new Date()): Promise<Matter[]> {
  const [doubled, subscriptions, ownerless, reports] = await Promise.all([
    paidMoreThanOnce(db),
    liveSubscriptions(db, now),
    paidAfterDeletion(db),
    failedReports(db),
  ]);
  const suspects = await db.purchase.findMany({
    where: {
      OR: [
        { ledger: { some: { kind: { in: ['mispaid', 'disputed'] } } } },
        { ledger: { some: { kind: 'refunded', paymentRef: { startsWith: OUTSIDE_STRIPE } } } },
        { id: { in: doubled } },
      ],
    },
    include: { ledger: { orderBy: { id: 'asc' } } },
  });
  const matters = [
    ...suspects.flatMap((one) => mattersOf(one, one.ledger, now)),
    ...secondOnes(subscriptions),
    ...ownerless,
    ...reports.map(undelivered),
  ];
  if (matters.length === 0) return [];
  const dismissed = await db.auditEntry.findMany({
    where: { action: 'matter.dismiss', subject: { in: matters.map(({ purchaseId }) => purchaseId) } },
    select: { detail: true },
  });
  const settled = new Set(dismissed.map(({ detail }) => (detail as { key?: string } | null)?.key));
  return matters
    .filter(({ key }) => !settled.has(key))
    .toSorted((a, b) => a.since.getTime() - b.since.getTime() || a.key.localeCompare(b.key));
}

function mattersOf(purchase: Purchase, ledger: readonly LedgerEntry[], now: Date): Matter[] {
  const refs = (kind: LedgerEntry['kind']) =>
    new Set(ledger.filter((fact) => fact.kind === kind).map(({ ref }) => ref));
  const matter = (kind: MatterKind, entry: LedgerEntry, actions: readonly MatterAction[]): Matter => ({
    key: `${kind}:${entry.ref}`,
    kind,
    provider: purchase.provider,
    purchaseId: purchase.id,
    email: purchase.email,
    product: purchase.product,
    ref: entry.ref,
    amount: entry.amount,
    currency: entry.currency,
    since: entry.at,
    actions,
  });
  const [paid, accepted, failed] = [refs('paid'), refs('accepted'), refs('refund_failed')];
  const [won, lost] = [refs('dispute_won'), refs('dispute_lost')];
  const givenBack = (ref: string) =>
    ledger
      .filter((fact) => fact.kind === 'refunded' && fact.paymentRef === ref && !failed.has(fact.ref))
      .reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const held = ({ ref, amount }: LedgerEntry) => (amount ?? 0) - givenBack(ref) > 0;

  const mispaid = ledger.filter(
    (entry) => entry.kind === 'mispaid' && !paid.has(entry.ref) && !accepted.has(entry.ref) && held(entry),
  );
  const disputed = ledger.filter(({ kind, ref }) => kind === 'disputed' && !won.has(ref) && !lost.has(ref));
  // Nothing but the seller's word shows that such money was sent.
  const outside = ledger.filter(
    ({ kind, ref, paymentRef }) => kind === 'refunded' && paymentRef?.startsWith(OUTSIDE_STRIPE) && !failed.has(ref),
  );
  const matters = [
    ...mispaid.map((entry) => matter('mispaid', entry, ['accept', 'refund'])),
    ...disputed.map((entry) => matter('disputed', entry, ['dismiss'])),
    ...outside.map((entry) => matter('return_outside', entry, ['dismiss'])),
  ];
  if (isMonthly(purchase.product) || purchaseState('one_time_scan', ledger, now).standing < 2) return matters;
  const surplus = ledger.filter((entry) => PAYS.includes(entry.kind) && held(entry)).slice(1);
  return [...matters, ...surplus.map((entry) => matter('paid_twice', entry, ['refund', 'dismiss']))];
}

async function paidMoreThanOnce(db: Tx): Promise<string[]> {
  const rows = await db.ledgerEntry.groupBy({
    by: ['purchaseId'],
    where: { kind: { in: [...PAYS] }, purchase: { product: { in: productIds.filter((id) => !isMonthly(id)) } } },
    having: { purchaseId: { _count: { gt: 1 } } },
  });
  return rows.map(({ purchaseId }) => purchaseId);
}

/**
 * A subscription whose month was given back and which is not ended: it will be charged again. So it is listed until it
 * is ended, too, although its key no longer works.
 */
const GIVEN_BACK_AND_RUNS = Prisma.sql`(key.status = 'suspended'
  and exists (select 1 from subscription where subscription.purchase_id = purchase.id and subscription.runs)
  and exists (select 1 from ledger_entry fact where fact.purchase_id = purchase.id and fact.kind = 'refunded')
  and not exists (select 1 from ledger_entry fact where fact.purchase_id = purchase.id and fact.kind = 'ended'))`;

/** Purchases of one address whose subscriptions will be charged again: those whose key works first, then the oldest. */
async function liveSubscriptions(db: Tx, now: Date): Promise<(Purchase & { opened: string })[]> {
  const purchases = await db.$queryRaw<{ id: string; works: boolean }[]>`
    with live as (
      select purchase.id, purchase.email, key.status = 'active' as works from purchase
      join api_key key on key.source = 'purchase:' || purchase.id
      left join subscription on subscription.purchase_id = purchase.id
      where not coalesce(subscription.cancel_at_period_end, false)
        and (key.status = 'active' and key.works_until > ${now}::timestamptz or ${GIVEN_BACK_AND_RUNS}))
    select id::text as id, works from live where email in (select email from live group by email having count(*) > 1)`;
  const rows = await db.purchase.findMany({
    where: { id: { in: purchases.map(({ id }) => id) } },
    include: { ledger: { where: { kind: 'opened' }, take: 1 } },
    orderBy: { createdAt: 'asc' },
  });
  const works = new Set(purchases.flatMap((one) => (one.works ? [one.id] : [])));
  return rows
    .toSorted((one, other) => Number(works.has(other.id)) - Number(works.has(one.id)))
    .map(({ ledger, ...purchase }) => ({ ...purchase, opened: ledger[0]?.ref ?? purchase.origin }));
}

/**
 * A checkout that was still open when its account was deleted can be paid later. Then no one owns what was bought,
 * and a subscription continues.
 */
async function paidAfterDeletion(db: Tx): Promise<Matter[]> {
  const owned = await db.$queryRaw<{ id: string }[]>`
    select purchase.id::text as id from purchase
    where purchase.email like ${`%${ERASED}`} and (
      exists (select 1 from api_key key where key.source = 'purchase:' || purchase.id
        and (key.status = 'active' or ${GIVEN_BACK_AND_RUNS}))
      or exists (select 1 from access_token token where token.source = 'purchase:' || purchase.id
        and token.activated_at is not null and token.consumed_at is null and token.revoked_at is null))`;
  const purchases = await db.purchase.findMany({
    where: { id: { in: owned.map(({ id }) => id) } },
    include: { ledger: { where: { kind: { in: [...PAYS] } }, orderBy: { id: 'asc' }, take: 1 } },
  });
  return purchases.flatMap(({ ledger: [paid], id, provider, email, product }) =>
    paid === undefined
      ? []
      : [
          {
            key: `paid_after_deletion:${paid.ref}`,
            kind: 'paid_after_deletion' as const,
            provider,
            purchaseId: id,
            email,
            product,
            ref: paid.ref,
            amount: paid.amount,
            currency: paid.currency,
            since: paid.at,
            actions: ['refund', 'dismiss'] as const,
          },
        ],
  );
}

function undelivered({ id, purchaseId, reason: _reason, ...report }: FailedReport): Matter {
  const kind = 'report_failed' as const;
  const known = { key: failedReportKey(id), kind, product: 'compliance_report', ref: id, ...report };
  return purchaseId === null
    ? { ...known, purchaseId: id, actions: ['again', 'dismiss'] }
    : { ...known, purchaseId, actions: ['again', 'refund', 'dismiss'] };
}

function secondOnes(subscriptions: readonly (Purchase & { opened: string })[]): Matter[] {
  const seen = new Set<string>();
  return subscriptions.flatMap((purchase) => {
    if (!seen.has(purchase.email)) {
      seen.add(purchase.email);
      return [];
    }
    const { provider, id, email, product, opened, amount, currency, createdAt } = purchase;
    const actions: readonly MatterAction[] = ['refund', 'merge', 'dismiss'];
    const key = `two_subscriptions:${opened}`;
    const kind = 'two_subscriptions' as const;
    return [
      { key, kind, provider, purchaseId: id, email, product, ref: opened, amount, currency, since: createdAt, actions },
    ];
  });
}
