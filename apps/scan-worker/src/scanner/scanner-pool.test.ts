import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { unpacked } from '@palisade/db/packed';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createScannerPool, type ScannerPool, type ScannerPoolOptions } from './scanner-pool.ts';
import { ScannerDied, startScanner, type ScannerOptions } from './scanner-process.ts';

const entry = new URL('../../test/misbehaving-scanner.mjs', import.meta.url);
const NEVER = new AbortController().signal;
const open: ScannerPool[] = [];
afterAll(() => {
  for (const pool of open.splice(0)) pool.close();
});

const OPTIONS: ScannerOptions = {
  entry,
  policy: { allowCidrs: [], allowPorts: [443], dnsServers: [], userAgent: 'test' },
  timeoutMs: 20_000,
  heapMb: 64,
  // Only processor time that the process could have had counts: starved processes are not silent.
  silentMs: 2_000,
};
function pool(options: Partial<ScannerPoolOptions> = {}): ScannerPool & { deaths: string[] } {
  const deaths: string[] = [];
  const made = createScannerPool({
    ...OPTIONS,
    processes: 1,
    onDeath: (why) => void deaths.push(why),
    ...options,
  });
  open.push(made);
  return { ...made, deaths };
}
const order = (deed: string) => ({ scanId: randomUUID(), url: `https://${deed}.test/${deed}`, priority: 0 });
const run = (of: ScannerPool, deed: string, signal = NEVER) => of.run(order(deed), signal);
const pidOf = async (outcome: Promise<object>) =>
  (JSON.parse(unpacked(((await outcome) as { report: Uint8Array }).report).toString()) as { pid: number }).pid;
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

// In parallel: most of the time each test waits for a limit.
describe.concurrent('scanners', () => {
  it('run many scans each, and share the work', async ({ expect }) => {
    const some = pool({ processes: 2 });
    const pids = await Promise.all(Array.from({ length: 12 }, () => pidOf(run(some, 'quick'))));
    expect(new Set(pids).size).toBe(2);
    some.close();
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  }, 180_000);

  it.each([
    ['abort', /SIGABRT/],
    ['exit', /exit code 3/],
    ['hoard', /SIGABRT|SIGTRAP|exit code|grew beyond|said nothing/],
    // On a busy machine its time to answer may be over before it has been silent for two seconds.
    ['spin', /said nothing for 2000 ms|did not answer within/],
    ['noise', /sent something that is not an answer/],
    ['flood', /sent a line that is too long|said nothing/],
    ['beats', /sent too many answers/],
    ['stranger', /an order that it was not given/],
    ['stated', /another kind of answer than was ordered/],
    ['called', /another kind of answer than was ordered/],
    ['shout', /wrote too much to standard error/],
  ])(
    'a scanner that a scan makes %s is ended, and all its scans are rejected',
    async (deed, said) => {
      const gone: [why: string, scans: number][] = [];
      const scanner = startScanner(OPTIONS, (...how) => void gone.push(how));
      onTestFinished(() => scanner.retire());
      const neighbor = scanner.scan(order('never'), NEVER);
      const killer = scanner.scan(order(deed), NEVER);
      for (const outcome of await Promise.allSettled([neighbor, killer])) {
        expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(ScannerDied) as ScannerDied });
        expect(outcome).toMatchObject({ reason: { message: expect.stringMatching(said) as string } });
      }
      expect(gone).toEqual([[expect.stringMatching(said), 2]]);
      expect(scanner.dead).toBe(true);
    },
    240_000,
  );

  it('a scanner whose messages piled up while its supervisor was paused is not ended', async () => {
    const gone: string[] = [];
    const scanner = startScanner(OPTIONS, (why) => void gone.push(why));
    onTestFinished(() => scanner.retire());
    await scanner.scan(order('piled'), NEVER);
    expect(gone).toEqual([]);
  }, 240_000);

  // The pool only sees that a process died: by itself, or ended by its supervisor as in all cases above.
  it.each([
    ['abort', /SIGABRT/],
    ['noise', /sent something that is not an answer/],
  ])(
    'a scan that makes its scanner %s takes no neighbor with it, and is given up when it does so alone',
    async (deed, said) => {
      const some = pool();
      const neighbors = Array.from({ length: 5 }, () => run(some, 'slow'));
      const killer = run(some, deed);
      killer.catch(() => undefined);
      for (const outcome of await Promise.allSettled(neighbors)) expect(outcome.status).toBe('fulfilled');
      await expect(killer).rejects.toThrow(ScannerDied);
      await expect(killer).rejects.toThrow(said);
      expect(some.deaths.length).toBeGreaterThanOrEqual(2);
      expect(some.deaths.length).toBeLessThanOrEqual(3);
      await run(some, 'quick');
    },
    240_000,
  );

  it('a scan that never answers is ended with its process, after twice its deadline', async ({ expect }) => {
    const some = pool({ timeoutMs: 500 });
    await expect(run(some, 'never')).rejects.toThrow(/did not answer within 3500 ms/);
  }, 180_000);

  it('a worn-out scanner finishes its scans while another serves', async ({ expect }) => {
    const some = pool();
    const last = pidOf(run(some, 'worn'));
    const slow = pidOf(run(some, 'slow'));
    await expect.poll(async () => (await pidOf(run(some, 'quick'))) !== (await last)).toBe(true);
    expect(await slow).toBe(await last);
    await expect.poll(async () => isAlive(await last)).toBe(false);
    expect(some.deaths).toEqual([]);
  }, 180_000);

  it('the pool is able from the start and after a death, but not while its scanners only die', async ({ expect }) => {
    const some = pool();
    expect(some.able()).toBe(true);
    await run(some, 'abort').catch(() => undefined);
    await expect.poll(() => some.able()).toBe(true);
    const none = pool({ entry: new URL('../../test/no-scanner.mjs', import.meta.url) });
    await expect.poll(() => none.able()).toBe(false);
    expect(none.deaths.length).toBeGreaterThan(0);
  }, 180_000);

  it('the pool is not able while all of its scanners hang, before they are ended for it', async ({ expect }) => {
    const entry = new URL('../../test/silent-scanner.mjs', import.meta.url);
    const some = pool({ entry, silentMs: 12_000 });
    const before = () => [some.able(), some.deaths.length];
    expect(before()).toEqual([true, 0]);
    await expect.poll(before, { timeout: 90_000, interval: 20 }).toEqual([false, 0]);
  }, 180_000);

  it('a cancelled scan ends, and its scanner stays', async ({ expect }) => {
    const some = pool();
    const pid = await pidOf(run(some, 'quick'));
    const leaving = new AbortController();
    const answer = run(some, 'never', leaving.signal);
    setTimeout(() => leaving.abort('no one waits any more'), 100);
    expect(await answer).toMatchObject({ failed: { kind: 'cancelled' } });
    expect(await pidOf(run(some, 'quick'))).toBe(pid);
  }, 180_000);
});

it('a scan that kills its scanner after its answer takes no more neighbors with it once it is known', async ({
  expect,
}) => {
  const lost: number[] = [];
  const some = pool({ onDeath: (_why, scans) => void lost.push(scans) });
  const neighbor = await pidOf(run(some, 'quick'));
  expect(neighbor).toBeGreaterThan(0);
  for (let n = 1; n <= 4; n += 1) {
    const neighbor = run(some, 'slow');
    expect(await pidOf(run(some, 'afterwards'))).toBeGreaterThan(0);
    await expect.poll(() => lost.length).toBe(n);
    expect(await neighbor).toHaveProperty('report');
  }
  expect(lost).toEqual([1, 1, 0, 0]);
}, 240_000);

it('with one killing scan after another, every honest scan is answered', async ({ expect }) => {
  const some = pool({ processes: 2 });
  let over = false;
  const killers = (async () => {
    let given = 0;
    while (!over) {
      await run(some, 'abort').catch(() => (given += 1));
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    return given;
  })();
  const honest: Promise<object>[] = [];
  for (let n = 0; n < 40; n += 1) {
    honest.push(run(some, n % 4 === 0 ? 'slow' : 'quick'));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const outcomes = await Promise.allSettled(honest);
  over = true;
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await killers).toBeGreaterThan(0);
}, 240_000);

it('a scanner that is blocked ends with its supervisor', async () => {
  const module = JSON.stringify(new URL('scanner-pool.ts', import.meta.url).href);
  // One of its threads notices.
  const locked = new URL('../../test/locked-scanner.ts', import.meta.url);
  const source = `import { randomUUID } from 'node:crypto'; import { createScannerPool } from ${module};
    const policy = { allowCidrs: [], allowPorts: [443], dnsServers: [], userAgent: 'test' };
    const pool = createScannerPool({ entry: new URL(${JSON.stringify(locked.href)}), policy, timeoutMs: 90000, heapMb: 64, processes: 1, silentMs: 90000, onDeath: () => undefined });
    const run = (deed) => pool.run({ scanId: randomUUID(), url: 'https://x.test/' + deed, priority: 0 }, new AbortController().signal);
    const { report } = await run('quick');
    const { unpacked } = await import(${JSON.stringify(import.meta.resolve('@palisade/db/packed'))});
    run('spin').catch(() => undefined);
    setTimeout(() => process.stdout.write(unpacked(report)), 500);`;
  const supervisor = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(supervisor.stdout, 'data')) as [Buffer];
  const { pid } = JSON.parse(said.toString()) as { pid: number };
  onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')));
  expect(isAlive(pid)).toBe(true);
  supervisor.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
}, 120_000);
