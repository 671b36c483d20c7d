import { readFileSync } from 'node:fs';

/** Linux reports processor time in hundredths of a second, whatever resolution its kernel uses. */
const TICK_MS = 10;

/**
 * Measures how much time a process had for its event loop: all of it while the loop waits, and its processor time
 * while it computes. On a busy machine, a loop that is only waiting for a processor has
 * had hardly any, however long it was silent. Where the system does not report it, the elapsed time counts.
 * @returns the milliseconds since the last call
 */
export function availableTime(pid: number): () => number {
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

/** The process's first thread, which runs the event loop. */
function mainThread(pid: number): { runnable: boolean; cpuMs: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
    // The name in parentheses may contain anything, including parentheses: the fields start after the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { runnable: fields[0] === 'R', cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
  } catch {
    return undefined;
  }
}
