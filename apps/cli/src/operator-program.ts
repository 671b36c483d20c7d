import { wholeNumber, type PalisadeCommand } from './command.ts';
import { addCustomers, addTokens, type Act } from './customer-commands.ts';
import type { Settlement } from './commands/billing.ts';
import type { OperatorDeps } from './commands/operator.ts';
import type { ExitStatus } from './exit-status.ts';
import type { Outcome } from './run-program.ts';
import { linesOf, shown } from './terminal/shown.ts';
import { printLines, warn } from './terminal/write.ts';

/** Opens the service's database for the length of one command. */
export type WithDatabase = (work: (deps: OperatorDeps) => Promise<ExitStatus | void>) => Promise<ExitStatus | void>;

/** What operators of a service do: part of the repository's command, not of the one file. Loaded when it is asked for. */
export function addOperatorCommands(
  program: PalisadeCommand,
  outcome: Outcome,
  withDatabase: WithDatabase = openDatabase,
): void {
  const act = async (work: (deps: OperatorDeps) => Promise<ExitStatus | void>): Promise<void> => {
    outcome.status = (await withDatabase(work)) ?? outcome.status;
  };
  addKeys(program, act);
  addTokens(program, act);
  addCustomers(program, act);
  const reportKeys = program.command('report-keys').description('the keys that reports are signed with');
  reportKeys
    .command('list')
    .description('the public ones, as a JWK set')
    .action(() => act(async (deps) => (await import('./commands/report-keys.ts')).listReportKeys(deps)));
  reportKeys
    .command('rotate')
    .description('sign with a new key from now on; prints its id')
    .action(() => act(async (deps) => (await import('./commands/report-keys.ts')).rotateReportKey(deps)));
  addLeaderboard(program, act);
  addBilling(program, act);
  program
    .command('backup')
    .description('copy the embedded database while it serves')
    .argument('<folder>')
    .action(async (folder: string) => (await import('./commands/backup.ts')).backup(folder));
  program
    .command('restore')
    .description('put a backup back; the service must be stopped')
    .argument('<folder>')
    .action(async (folder: string) => (await import('./commands/restore.ts')).restore(folder));
}

function addLeaderboard(program: PalisadeCommand, act: Act): void {
  const leaderboard = program.command('leaderboard').description('the hosts that are public: grade, badge, history');
  const commands = () => import('./commands/leaderboard.ts');
  leaderboard
    .command('add')
    .description('make hosts public; they are scanned daily')
    .argument('<hosts...>')
    .action((hosts: string[]) => act(async (deps) => (await commands()).addHosts(hosts, deps)));
  leaderboard
    .command('remove')
    .description('remove hosts with all their results')
    .argument('<hosts...>')
    .action((hosts: string[]) => act(async (deps) => (await commands()).removeHosts(hosts, deps)));
  leaderboard
    .command('list')
    .description('hosts with their state and latest result')
    .option('--json', 'print JSON, one line a host')
    .action((options: { json?: boolean }) => act(async (deps) => (await commands()).listHosts(options, deps)));
}

function addBilling(program: PalisadeCommand, act: Act): void {
  const billing = program.command('billing').description('payments');
  const commands = () => import('./commands/billing.ts');
  billing
    .command('reconcile')
    .description('correct what payments, ledger and entitlements disagree on')
    .option('--since <day>', 'a day or a time, e.g. 2026-11-01')
    .option('--json', 'print JSON')
    .action((options: { since?: string; json?: boolean }) =>
      act(async (deps) => (await commands()).reconcilePayments(options, deps)),
    );
  billing
    .command('settle')
    .description('decide what reconciliation leaves to a person')
    .argument('<matter>', 'as "billing reconcile" shows it')
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
    .description('every movement of money of a month, as CSV')
    .option('--month <month>', 'e.g. 2026-11')
    .action((options: { month?: string }) => act(async (deps) => (await commands()).books(options, deps)));
}

function addKeys(program: PalisadeCommand, act: Act): void {
  const keys = program.command('keys').description('API keys of a service');
  const commands = () => import('./commands/keys.ts');
  keys
    .command('create')
    .description('print a new key, alone')
    .option('--email <address>', 'whom it belongs to')
    .option('--plan <plan>', 'the plan', 'pro')
    .option('--scans-per-month <number>', 'an agreed volume', wholeNumber('--scans-per-month', 0, 999_999_999))
    .action((options: { email?: string; plan: string; scansPerMonth?: number }) =>
      act(async (deps) => (await commands()).createKey(options, deps)),
    );
  keys
    .command('rotate')
    .description('print a new key; the old one works 24 hours on')
    .argument('<key>', 'its id, or the key itself')
    .option('--now', 'the old one stops working at once')
    .action((which: string, options: { now?: boolean }) =>
      act(async (deps) => (await commands()).rotate(which, options, deps)),
    );
  keys
    .command('revoke')
    .description('end a key at once and for good')
    .argument('<key>', 'its id, or the key itself')
    .action((which: string) => act(async (deps) => (await commands()).revoke(which, deps)));
  keys
    .command('volume')
    .description("an agreed volume instead of the plan's, from now on")
    .argument('<key>', 'its id, or the key itself')
    .option('--scans-per-month <number>', 'scans', wholeNumber('--scans-per-month', 0, 999_999_999))
    .action((which: string, options: { scansPerMonth?: number }) =>
      act(async (deps) => (await commands()).changeVolume(which, options, deps)),
    );
  keys
    .command('list')
    .description('keys with their use this month')
    .option('--email <address>', 'of this address only')
    .option('--json', 'print JSON, one line a key')
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
