import { CommanderError, type Command } from 'commander';
import { ConfigError } from '@palisade/config/parse-environment';
import { EXIT, type ExitStatus } from './exit-status.ts';
import { joined, line, linesOf, paint, type Shown } from './terminal/shown.ts';
import { printLines, warn } from './terminal/write.ts';
import { InputError, UsageError } from './usage-error.ts';

/** A command's action reports its exit status through this. */
export interface Outcome {
  status: ExitStatus;
}

/** Parses and runs, and turns every outcome into an exit status and a message on the right stream. */
export async function runProgram(program: Command, args: readonly string[], outcome: Outcome): Promise<ExitStatus> {
  const writeErr: Shown[] = [];
  configure(program, writeErr);
  try {
    await program.parseAsync(withoutHelpOfNothing(program, args), { from: 'user' });
    return outcome.status;
  } catch (error) {
    if (error instanceof CommanderError) return ended(error, writeErr);
    const message = error instanceof Error ? error.message : String(error);
    warn(paint('red', joined(linesOf(message), '\n'), process.stderr));
    if (error instanceof ConfigError) return EXIT.usedWrongly;
    if (!(error instanceof UsageError)) return EXIT.notScanned;
    if (!(error instanceof InputError)) warn(line`Try --help.`);
    return EXIT.usedWrongly;
  }
}

function ended({ code, exitCode }: CommanderError, written: readonly Shown[]): ExitStatus {
  const requested = exitCode === 0 || code === 'commander.help';
  for (const text of written) warn(requested ? text : paint('red', text, process.stderr));
  if (!requested) warn(line`Try --help.`);
  // `palisade keys` alone prints help but did nothing, so it fails. `palisade help keys` succeeds.
  if (code === 'commander.help' && exitCode !== 0) return EXIT.usedWrongly;
  return exitCode === 0 ? EXIT.fine : EXIT.usedWrongly;
}

/**
 * For an unknown command, commander prints the program's help and counts that as success. Without
 * `--help` or `help`, it reports the error and suggests another name. And it has no help for `help`.
 */
function withoutHelpOfNothing(program: Command, args: readonly string[]): readonly string[] {
  if (args[0] === 'help' && args[1] === 'help') return ['help'];
  const names = args[0] === 'help' ? args.slice(1) : args;
  let command = program;
  for (const [index, name] of names.entries()) {
    const next = command.commands.find((one) => one.name() === name);
    if (next) command = next;
    else if (command.commands.length === 0 || name.startsWith('-') || name === 'help') return args;
    else return names.slice(0, index + 1);
  }
  return args;
}

/** Commander's messages may repeat what was typed, or what a script passed on from elsewhere. */
function configure(command: Command, writeErr: Shown[]): void {
  const lines = (text: string): Shown[] => linesOf(text.replace(/\n+$/u, ''));
  command.configureOutput({
    writeOut: (text) => printLines(lines(text)),
    writeErr: (text) => void writeErr.push(joined(lines(text), '\n')),
    // Like every other usage error: in red, with a reference to the help.
    outputError: (text, write) => write(text.replace(/^error: /u, '')),
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  });
  for (const subcommand of command.commands) configure(subcommand, writeErr);
}
