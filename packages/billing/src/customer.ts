/** Everything stored for one address: for its owner's account, its export, and the operations page. Contains no secret. */
import { listKeys } from '@palisade/access/list-keys';
import { redacted } from '@palisade/access/credential-format';
import type { Scope } from '@palisade/compliance/scope';
import type { Prisma, Tx } from '@palisade/db/client';
import { keptReportsOf } from '@palisade/db/served-reports';
import { isProductId, products } from './products.ts';
import { purchaseState } from './purchase-state.ts';
import { termsOf } from './subscription-row.ts';

const DAYS_SHOWN = 31;
const SHOWN = 200;
/** Anyone can start checkouts for another's address: these must never hide what was paid for. */
const UNPAID_SHOWN = 20;
const EVERYTHING = 1_000_000;

/** @param options.whole for the export: everything, not only the newest of each kind */
export async function customerOf(db: Tx, email: string, { whole = false, now = new Date() } = {}) {
  const most = whole ? EVERYTHING : SHOWN;
  const mostUnpaid = whole ? EVERYTHING : UNPAID_SHOWN;
  const orderBy = { createdAt: 'desc' } as const;
  const moved = { some: { kind: { notIn: ['opened', 'closed'] } } } satisfies Prisma.LedgerEntryListRelationFilter;
  const still = { none: moved.some };
  const purchasesOf = async (ledger: Prisma.LedgerEntryListRelationFilter, take: number) =>
    await db.purchase.findMany({
      where: { email, ledger },
      include: { ledger: { orderBy: { id: 'asc' } }, subscription: true },
      orderBy,
      take,
    });
  const tokensOf = async (activatedAt: null | { not: null }, take: number) =>
    await db.accessToken.findMany({ where: { email, activatedAt }, orderBy, take });
  const [keys, purchases, tokens, reports, served] = await Promise.all([
    listKeys(db, { email }, now),
    both(purchasesOf(moved, EVERYTHING), purchasesOf(still, mostUnpaid)),
    both(tokensOf({ not: null }, most), tokensOf(null, mostUnpaid)),
    db.complianceReport.findMany({ where: { owner: email }, omit: { pdf: true }, orderBy, take: most }),
    reportOwners(db, email).then((owners) => keptReportsOf(db, { owners, most }, now)),
  ]);
  return {
    email,
    keys: await Promise.all(
      keys.map(async ({ prefix, last4, ...key }) => ({
        id: key.id,
        key: redacted(prefix, last4),
        plan: key.plan,
        status: key.status,
        scans_used: key.scansUsed,
        scans_limit: key.scansLimit,
        resendable: key.resendable,
        paid_until: iso(key.paidUntil),
        last_used_at: iso(key.lastUsedAt),
        created_at: key.createdAt.toISOString(),
        usage: await usageByDay(db, key.id, now),
      })),
    ),
    purchases: purchases.map(({ ledger, subscription, ...purchase }) => {
      const state = isProductId(purchase.product)
        ? purchaseState(purchase.product, ledger, now, termsOf(subscription))
        : null;
      return {
        id: purchase.id,
        product: purchase.product,
        name: isProductId(purchase.product) ? products[purchase.product].name : purchase.product,
        provider: purchase.provider,
        amount: purchase.amount,
        currency: purchase.currency,
        url: purchase.url,
        scope: purchase.scope as Scope | null,
        prepared_for: purchase.preparedFor,
        frameworks: purchase.frameworks,
        pages: purchase.pages as number | string[] | null,
        state: stateWord(
          state,
          ledger.some(({ kind }) => kind === 'closed'),
        ),
        paid_until: iso(state?.paidUntil ?? null),
        works_until: iso(state?.worksUntil ?? null),
        subscription: subscription && {
          status: subscription.status,
          renews_at: subscription.cancelAtPeriodEnd || state?.ended ? null : iso(subscription.periodEnd),
          ends_at: subscription.cancelAtPeriodEnd ? iso(subscription.periodEnd) : null,
        },
        payments: ledger
          .filter(({ kind }) => MONEY.has(kind))
          .map(({ id, kind, ref, amount, currency, at }) => ({
            id: String(id),
            kind,
            ref,
            amount,
            currency,
            at: at.toISOString(),
          })),
        created_at: purchase.createdAt.toISOString(),
      };
    }),
    tokens: tokens.map((token) => ({
      id: token.id,
      kind: token.kind,
      token: `…${token.last4}`,
      state: tokenWord(token, now),
      expires_at: iso(token.expiresAt),
      created_at: token.createdAt.toISOString(),
    })),
    reports: served.map(({ id, host, grade, score, scannedAt, expiresAt }) => ({
      report_url: `/r/${id}`,
      host,
      grade,
      score,
      scanned_at: scannedAt.toISOString(),
      kept_until: expiresAt.toISOString(),
    })),
    compliance_reports: reports.map((report) => ({
      id: report.id,
      url: report.url,
      sent_to: report.email,
      scope: report.scope as Scope | null,
      frameworks: report.frameworks,
      prepared_for: report.preparedFor,
      state: report.state,
      report_url: report.servedId === null ? null : `/r/${report.servedId}`,
      file_name: report.fileName,
      created_at: report.createdAt.toISOString(),
      mailed_at: iso(report.mailedAt),
    })),
  };
}
export type Customer = Awaited<ReturnType<typeof customerOf>>;

/** The owners under which an account's reports are stored: the keys and tokens that paid for them. */
export async function reportOwners(db: Tx, email: string): Promise<string[]> {
  const [keys, tokens] = await Promise.all([
    db.apiKey.findMany({ where: { email }, select: { id: true } }),
    db.accessToken.findMany({ where: { email, activatedAt: { not: null } }, select: { id: true } }),
  ]);
  return [...keys.map(({ id }) => `key:${id}`), ...tokens.map(({ id }) => `token:${id}`)];
}

/** Newest first. */
async function both<T extends { createdAt: Date }>(...lists: Promise<T[]>[]): Promise<T[]> {
  const all = (await Promise.all(lists)).flat();
  return all.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
}

const MONEY: ReadonlySet<string> = new Set(['paid', 'accepted', 'mispaid', 'refunded', 'refund_failed', 'disputed']);

export const PURCHASE_STATES = ['paid', 'not in force', 'ended', 'not paid', 'abandoned'] as const;

function stateWord(state: ReturnType<typeof purchaseState> | null, closed: boolean): (typeof PURCHASE_STATES)[number] {
  if (state?.ended) return 'ended';
  if (state?.entitled) return 'paid';
  if (state?.everPaid) return 'not in force';
  return closed ? 'abandoned' : 'not paid';
}

interface TokenRow {
  activatedAt: Date | null;
  consumedAt: Date | null;
  revokedAt: Date | null;
  expiresAt: Date | null;
}

export const TOKEN_STATES = ['good', 'used', 'expired', 'revoked', 'not paid'] as const;

export function tokenWord(token: TokenRow, now = new Date()): (typeof TOKEN_STATES)[number] {
  if (token.revokedAt) return 'revoked';
  if (token.consumedAt) return 'used';
  if (!token.activatedAt) return 'not paid';
  return token.expiresAt && token.expiresAt <= now ? 'expired' : 'good';
}

/** Scans delivered per day (UTC), as far back as reservations are kept. */
async function usageByDay(db: Tx, keyId: string, now: Date): Promise<{ day: string; scans: number }[]> {
  const since = new Date(now.getTime() - DAYS_SHOWN * 86_400_000);
  const rows = await db.$queryRaw<{ day: string; scans: number }[]>`
    select to_char(created_at at time zone 'utc', 'YYYY-MM-DD') as day, count(*)::int as scans
    from quota_reservation
    where subject = ${`key:${keyId}`} and state = 'consumed' and created_at > ${since}::timestamptz
    group by 1 order by 1`;
  return rows;
}

function iso(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
