import type { OperatorDeps } from './commands/operator.ts';

export interface Command {
  usage: readonly string[];
  /** Loaded only when it is asked for: a scan does not wait for the database's client. */
  load(): Promise<{ run(args: string[]): Promise<number> }>;
}

export const COMMANDS: Readonly<Record<string, Command>> = {
  scan: {
    usage: [
      'scan <url> [--json] [--fail-under A+|A|B|C|D] [--save evidence.json]   scan here, without a server',
      'scan --from evidence.json [--json] [--fail-under …]                    judge saved evidence again, offline',
    ],
    load: () => import('./commands/scan.ts'),
  },
  diff: {
    usage: ['diff <before.json> <after.json> [--json]   what changed between two saved evidences'],
    load: () => import('./commands/diff.ts'),
  },
  keys: {
    usage: [
      'keys create --email a@b.c [--plan pro] [--scans-per-month N]   prints the new key, alone',
      'keys rotate <id or key> [--now]                                prints the new key; the old one works 24 hours on',
      'keys revoke <id or key>                                        at once and for good',
      'keys list [--email a@b.c] [--json]',
    ],
    load: () => operatorCommand(import('./commands/keys.ts')),
  },
  tokens: {
    usage: ['tokens create --kind one-time|compliance --email a@b.c   prints the token, alone'],
    load: () => operatorCommand(import('./commands/tokens.ts')),
  },
  'report-keys': {
    usage: [
      'report-keys list     the public keys of signed reports, as a JWK set',
      'report-keys rotate   signs with a new key from now on; prints its id',
    ],
    load: () => operatorCommand(import('./commands/report-keys.ts')),
  },
  billing: {
    usage: [
      'billing reconcile --since 2026-11-01 [--json]            corrects what payments, ledger and entitlements disagree on',
      'billing settle <matter> --refund|--accept|--dismiss      decides what reconciliation leaves to a person',
      'billing books --month 2026-11                            every movement of money of a month, as CSV',
    ],
    load: () => operatorCommand(import('./commands/billing.ts')),
  },
  backup: {
    usage: ['backup <folder>    copies the embedded database while it serves'],
    load: () => import('./commands/backup.ts'),
  },
  restore: {
    usage: ['restore <folder>   puts a backup back; the service must be stopped'],
    load: () => import('./commands/restore.ts'),
  },
};

async function operatorCommand(
  loading: Promise<{ run(args: string[], deps: OperatorDeps): Promise<number> }>,
): ReturnType<Command['load']> {
  const [{ run }, { openOperatorDatabase }] = await Promise.all([loading, import('./operator-database.ts')]);
  return {
    async run(args) {
      const { db, appSecret, close } = await openOperatorDatabase();
      try {
        return await run(args, { db, appSecret, out: console.log, err: console.error });
      } finally {
        await close();
      }
    },
  };
}
