/** Deletion of an account: what the GDPR's right to erasure requires, without removing the seller's books. */
import { createHash } from 'node:crypto';
import { audit } from '@palisade/access/audit';
import { revokeKeyById } from '@palisade/access/keys';
import { revokeSessions } from '@palisade/access/sign-in';
import { revokeToken } from '@palisade/access/tokens';
import type { Prisma } from '@palisade/db/client';
import { forgetCallbacks } from '@palisade/db/batches';
import { deleteReportsOf } from '@palisade/db/served-reports';
import { clock, providerOf, type BillingDeps } from './billing-deps.ts';
import { CHECKOUT_LIFETIME_MS } from './checkout.ts';
import { reportOwners } from './customer.ts';
import { withinPatience } from './deadline.ts';
import { ERASED } from './erased.ts';
import { inTransaction } from './settle.ts';
import type { ProviderName } from './provider.ts';

/** Strangers can open any number of checkouts for an address: these must not keep its owner from deleting the account. */
const MOST_OPEN = 20;

/**
 * Ends subscriptions immediately, revokes keys and tokens, deletes reports and mail bodies, and
 * replaces the address everywhere. Amounts, dates and the providers' references stay: the law requires
 * books to be kept. Safe to repeat.
 * @throws BillingUnavailable before anything is erased, when a subscription could not be ended
 */
export async function eraseCustomer(deps: BillingDeps, email: string, actor: string): Promise<void> {
  const { db } = deps;
  const running = await db.purchase.findMany({
    where: { email, product: 'pro', ledger: { some: { kind: 'paid' }, none: { kind: 'ended' } } },
    include: { ledger: { where: { kind: 'opened' } } },
  });
  // They may have been paid seconds ago, with the event still on its way. After this, no one could end the subscription.
  const perhaps = await db.purchase.findMany({
    where: {
      email,
      product: 'pro',
      provider: { in: Object.keys(deps.providers) },
      createdAt: { gt: new Date(clock(deps).getTime() - CHECKOUT_LIFETIME_MS) },
      ledger: { some: { kind: 'opened' }, none: { kind: { in: ['paid', 'ended', 'closed'] } } },
    },
    include: { ledger: { where: { kind: 'opened' } } },
    orderBy: { createdAt: 'desc' },
    take: MOST_OPEN,
  });
  const end = async () => {
    for (const { provider, ledger } of [...running, ...perhaps]) {
      for (const { ref } of ledger) await providerOf(deps, provider as ProviderName).cancelSubscription(ref, 'now');
    }
  };
  await withinPatience(deps, end());
  const erased = `erased-${createHash('sha256').update(`${deps.appSecret}\0erased\0${email}`).digest('hex').slice(0, 16)}${ERASED}`;
  await inTransaction(deps, async (tx) => {
    // First, as when a payment is settled: the webhook of the subscription that has just ended waits, it is no deadlock.
    await tx.$queryRaw`select 1 from purchase where email = ${email} order by id for update`;
    for (const { id } of await tx.apiKey.findMany({ where: { email }, select: { id: true } })) {
      await revokeKeyById(tx, id, actor);
      await forgetCallbacks(tx, [id]);
    }
    const paidFor = { email, consumedAt: null, activatedAt: { not: null } };
    for (const { source } of await tx.accessToken.findMany({ where: paidFor })) await revokeToken(tx, source, actor);
    // Unpaid checkouts may be thousands, started by others: not one by one.
    const unpaid = { email, activatedAt: null, revokedAt: null };
    await tx.accessToken.updateMany({ where: unpaid, data: { revokedAt: clock(deps) } });
    await revokeSessions(tx, { email });
    await tx.accountSession.deleteMany({ where: { email } });
    await tx.signInLink.deleteMany({ where: { email } });
    const ids = (await tx.complianceReport.findMany({ where: { owner: email }, select: { id: true } })).map(
      ({ id }) => id,
    );
    // The mail's row stays: it records that the message was sent, so that it is not sent again.
    await tx.mailMessage.updateMany({
      where: { OR: [{ to: email }, { reportId: { in: ids } }] },
      data: { to: erased, payload: {}, rendered: {}, state: 'sent', nextAttemptAt: null, reportId: null },
    });
    const withLogo = { select: { logoId: true }, where: { email, logoId: { not: null } } } as const;
    const logos = [
      ...(await tx.purchase.findMany(withLogo)),
      ...(await tx.complianceReport.findMany({ ...withLogo, where: { id: { in: ids }, logoId: { not: null } } })),
    ];
    await tx.clientLogo.deleteMany({ where: { id: { in: logos.flatMap(({ logoId }) => logoId ?? []) } } });
    await tx.complianceReport.deleteMany({ where: { id: { in: ids } } });
    const moved = {
      email,
      ledger: { some: { kind: { notIn: ['opened', 'closed'] } } },
    } satisfies Prisma.PurchaseWhereInput;
    for (const { id } of await tx.purchase.findMany({ where: moved, select: { id: true } })) {
      await audit(tx, { actor, action: 'account.erase', subject: id });
    }
    await deleteReportsOf(tx, await reportOwners(tx, email));
    await tx.ownedSite.deleteMany({ where: { email } });
    await tx.apiKey.updateMany({ where: { email }, data: { email: erased } });
    await tx.accessToken.updateMany({ where: { email }, data: { email: erased } });
    await tx.purchase.updateMany({
      where: { email },
      data: { email: erased, url: null, preparedFor: null, logoId: null, pages: [] },
    });
  });
}

/** Moves everything to a corrected address. */
export async function correctAddress(
  deps: Pick<BillingDeps, 'db'>,
  from: string,
  to: string,
  actor: string,
): Promise<number> {
  return await deps.db.$transaction(async (tx) => {
    const purchases = await tx.purchase.findMany({ where: { email: from }, select: { id: true } });
    for (const { id } of purchases) await audit(tx, { actor, action: 'purchase.correct', subject: id });
    await tx.purchase.updateMany({ where: { email: from }, data: { email: to } });
    const keys = await tx.apiKey.updateMany({ where: { email: from }, data: { email: to } });
    const tokens = await tx.accessToken.updateMany({ where: { email: from }, data: { email: to } });
    const reports = await tx.complianceReport.updateMany({ where: { owner: from }, data: { owner: to } });
    const sites = await tx.ownedSite.findMany({ where: { email: to }, select: { host: true } });
    await tx.ownedSite.deleteMany({ where: { email: from, host: { in: sites.map(({ host }) => host) } } });
    await tx.ownedSite.updateMany({ where: { email: from }, data: { email: to } });
    await revokeSessions(tx, { email: from });
    return purchases.length + keys.count + tokens.count + reports.count;
  });
}
