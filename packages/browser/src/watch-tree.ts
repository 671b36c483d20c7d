import { measureTree } from './process-tree.ts';
import type { Budget } from './budget.ts';

const CHECK_MS = 200;

/** Enforces the memory and processor time limits of a browser's processes. Without /proc it measures nothing. */
export function watchTree(pid: number | null, budget: Budget, onOverrun: (what: string) => void) {
  let cpuMs = 0;
  let peakBytes = 0;
  const measure = (): void => {
    const found = pid === null || process.platform !== 'linux' ? null : measureTree(pid);
    if (!found) return;
    cpuMs = Math.max(cpuMs, found.cpuMs);
    peakBytes = Math.max(peakBytes, found.privateBytes);
    if (found.privateBytes > budget.memoryBytes) {
      onOverrun(`used more than ${Math.round(budget.memoryBytes / 1024 / 1024)} MB of memory`);
    } else if (found.cpuMs > budget.cpuMs) onOverrun(`used more than ${budget.cpuMs / 1000} s of processor time`);
  };
  const timer = setInterval(measure, CHECK_MS);
  timer.unref();
  return {
    figures: () => {
      measure();
      return { cpuMs, peakBytes };
    },
    stop: () => clearInterval(timer),
  };
}
