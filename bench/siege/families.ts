import { readdirSync, readFileSync } from 'node:fs';
import { descendants } from '../../test/descendants.ts';

/** A pid may be reused by another process; together with the start time it is unique. */
interface Seen {
  pid: number;
  startedAt: string;
  command: string;
}

const FAMILIES: readonly (readonly [family: string, command: RegExp])[] = [
  ['api', /api\/src\/server\.ts/],
  ['scanners', /\/scanner\.(?:ts|mjs)/],
  ['scan worker', /scan-worker\/src\/main\.ts/],
  ['documents', /packages\/pdf\//],
  ['report worker', /report-worker\/src\/main\.ts/],
  ['launcher', /launcher\/src\/main\.ts/],
  ['PostgreSQL', /postgres/],
  ['Redis', /redis-server/],
];

const MB_IN_KB = 1024;

/** The resources of a service's processes, and the processes that outlived their parent. */
export function createFamilyWatch(roots: () => Promise<readonly number[]>) {
  const everSeen = new Map<string, Seen>();
  let suspects = new Set<string>();
  const orphans = new Map<string, Seen>();
  const ended = (seen: Seen) => startTime(seen.pid) !== seen.startedAt;

  return {
    /** Proportional memory (shared pages counted once) and open descriptors of each family, now. */
    async sample(): Promise<Map<string, { mb: number; files: number; processes: number }>> {
      const top = await roots();
      const pids = new Set([...top, ...(await Promise.all(top.map(descendants))).flat()]);
      const families = new Map<string, { mb: number; files: number; processes: number }>();
      for (const pid of pids) {
        const [startedAt, command] = [startTime(pid), commandOf(pid)];
        if (startedAt === undefined || command === '') continue;
        everSeen.set(`${pid} ${startedAt}`, { pid, startedAt, command });
        const family = FAMILIES.find(([, pattern]) => pattern.test(command))?.[0] ?? 'other';
        const sum = families.get(family) ?? { mb: 0, files: 0, processes: 0 };
        families.set(family, {
          mb: sum.mb + proportionalMb(pid),
          files: sum.files + openFiles(pid),
          processes: sum.processes + 1,
        });
      }
      // A process seen outside the service twice in a row was left behind; once, it may be ending.
      const outside = new Set<string>();
      for (const [key, seen] of everSeen) {
        if (pids.has(seen.pid)) continue;
        if (ended(seen)) everSeen.delete(key);
        else outside.add(key);
        if (suspects.has(key) && outside.has(key)) orphans.set(key, seen);
      }
      suspects = outside;
      return families;
    },
    /** Processes that were left behind for at least ten seconds while it ran. */
    leftBehind: () => [...orphans.values()],
    /** All processes ever seen that are still alive: after the end of the service there must be none. */
    alive: () => [...everSeen.values()].filter((seen) => !ended(seen)),
  };
}

function startTime(pid: number): string | undefined {
  const text = read(`/proc/${pid}/stat`);
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  // A zombie holds nothing and waits for its parent.
  return text === '' || fields[0] === 'Z' ? undefined : fields[19];
}

function commandOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
}

function proportionalMb(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / MB_IN_KB;
}

function openFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
