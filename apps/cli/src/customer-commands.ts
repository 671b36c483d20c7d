import type { PalisadeCommand } from './command.ts';
import type { OperatorDeps } from './commands/operator.ts';
import type { ExitStatus } from './exit-status.ts';

export type Act = (work: (deps: OperatorDeps) => Promise<ExitStatus | void>) => Promise<void>;

export function addTokens(program: PalisadeCommand, act: Act): void {
  const tokens = program.command('tokens').description('tokens for what is sold once');
  const commands = () => import('./commands/tokens.ts');
  tokens
    .command('create')
    .description('print a new token, alone')
    .option('--kind <kind>', 'one-time or compliance')
    .option('--email <address>', 'whom it belongs to')
    .action((options: { kind?: string; email?: string }) =>
      act(async (deps) => (await commands()).createToken(options, deps)),
    );
  tokens
    .command('list')
    .description('newest first; none of them can be read')
    .option('--email <address>', 'of this address only')
    .option('--json', 'print JSON, one line a token')
    .action((options: { email?: string; json?: boolean }) =>
      act(async (deps) => (await commands()).listTokens(options, deps)),
    );
  tokens
    .command('revoke')
    .description('end a token at once and for good')
    .argument('<token>', 'its id, or the token itself')
    .action((which: string) => act(async (deps) => (await commands()).revokeOne(which, deps)));
}

export function addCustomers(program: PalisadeCommand, act: Act): void {
  const customers = program.command('customers').description('those who bought something');
  const commands = () => import('./commands/customers.ts');
  customers
    .command('find')
    .description('addresses by a part of them, a purchase id, or the reference of a payment')
    .argument('<text>')
    .action((text: string) => act(async (deps) => (await commands()).findCustomer(text, deps)));
  customers
    .command('show')
    .description('purchases, keys, tokens and reports of one address')
    .argument('<address>')
    .option('--json', 'print JSON')
    .action((address: string, options: { json?: boolean }) =>
      act(async (deps) => (await commands()).showCustomer(address, options, deps)),
    );
  customers
    .command('correct')
    .description('move all of it to a corrected address')
    .argument('<address>')
    .option('--to <address>', 'the right one')
    .action((address: string, options: { to?: string }) =>
      act(async (deps) => (await commands()).correctCustomer(address, options, deps)),
    );
  customers
    .command('resend')
    .description('send a mail again')
    .argument('<what>', 'key, token or report')
    .argument('<id>')
    .option('--to <address>', 'a corrected address')
    .action((what: string, id: string, options: { to?: string }) =>
      act(async (deps) => (await commands()).sendAgain(what, id, options, deps)),
    );
}
