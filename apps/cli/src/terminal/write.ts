import type { Encoded } from '@palisade/report/encoded';
import { EXIT } from '../exit-status.ts';
import { fileFault } from '../usage-error.ts';
import { line, type Shown } from './shown.ts';

/** The only part of the command line that writes to standard output and standard error. */
export function print(text: Shown): void {
  process.stdout.write(`${text.toString()}\n`);
}

export function printLines(lines: readonly Shown[]): void {
  if (lines.length > 0) process.stdout.write(`${lines.map(String).join('\n')}\n`);
}

export function warn(text: Shown): void {
  process.stderr.write(`${text.toString()}\n`);
}

/** Accepts what the encoder of a format made. */
export function printEncoded(text: Encoded<string>): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(text, () => resolve());
  });
}

/** For a progress line, which is overwritten. */
export function redraw(text: Shown | null): void {
  process.stderr.write(`\r\u001b[K${text?.toString() ?? ''}`);
}

let leaves = false;

/** For a command that only prints: without a reader, the rest is of no use to anyone. */
export function leaveWithReader(): void {
  leaves = true;
}

/**
 * A reader (`head`, `grep -q`, a pager) may stop early: that is not an error, and the command goes on to its exit status,
 * which says whether a gate failed. A full disk is one: the requested output is missing.
 */
export function tolerateClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') {
        if (leaves) process.exit(process.exitCode ?? 0);
        return;
      }
      if (stream === process.stdout) warn(line`${fileFault('standard output', 'written', error).message}`);
      process.exit(EXIT.usedWrongly);
    });
  }
}
