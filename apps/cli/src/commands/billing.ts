import { providersOf, type BillingDeps } from '@palisade/billing/billing-deps';
import { billingConfigFrom } from '@palisade/billing/billing-from-config';
import { booksOf } from '@palisade/billing/books';
import { reconcile } from '@palisade/billing/reconcile';
import { reconciliationTable } from '@palisade/billing/reconciliation-table';
import { settleMatter } from '@palisade/billing/settle-matter';
import { readConfig, type Config } from '@palisade/config/config';
import { enqueueMail } from '@palisade/mail/enqueue-mail';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import { UsageError } from '../usage-error.ts';
import { actor, type OperatorDeps } from './operator.ts';

/** @returns 1 when something could not be compared */
export async function reconcilePayments(
  options: { since?: string; json?: boolean },
  deps: OperatorDeps,
  config: Config = readConfig(),
): Promise<ExitStatus> {
  const since = sinceFrom(options.since);
  const billing = billingFrom(deps, config);
  if (Object.values(billing.providers).every((provider) => provider === undefined)) {
    throw new UsageError('no payment provider is configured: set the same keys as for the service');
  }
  const result = await reconcile(billing, { since });
  deps.out(options.json ? JSON.stringify(result) : reconciliationTable(result));
  return result.differences.some(({ difference }) => difference === 'unreachable') ? EXIT.gateFailed : EXIT.fine;
}

export interface Settlement {
  refund?: boolean;
  accept?: boolean;
  merge?: boolean;
  again?: boolean;
  dismiss?: boolean;
}

const SETTLED = {
  refund: 'refunded',
  accept: 'accepted',
  merge: 'not renewed',
  again: 'made again',
  dismiss: 'dismissed',
} as const;

/** Settles what only a person can decide. */
export async function settle(
  matterKey: string,
  options: Settlement,
  deps: OperatorDeps,
  config: Config = readConfig(),
): Promise<void> {
  const [action, ...more] = (['refund', 'accept', 'merge', 'again', 'dismiss'] as const).filter(
    (name) => options[name],
  );
  if (action === undefined || more.length > 0) {
    throw new UsageError(
      'specify one matter as shown by "billing reconcile", and one of --refund, --accept, --merge, --again, --dismiss',
    );
  }
  const matter = await settleMatter(billingFrom(deps, config), matterKey, action, actor());
  deps.out(`${matter.kind} ${matter.ref}: ${SETTLED[action]}`);
}

export async function books({ month }: { month?: string }, deps: OperatorDeps): Promise<void> {
  if (month === undefined || !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) {
    throw new UsageError('--month takes a month, e.g. --month 2026-11');
  }
  deps.out((await booksOf(deps.db, month)).trimEnd());
}

function billingFrom({ db, appSecret, publicBaseUrl }: OperatorDeps, config: Config): BillingDeps {
  const providers = providersOf(billingConfigFrom(config, publicBaseUrl));
  return { db, appSecret, providers, publicBaseUrl, enqueueMail };
}

function sinceFrom(text: string | undefined): Date {
  if (text === undefined) throw new UsageError('--since is missing: give a date or time, e.g. --since 2026-11-01');
  const since = new Date(text);
  if (Number.isNaN(since.getTime())) throw new UsageError(`--since: ${text} is not a date or time`);
  return since;
}
