import type { PalisadeCommand } from './command.ts';
import type { OperatorDeps } from './commands/operator.ts';
import type { ExitStatus } from './exit-status.ts';

export type Act = (work: (deps: OperatorDeps) => Promise<ExitStatus | void>) => Promise<void>;

export function addTokens(program: PalisadeCommand, act: Act): void {
  const tokens = program.command('tokens').description('tokens for one-time purchases');
  const commands = () => import('./commands/tokens.ts');
  tokens
    .command('create')
    .description('create a token and print only the token')
    .option('--kind <kind>', 'one-time or compliance')
    .option('--email <address>', 'email address of its owner')
    .action((options: { kind?: string; email?: string }) =>
      act(async (deps) => (await commands()).createToken(options, deps)),
    );
  tokens
    .command('list')
    .description('list tokens, newest first, without their secrets')
    .option('--email <address>', 'only those of this email address')
    .option('--json', 'print JSON, one line per token')
    .action((options: { email?: string; json?: boolean }) =>
      act(async (deps) => (await commands()).listTokens(options, deps)),
    );
  tokens
    .command('revoke')
    .description('revoke a token immediately and permanently')
    .argument('<token>', 'its ID, or the token itself')
    .action((which: string) => act(async (deps) => (await commands()).revokeOne(which, deps)));
}

export function addCustomers(program: PalisadeCommand, act: Act): void {
  const customers = program.command('customers').description('customers who bought something');
  const commands = () => import('./commands/customers.ts');
  customers
    .command('find')
    .description('part of an email address, a purchase ID, or a payment reference')
    .argument('<text>')
    .action((text: string) => act(async (deps) => (await commands()).findCustomer(text, deps)));
  customers
    .command('show')
    .description('purchases, keys, tokens and reports of one email address')
    .argument('<address>')
    .option('--json', 'print JSON')
    .action((address: string, options: { json?: boolean }) =>
      act(async (deps) => (await commands()).showCustomer(address, options, deps)),
    );
  customers
    .command('correct')
    .description('move everything to a corrected email address')
    .argument('<address>')
    .option('--to <address>', 'the corrected address')
    .action((address: string, options: { to?: string }) =>
      act(async (deps) => (await commands()).correctCustomer(address, options, deps)),
    );
  customers
    .command('resend')
    .description('resend an email')
    .argument('<what>', 'key, token or report')
    .argument('<id>')
    .option('--to <address>', 'a corrected address')
    .action((what: string, id: string, options: { to?: string }) =>
      act(async (deps) => (await commands()).sendAgain(what, id, options, deps)),
    );
}
