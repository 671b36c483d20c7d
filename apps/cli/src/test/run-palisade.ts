import { vi } from 'vitest';
import { addOperatorCommands, type WithDatabase } from '../operator-program.ts';
import { scanningProgram } from '../program.ts';
import { runProgram, type Outcome } from '../run-program.ts';

export interface Ran {
  status: number;
  out: string;
  err: string;
  /** What a script that shows one line would show. */
  lastError: string;
}

/** The complete command line in this process, as a terminal would run it. */
export async function runPalisade(args: readonly string[], withDatabase?: WithDatabase): Promise<Ran> {
  const written = { out: '', err: '' };
  const into = (name: 'out' | 'err') =>
    ((text: unknown, done?: unknown) => {
      written[name] += String(text);
      if (typeof done === 'function') done();
      return true;
    }) as typeof process.stdout.write;
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(into('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(into('err')),
  ];
  try {
    const outcome: Outcome = { status: 0 };
    const program = scanningProgram(outcome);
    if (withDatabase) addOperatorCommands(program, outcome, withDatabase);
    const status = await runProgram(program, args, outcome);
    return { status, ...written, lastError: written.err.trimEnd().split('\n').at(-1) ?? '' };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
