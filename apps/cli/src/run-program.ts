import { CommanderError, type Command } from 'commander';
import { ConfigError } from '@palisade/config/parse-environment';
import { EXIT, type ExitStatus } from './exit-status.ts';
import { joined, line, linesOf, paint, type Shown } from './terminal/shown.ts';
import { printLines, warn } from './terminal/write.ts';
import { InputError, UsageError } from './usage-error.ts';

/** A command's action gives its exit status back through this. */
export interface Outcome {
  status: ExitStatus;
}

/** Parses, runs, and turns every way to end into an exit status and words on the right stream. */
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
  const asked = exitCode === 0 || code === 'commander.help';
  for (const text of written) warn(asked ? text : paint('red', text, process.stderr));
  if (!asked) warn(line`Try --help.`);
  // `palisade keys` alone: the help says what it takes, but nothing was done. `palisade help keys` asked for it.
  if (code === 'commander.help' && exitCode !== 0) return EXIT.usedWrongly;
  return exitCode === 0 ? EXIT.fine : EXIT.usedWrongly;
}

/**
 * For a command that does not exist, commander shows the help of the program and calls that a success. Without
 * `--help` or `help` it says what is wrong and suggests another name. And it knows no help of `help`.
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

/** Commander's own words may repeat what was typed, or what a script passed on from elsewhere. */
function configure(command: Command, writeErr: Shown[]): void {
  const lines = (text: string): Shown[] => linesOf(text.replace(/\n+$/u, ''));
  command.configureOutput({
    writeOut: (text) => printLines(lines(text)),
    writeErr: (text) => void writeErr.push(joined(lines(text), '\n')),
    // As every other wrong use is told: red, and with the way to the help.
    outputError: (text, write) => write(text.replace(/^error: /u, '')),
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  });
  for (const subcommand of command.commands) configure(subcommand, writeErr);
}
