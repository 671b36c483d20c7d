import { afterEach, describe, expect, it } from 'vitest';
import {
  createScanProcesses,
  ScanProcessDied,
  type ScanProcesses,
  type ScanProcessesOptions,
} from './scan-processes.ts';

const ENTRY = new URL('../test/misbehaving-scan.ts', import.meta.url);
const NEVER = new AbortController().signal;
const pids = new Map<string, number>();
const open: ScanProcesses[] = [];

function processes(options: Partial<ScanProcessesOptions> = {}): ScanProcesses {
  const made = createScanProcesses({
    entry: ENTRY,
    timeoutMs: 60_000,
    perProcess: 1,
    onBegin: (scanId, pid) => pids.set(scanId, pid),
    ...options,
  });
  open.push(made);
  return made;
}
afterEach(() => {
  for (const made of open.splice(0)) made.close();
  pids.clear();
});

const isAlive = (pid: number | undefined) => {
  try {
    return process.kill(pid ?? -1, 0);
  } catch {
    return false;
  }
};

describe('processes of one scan at a time', () => {
  it('one after the other in the same process, side by side in two', async () => {
    const some = processes();
    await some.run('first', NEVER);
    await some.run('second', NEVER);
    expect(pids.get('second')).toBe(pids.get('first'));
    await Promise.all([some.run('third', NEVER), some.run('fourth', NEVER)]);
    expect(pids.get('third')).not.toBe(pids.get('fourth'));
  }, 60_000);

  it.each([
    ['abort', /SIGABRT/],
    ['exit', /exit code 3/],
    ['hoard', /SIGABRT|SIGTRAP|exit code/],
    ['spin', /did not answer within 1500 ms/],
  ])(
    '%s takes no neighbour with it',
    async (fault, said) => {
      const some = processes({ timeoutMs: fault === 'spin' ? 1_500 : 60_000, heapMb: 40 });
      await Promise.all([some.run('warm', NEVER), some.run('warm too', NEVER)]);
      const [poison, neighbour] = await Promise.allSettled([some.run(fault, NEVER), some.run('neighbour', NEVER)]);
      expect(neighbour.status).toBe('fulfilled');
      expect(poison).toMatchObject({ status: 'rejected', reason: expect.any(ScanProcessDied) as unknown });
      expect((poison as PromiseRejectedResult).reason).toMatchObject({
        message: expect.stringMatching(said) as unknown,
      });
      await expect.poll(() => isAlive(pids.get(fault))).toBe(false);
      await some.run('after', NEVER);
    },
    60_000,
  );

  it('a few share a process, and die with it; one that is to be alone shares with nobody', async () => {
    const some = processes({ perProcess: 3 });
    const three = ['slow', 'slow too', 'abort'].map((scanId) => some.run(scanId, NEVER));
    const alone = some.run('alone', NEVER, { alone: true });
    const fourth = some.run('fourth', NEVER);
    for (const result of await Promise.allSettled(three)) {
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(ScanProcessDied) as unknown });
    }
    await Promise.all([alone, fourth]);
    expect(pids.get('slow too')).toBe(pids.get('slow'));
    expect(new Set([pids.get('slow'), pids.get('alone'), pids.get('fourth')]).size).toBe(3);
  }, 60_000);

  it('hands on trouble, and stays', async () => {
    const some = processes();
    await expect(some.run('throw', NEVER)).rejects.toThrow('the database is gone');
    await some.run('after', NEVER);
    expect(pids.get('after')).toBe(pids.get('throw'));
  }, 60_000);

  it('tells the process that nobody wants a scan any more', async () => {
    const some = processes();
    const leaving = new AbortController();
    const slow = some.run('slow', leaving.signal);
    leaving.abort('nobody waits any more');
    await expect(slow).rejects.toThrow('aborted: nobody waits any more');
    await expect.poll(() => isAlive(pids.get('slow'))).toBe(false);
  }, 60_000);

  it('lets idle processes go', async () => {
    const some = processes({ idleMs: 50 });
    await some.run('only', NEVER);
    await expect.poll(() => isAlive(pids.get('only')), { timeout: 20_000 }).toBe(false);
    await some.run('later', NEVER);
  }, 60_000);
});
