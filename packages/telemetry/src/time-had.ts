import { readFileSync } from 'node:fs';

/** Linux tells programs processor time in hundredths of a second, however its kernel counts. */
const TICK_MS = 10;

/**
 * Measures how much time a process had for its event loop: all of it while the loop waits, and its processor time
 * while it computes. On a machine that is busy with something else a loop that is only kept from the processor has
 * had hardly any, however long the clock says it was silent. Where the system does not tell, it is the time that passed.
 * @returns the milliseconds since it was last called
 */
export function timeHad(pid: number): () => number {
  let at = performance.now();
  let before = mainThread(pid);
  return () => {
    const passed = performance.now() - at;
    at += passed;
    const now = mainThread(pid);
    const used = now && before ? now.cpuMs - before.cpuMs : passed;
    before = now;
    return now?.runnable === true ? Math.min(used, passed) : passed;
  };
}

/** Of a process: its first thread, which runs the event loop. */
function mainThread(pid: number): { runnable: boolean; cpuMs: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything, parentheses too: the fields begin after the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { runnable: fields[0] === 'R', cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
  } catch {
    return undefined;
  }
}
