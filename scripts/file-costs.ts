/**
 * Measures what each test file costs, for making the suite shorter: `PALISADE_TEST_COSTS=costs.jsonl npm test`
 * appends one line per file with its processor time, including that of the processes it started.
 *
 * Files in one process run one after another (`isolate: false`), so the difference between start and end is the file's own.
 * A server shared by all files, and processes that outlive the file, are not counted.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

const TICKS_PER_SECOND = 100;
const began = seconds();

afterAll(() => {
  const file = process.env['PALISADE_TEST_COSTS'];
  if (file === undefined) return;
  const ended = seconds();
  const line = {
    file: (expect.getState().testPath ?? '').replace(`${process.cwd()}/`, ''),
    own_s: Number((ended.own - began.own).toFixed(2)),
    children_s: Number((ended.children - began.children).toFixed(2)),
  };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
});

/** Processor time so far: of this process, and of its children that have exited. Linux only; elsewhere 0 for the children. */
function seconds(): { own: number; children: number } {
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1e6, children: childTicks() / TICKS_PER_SECOND };
}

function childTicks(): number {
  try {
    // After the name in parentheses: state is field 3 of proc(5), cutime and cstime are 16 and 17.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(fields[13]) + Number(fields[14]);
  } catch {
    return 0;
  }
}
