import { wholeNumber, type PalisadeCommand } from './command.ts';
import { addCustomers, addTokens, type Act } from './customer-commands.ts';
import type { Settlement } from './commands/billing.ts';
import type { OperatorDeps } from './commands/operator.ts';
import type { ExitStatus } from './exit-status.ts';
import type { Outcome } from './run-program.ts';
import { linesOf, shown } from './terminal/shown.ts';
import { printLines, warn } from './terminal/write.ts';

/** Opens the service's database for the duration of one command. */
export type WithDatabase = (work: (deps: OperatorDeps) => Promise<ExitStatus | void>) => Promise<ExitStatus | void>;

/** Commands for a service's operators: only in the repository, not in the single file. Loaded at the first use. */
export function addOperatorCommands(
  program: PalisadeCommand,
  outcome: Outcome,
  withDatabase: WithDatabase = openDatabase,
): void {
  const act = async (work: (deps: OperatorDeps) => Promise<ExitStatus | void>): Promise<void> => {
    const status = await withDatabase(work).catch((error: unknown) => {
      throw reasonOnly(error);
    });
    outcome.status = status ?? outcome.status;
  };
  addKeys(program, act);
  addTokens(program, act);
  addCustomers(program, act);
  const reportKeys = program.command('report-keys').description('keys that sign reports');
  reportKeys
    .command('list')
    .description('print the public keys as a JWK set')
    .action(() => act(async (deps) => (await import('./commands/report-keys.ts')).listReportKeys(deps)));
  reportKeys
    .command('rotate')
    .description('start signing with a new key and print its ID')
    .action(() => act(async (deps) => (await import('./commands/report-keys.ts')).rotateReportKey(deps)));
  addLeaderboard(program, act);
  addBilling(program, act);
  program
    .command('backup')
    .description('copy the embedded database while it is running')
    .argument('<folder>')
    .action(async (folder: string) => (await import('./commands/backup.ts')).backup(folder));
  program
    .command('restore')
    .description('restore a backup; the service must be stopped')
    .argument('<folder>')
    .action(async (folder: string) => (await import('./commands/restore.ts')).restore(folder));
}

/** The database client's messages begin with the call in our source; their last line is the reason. */
function reasonOnly(error: unknown): unknown {
  if (!(error instanceof Error) || !error.name.startsWith('PrismaClient')) return error;
  return new Error(`the database: ${error.message.trim().split('\n').at(-1) ?? ''}`, { cause: error });
}

function addLeaderboard(program: PalisadeCommand, act: Act): void {
  const leaderboard = program.command('leaderboard').description('hosts with public results: grade, badge, history');
  const commands = () => import('./commands/leaderboard.ts');
  leaderboard
    .command('add')
    .description('add hosts; they are scanned daily and their results are public')
    .argument('<hosts...>')
    .action((hosts: string[]) => act(async (deps) => (await commands()).addHosts(hosts, deps)));
  leaderboard
    .command('remove')
    .description('remove hosts and all their results')
    .argument('<hosts...>')
    .action((hosts: string[]) => act(async (deps) => (await commands()).removeHosts(hosts, deps)));
  leaderboard
    .command('list')
    .description('hosts with their state and latest result')
    .option('--json', 'print JSON, one line per host')
    .action((options: { json?: boolean }) => act(async (deps) => (await commands()).listHosts(options, deps)));
}

function addBilling(program: PalisadeCommand, act: Act): void {
  const billing = program.command('billing').description('payments');
  const commands = () => import('./commands/billing.ts');
  billing
    .command('reconcile')
    .description('resolve differences between payments, ledger and entitlements')
    .option('--since <day>', 'a date or time, e.g. 2026-11-01')
    .option('--json', 'print JSON')
    .action((options: { since?: string; json?: boolean }) =>
      act(async (deps) => (await commands()).reconcilePayments(options, deps)),
    );
  billing
    .command('settle')
    .description('decide a matter that reconciliation cannot resolve')
    .argument('<matter>', 'as shown by "billing reconcile"')
    .option('--refund')
    .option('--accept')
    .option('--merge')
    .option('--again')
    .option('--dismiss')
    .action((matter: string, options: Settlement) =>
      act(async (deps) => (await commands()).settle(matter, options, deps)),
    );
  billing
    .command('books')
    .description('all transactions of a month, as CSV')
    .option('--month <month>', 'e.g. 2026-11')
    .action((options: { month?: string }) => act(async (deps) => (await commands()).books(options, deps)));
}

function addKeys(program: PalisadeCommand, act: Act): void {
  const keys = program.command('keys').description('API keys of a service');
  const commands = () => import('./commands/keys.ts');
  keys
    .command('create')
    .description('create a key and print only the key')
    .option('--email <address>', 'email address of its owner')
    .option('--plan <plan>', 'the plan', 'pro')
    .option('--scans-per-month <number>', 'custom monthly quota', wholeNumber('--scans-per-month', 0, 999_999_999))
    .action((options: { email?: string; plan: string; scansPerMonth?: number }) =>
      act(async (deps) => (await commands()).createKey(options, deps)),
    );
  keys
    .command('rotate')
    .description('replace a key and print the new one; the old one works for 24 more hours')
    .argument('<key>', 'its ID, or the key itself')
    .option('--now', 'the old one stops working immediately')
    .action((which: string, options: { now?: boolean }) =>
      act(async (deps) => (await commands()).rotate(which, options, deps)),
    );
  keys
    .command('revoke')
    .description('revoke a key immediately and permanently')
    .argument('<key>', 'its ID, or the key itself')
    .action((which: string) => act(async (deps) => (await commands()).revoke(which, deps)));
  keys
    .command('volume')
    .description("set a custom monthly quota instead of the plan's")
    .argument('<key>', 'its ID, or the key itself')
    .option('--scans-per-month <number>', 'scans', wholeNumber('--scans-per-month', 0, 999_999_999))
    .action((which: string, options: { scansPerMonth?: number }) =>
      act(async (deps) => (await commands()).changeVolume(which, options, deps)),
    );
  keys
    .command('list')
    .description('list keys with their usage this month')
    .option('--email <address>', 'of this address only')
    .option('--json', 'print JSON, one line per key')
    .action((options: { email?: string; json?: boolean }) =>
      act(async (deps) => (await commands()).list(options, deps)),
    );
}

const openDatabase: WithDatabase = async (work) => {
  const { openOperatorDatabase } = await import('./operator-database.ts');
  const { db, appSecret, config, close } = await openOperatorDatabase();
  const { publicBaseUrl } = await import('@palisade/config/config');
  try {
    return await work({
      db,
      appSecret,
      publicBaseUrl: () => publicBaseUrl(config, { host: config.HOST, port: config.PORT }),
      out: (text) => printLines(linesOf(text)),
      err: (text) => warn(shown(text)),
    });
  } finally {
    await close();
  }
};
