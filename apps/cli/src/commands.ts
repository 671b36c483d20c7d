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
    usage: ['diff <before.json> <after.json>   what changed between two saved evidences'],
    load: () => import('./commands/diff.ts'),
  },
};
