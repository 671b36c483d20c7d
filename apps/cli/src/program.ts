import { Argument } from 'commander';
import type { ComplianceOptions } from './commands/compliance.ts';
import { collect, PalisadeCommand, wholeNumber } from './command.ts';
import { FORMATS } from './formats/format-names.ts';
import { MAX_CONCURRENCY } from './limits.ts';
import { SHELLS, type Shell } from './shells.ts';
import type { Outcome } from './run-program.ts';
import { columns, wrap } from './terminal/wrap.ts';
import type { ScanOptions } from './scanning/settings.ts';

const STATUSES =
  'Exit status: 0 success, 1 a gate failed (the last line on standard error says which and why), 2 usage error, 3 not scanned.';

const statuses = ({ error }: { error: boolean }): string =>
  ['', ...wrap(STATUSES, { indent: '', width: columns(error ? process.stderr : process.stdout) })].join('\n');

/** The commands that need no service. Each loads its modules when it is called. */
export function scanningProgram(outcome: Outcome): PalisadeCommand {
  const program = new PalisadeCommand('palisade');
  program.description('Scans websites for security weaknesses and shows how to fix them.');
  program.addHelpText('after', statuses);
  addScan(program, outcome);
  program
    .command('diff')
    .description('compare two saved scans or reports')
    .argument('<before>', 'evidence from --save, or a report')
    .argument('<after>')
    .option('--json', 'print JSON')
    .option('--fail-on-regression', 'exit with 1 if the score or a check got worse')
    .action(async (before: string, after: string, options: { json?: boolean; failOnRegression?: boolean }) => {
      outcome.status = await (await import('./commands/diff.ts')).diff(before, after, options);
    });
  program
    .command('checks')
    .description('list the checks, or explain one')
    .argument('[check]', 'ID of a check, or a prefix of several')
    .option('--json', 'print JSON')
    .action(async (id: string | undefined, options: { json?: boolean }) => {
      outcome.status = await (await import('./commands/checks.ts')).checks(id, options);
    });
  program
    .command('verify')
    .description('check that a report (JSON or PDF) was signed by a service and is unchanged')
    .argument('<file>')
    .option('--keys <service or file>', 'URL of the service, or a file with its /.well-known/palisade-keys.json')
    .option('--json', 'print JSON')
    .action(async (file: string, options: { keys?: string; json?: boolean }) => {
      outcome.status = await (await import('./commands/verify.ts')).verify(file, options);
    });
  addCompliance(program, outcome);
  program
    .command('completion')
    .description('print a shell completion script: source <(palisade completion bash)')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action(async (shell: Shell) => {
      (await import('./commands/completion.ts')).completion(program, shell);
    });
  program
    .command('mcp')
    .description('serve agents through the Model Context Protocol on standard input and output')
    .action(async () => {
      await (await import('./commands/mcp.ts')).mcp();
    });
  return program;
}

function addCompliance(program: PalisadeCommand, outcome: Outcome): void {
  program
    .command('compliance')
    .description('paid compliance reports')
    .command('generate')
    .description('have a service scan and assess a site and email the report that a token pays for')
    .argument('<url>')
    .option('--server <address>', 'the Palisade service')
    .option('--token <token>', 'token that pays for it (default: PALISADE_TOKEN)')
    .option('--email <address>', 'recipient of the report')
    .option('--prepared-for <name>', 'client name for the cover')
    .option('--logo <file>', 'PNG or JPEG next to the client name, at most 256 KiB')
    .option('--card-data <how>', 'none, redirect, iframe or own_page')
    .option('--personal-data <yes or no>', 'whether the site processes personal data')
    .option('--framework <id>', 'framework to assess; repeat for several', collect)
    .option(
      '--pages <list or number>',
      'more pages for the browser, such as the payment page: comma-separated URLs or paths, or how many to find (0 to 5)',
    )
    .action(async (url: string, options: ComplianceOptions) => {
      outcome.status = await (await import('./commands/compliance.ts')).generateCompliance(url, options);
    });
}

function addScan(program: PalisadeCommand, outcome: Outcome): void {
  program
    .command('scan')
    .description('scan one site or many')
    .argument('[url...]', 'URL to scan; https:// is assumed')
    .option('--list <file>', 'file with more URLs, one per line; - for standard input')
    .option('--format <format>', `${FORMATS.join(', ')}; repeat for several`, collect)
    .option('--json', 'the same as --format json')
    .option('--output <file>', 'write to this file instead of printing; pairs with --format by order', collect)
    .option('--fail-under <grade>', 'gate: minimum grade (A+, A, B, C, D)')
    .option(
      '--fail-on <what>',
      'gate: critical, important or minor (each includes the more severe), provisional, or a check ID; repeat for several',
      collect,
    )
    .option('--baseline <file>', 'earlier reports or evidence: only new findings fail')
    .option('--config <file>', 'options and ignores (default: palisade.config.json, if it exists)')
    .option('--header <field>', "'Name: value', sent only to the target's own origin; repeat for several", collect)
    .option('--cookie <pairs>', "'name=value; …', likewise", collect)
    .option('--basic <user:password>', 'HTTP authentication, likewise')
    .option('--client-cert <file>', 'PEM client certificate, used only for the target')
    .option('--client-key <file>', 'PEM key of the client certificate')
    .option(
      '--browser',
      'also load the page in a real browser (SCAN_BROWSER): what its scripts do, and a tested policy',
    )
    .option(
      '--pages <list or number>',
      'more pages for the browser: comma-separated URLs or paths on the same site, or how many to find (0 to 5)',
    )
    .option(
      '--concurrency <number>',
      'sites to scan in parallel (default: 8); never two scans of one host at once',
      wholeNumber('--concurrency', 1, MAX_CONCURRENCY),
    )
    .option('--resume <file>', 'store finished scans in this file and resume from it after an interruption')
    .option('--save <file>', 'save the evidence of one scan, for --from and diff')
    .option('--from <file>', 'evaluate saved evidence again, offline')
    .option('--server <url>', 'scan through a Palisade service')
    .option('--key <key>', 'API key for the service; without one you get the free report')
    .option('--key-file <file>', 'file that contains the key')
    .addHelpText('after', statuses)
    .action(async (urls: string[], options: ScanOptions) => {
      outcome.status = await (await import('./commands/scan.ts')).scanSites(urls, options);
    });
}
