import { parseArgs } from 'node:util';
import { providersOf } from '@palisade/billing/billing-deps';
import { billingConfigFrom } from '@palisade/billing/billing-from-config';
import { reconcile } from '@palisade/billing/reconcile';
import { reconciliationTable } from '@palisade/billing/reconciliation-table';
import { publicBaseUrl, readConfig, type Config } from '@palisade/config/config';
import { enqueueMail } from '@palisade/mail/enqueue-mail';
import { UsageError } from '../usage-error.ts';
import type { OperatorDeps } from './operator.ts';

/** `palisade billing reconcile …`. @returns the exit code: 1 when something could not be compared */
export async function run(
  [command, ...rest]: string[],
  deps: OperatorDeps,
  config: Config = readConfig(),
): Promise<number> {
  if (command !== 'reconcile') {
    throw new UsageError(command === undefined ? 'billing: what about it?' : `billing: there is no command ${command}`);
  }
  const { values } = parseArgs({ args: rest, options: { since: { type: 'string' }, json: { type: 'boolean' } } });
  const since = sinceFrom(values.since);
  const baseUrl = () => publicBaseUrl(config, { host: config.HOST, port: config.PORT });
  const providers = providersOf(billingConfigFrom(config, baseUrl));
  if (Object.values(providers).every((provider) => provider === undefined)) {
    throw new UsageError('no payment provider is configured: set its keys as the service has them');
  }
  const { db, appSecret } = deps;
  const result = await reconcile({ db, appSecret, providers, publicBaseUrl: baseUrl, enqueueMail }, { since });
  deps.out(values.json ? JSON.stringify(result) : reconciliationTable(result));
  return result.differences.some(({ difference }) => difference === 'unreachable') ? 1 : 0;
}

function sinceFrom(text: string | undefined): Date {
  if (text === undefined) throw new UsageError('--since is missing: a day or a time, e.g. --since 2026-11-01');
  const since = new Date(text);
  if (Number.isNaN(since.getTime())) throw new UsageError(`--since: ${text} is neither a day nor a time`);
  return since;
}
