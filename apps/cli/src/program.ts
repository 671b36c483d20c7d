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
  'Exit status: 0 fine, 1 a gate failed (the last line on standard error says which and why), 2 used wrongly, 3 not scanned.';

const statuses = ({ error }: { error: boolean }): string =>
  ['', ...wrap(STATUSES, { indent: '', width: columns(error ? process.stderr : process.stdout) })].join('\n');

/** The commands that need no service. Each loads what it needs when it is called. */
export function scanningProgram(outcome: Outcome): PalisadeCommand {
  const program = new PalisadeCommand('palisade');
  program.description('Scans websites for what weakens their security, and says what to do about it.');
  program.addHelpText('after', statuses);
  addScan(program, outcome);
  program
    .command('diff')
    .description('what changed between two saved scans or reports')
    .argument('<before>', 'evidence from --save, or a report')
    .argument('<after>')
    .option('--json', 'print JSON')
    .option('--fail-on-regression', 'exit with 1 when the score or a check became worse')
    .action(async (before: string, after: string, options: { json?: boolean; failOnRegression?: boolean }) => {
      outcome.status = await (await import('./commands/diff.ts')).diff(before, after, options);
    });
  program
    .command('checks')
    .description('list the checks, or explain one')
    .argument('[check]', 'id of a check, or the beginning of several')
    .option('--json', 'print JSON')
    .action(async (id: string | undefined, options: { json?: boolean }) => {
      outcome.status = await (await import('./commands/checks.ts')).checks(id, options);
    });
  program
    .command('verify')
    .description('is this report, JSON or PDF, of that service, and as it was signed?')
    .argument('<file>')
    .option('--keys <service or file>', 'address of the service, or a file with its /.well-known/palisade-keys.json')
    .option('--json', 'print JSON')
    .action(async (file: string, options: { keys?: string; json?: boolean }) => {
      outcome.status = await (await import('./commands/verify.ts')).verify(file, options);
    });
  addCompliance(program, outcome);
  program
    .command('completion')
    .description('print what makes a shell complete this command: source <(palisade completion bash)')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action(async (shell: Shell) => {
      (await import('./commands/completion.ts')).completion(program, shell);
    });
  program
    .command('mcp')
    .description('serve agents by the Model Context Protocol, on standard input and output')
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
    .description('have a service scan a site, assess it and mail the report that a token pays for')
    .argument('<url>')
    .option('--server <address>', 'the Palisade service')
    .option('--token <token>', 'what paid for it (default: PALISADE_TOKEN)')
    .option('--email <address>', 'where the report is sent')
    .option('--prepared-for <name>', 'client named on the cover')
    .option('--logo <file>', 'PNG or JPEG beside that name, at most 256 KiB')
    .option('--card-data <how>', 'none, redirect, iframe or own_page')
    .option('--personal-data <yes or no>', 'whether the site processes personal data')
    .option('--framework <id>', 'assess against this one; repeat it for several', collect)
    .action(async (url: string, options: ComplianceOptions) => {
      outcome.status = await (await import('./commands/compliance.ts')).generateCompliance(url, options);
    });
}

function addScan(program: PalisadeCommand, outcome: Outcome): void {
  program
    .command('scan')
    .description('scan one site or many')
    .argument('[url...]', 'what to scan; https:// is assumed')
    .option('--list <file>', 'more of them, one a line; - is standard input')
    .option('--format <format>', `${FORMATS.join(', ')}; repeat it for several`, collect)
    .option('--json', 'the same as --format json')
    .option('--output <file>', 'write there instead of printing; pairs with --format by order', collect)
    .option('--fail-under <grade>', 'gate: the grade must be this or better (A+, A, B, C, D)')
    .option(
      '--fail-on <what>',
      'gate: critical, important or minor (each includes the more severe), provisional, or the id of a check; repeat it for several',
      collect,
    )
    .option('--baseline <file>', 'earlier reports or evidence: only what is new fails')
    .option('--config <file>', 'options and ignores (default: palisade.config.json, where it exists)')
    .option('--header <field>', "'Name: value', sent to the target's own origin alone; repeat it for several", collect)
    .option('--cookie <pairs>', "'name=value; …', likewise", collect)
    .option('--basic <user:password>', 'HTTP authentication, likewise')
    .option('--client-cert <file>', 'PEM client certificate, likewise')
    .option('--client-key <file>', 'PEM key of it')
    .option('--browser', 'also load it in a real browser (SCAN_BROWSER): what its scripts do, a policy that is proven')
    .option(
      '--pages <list or number>',
      'further pages for the browser: addresses or paths of the same site with commas between, or how many to find (0 to 5)',
    )
    .option(
      '--concurrency <number>',
      'sites at once (default: 8); one host is never scanned twice at once',
      wholeNumber('--concurrency', 1, MAX_CONCURRENCY),
    )
    .option('--resume <file>', 'keep finished scans there, and go on from it after an interruption')
    .option('--save <file>', 'keep the evidence of one scan, for --from and diff')
    .option('--from <file>', 'judge saved evidence again, offline')
    .option('--server <url>', 'have a Palisade service scan')
    .option('--key <key>', 'API key for it; without one it gives the free report')
    .option('--key-file <file>', 'file that holds the key')
    .addHelpText('after', statuses)
    .action(async (urls: string[], options: ScanOptions) => {
      outcome.status = await (await import('./commands/scan.ts')).scanSites(urls, options);
    });
}
