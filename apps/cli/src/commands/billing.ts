import { parseArgs } from 'node:util';
import { providersOf, type BillingDeps } from '@palisade/billing/billing-deps';
import { billingConfigFrom } from '@palisade/billing/billing-from-config';
import { booksOf } from '@palisade/billing/books';
import { reconcile } from '@palisade/billing/reconcile';
import { reconciliationTable } from '@palisade/billing/reconciliation-table';
import { settleMatter } from '@palisade/billing/settle-matter';
import { publicBaseUrl, readConfig, type Config } from '@palisade/config/config';
import { enqueueMail } from '@palisade/mail/enqueue-mail';
import { UsageError } from '../usage-error.ts';
import { actor, type OperatorDeps } from './operator.ts';

/** `palisade billing …`. @returns the exit code: 1 when something could not be compared */
export async function run(
  [command, ...rest]: string[],
  deps: OperatorDeps,
  config: Config = readConfig(),
): Promise<number> {
  if (command === 'reconcile') return await reconcileAll(rest, deps, config);
  if (command === 'settle') return await settleOne(rest, deps, config);
  if (command === 'books') return await books(rest, deps);
  throw new UsageError(command === undefined ? 'billing: what about it?' : `billing: there is no command ${command}`);
}

async function reconcileAll(args: string[], deps: OperatorDeps, config: Config): Promise<number> {
  const { values } = parseArgs({ args, options: { since: { type: 'string' }, json: { type: 'boolean' } } });
  const since = sinceFrom(values.since);
  const billing = billingFrom(deps, config);
  if (Object.values(billing.providers).every((provider) => provider === undefined)) {
    throw new UsageError('no payment provider is configured: set its keys as the service has them');
  }
  const result = await reconcile(billing, { since });
  deps.out(values.json ? JSON.stringify(result) : reconciliationTable(result));
  return result.differences.some(({ difference }) => difference === 'unreachable') ? 1 : 0;
}

/** What only a person can decide, decided. */
async function settleOne(args: string[], deps: OperatorDeps, config: Config): Promise<number> {
  const options = { refund: { type: 'boolean' }, accept: { type: 'boolean' }, dismiss: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [action, ...more] = (['refund', 'accept', 'dismiss'] as const).filter((name) => values[name]);
  const [key] = positionals;
  if (key === undefined || positionals.length > 1 || action === undefined || more.length > 0) {
    throw new UsageError('name one matter as "billing reconcile" shows it, and one of --refund, --accept, --dismiss');
  }
  const matter = await settleMatter(billingFrom(deps, config), key, action, actor());
  deps.out(`${matter.kind} ${matter.ref}: ${action === 'refund' ? 'refunded' : `${action}ed`}`);
  return 0;
}

async function books(args: string[], deps: OperatorDeps): Promise<number> {
  const { values } = parseArgs({ args, options: { month: { type: 'string' } } });
  const { month } = values;
  if (month === undefined || !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) {
    throw new UsageError('--month wants a month, e.g. --month 2026-11');
  }
  deps.out((await booksOf(deps.db, month)).trimEnd());
  return 0;
}

function billingFrom({ db, appSecret }: OperatorDeps, config: Config): BillingDeps {
  const baseUrl = () => publicBaseUrl(config, { host: config.HOST, port: config.PORT });
  const providers = providersOf(billingConfigFrom(config, baseUrl));
  return { db, appSecret, providers, publicBaseUrl: baseUrl, enqueueMail };
}

function sinceFrom(text: string | undefined): Date {
  if (text === undefined) throw new UsageError('--since is missing: a day or a time, e.g. --since 2026-11-01');
  const since = new Date(text);
  if (Number.isNaN(since.getTime())) throw new UsageError(`--since: ${text} is neither a day nor a time`);
  return since;
}
