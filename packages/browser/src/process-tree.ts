import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of /proc/<pid>/stat are hundredths of a second on every Linux that Node runs on. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;

export interface TreeFigures {
  processes: number;
  /** Memory that belongs only to these processes: what they share (the program, its data) is not counted. */
  privateBytes: number;
  /** Processor time of the living processes, and of their children that have ended. */
  cpuMs: number;
}

/** A process and all its descendants, from Linux's /proc; null if there is no /proc or the process has ended. */
export function measureTree(root: number): TreeFigures | null {
  const figures: TreeFigures = { processes: 0, privateBytes: 0, cpuMs: 0 };
  const open = [root];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    try {
      const [, resident = 0, shared = 0] = read(pid, 'statm').split(' ').map(Number);
      // The name is in parentheses and may contain anything: fields are counted from its end.
      const fields = read(pid, 'stat')
        .replace(/^.*\) /su, '')
        .split(' ')
        .map(Number);
      const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
      // A process lists its children by the thread that started them. Only the browser's own process has several such threads.
      const threads = pid === root ? readdirSync(`/proc/${pid}/task`) : [pid];
      figures.processes += 1;
      figures.privateBytes += Math.max(0, resident - shared) * PAGE_BYTES;
      figures.cpuMs += (user + system + childUser + childSystem) * TICK_MS;
      for (const thread of threads) open.push(...childrenOf(pid, thread));
    } catch {
      // It has ended meanwhile.
    }
  }
  return figures.processes === 0 ? null : figures;
}

function childrenOf(pid: number, thread: number | string): number[] {
  try {
    return (read(pid, `task/${thread}/children`).match(/\d+/gu) ?? []).map(Number);
  } catch {
    // The thread has ended meanwhile.
    return [];
  }
}

function read(pid: number, file: string): string {
  return readFileSync(`/proc/${pid}/${file}`, 'utf8');
}
