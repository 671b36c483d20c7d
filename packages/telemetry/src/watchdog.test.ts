import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

async function run(program: string): Promise<{ code: number | null; signal: string | null; said: string }> {
  const watchdog = new URL('watchdog.ts', import.meta.url).href;
  const source = `import { startWatchdog } from ${JSON.stringify(watchdog)}; startWatchdog('test', 500); ${program}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, , [code, signal]] = await Promise.all([
    text(child.stderr),
    text(child.stdout),
    once(child, 'exit') as Promise<[number | null, string | null]>,
  ]);
  return { code, signal, said };
}

it('ends a process with a blocked event loop, and logs it', async () => {
  const { signal, said } = await run('setTimeout(() => { for (;;); }, 50);');
  expect(signal).toBe('SIGKILL');
  expect(JSON.parse(said)).toMatchObject({ service: 'test', msg: 'the event loop is blocked: ending this process' });
});

it('leaves a busy process running, and does not prevent a process from exiting', async () => {
  const busy =
    'const until = Date.now() + 1200; const turn = () => { const t = Date.now() + 100; while (Date.now() < t); if (Date.now() < until) setTimeout(turn, 1); }; turn();';
  expect(await run(busy)).toEqual({ code: 0, signal: null, said: '' });
});

it.runIf(process.platform === 'linux')(
  'leaves a process running that gets no processor because of others',
  async () => {
    // Computing without a pause for a tenth of a second, which takes more than one alongside so many others.
    const starved = `const { Worker } = await import('node:worker_threads');
      const { availableParallelism } = await import('node:os');
      const go = new Int32Array(new SharedArrayBuffer(4));
      const work = 'import { workerData as go } from "node:worker_threads"; Atomics.wait(go, 0, 0); for (;;);';
      const all = Array.from({ length: 8 * availableParallelism() }, () => new Worker(work, { eval: true, workerData: go }));
      await Promise.all(all.map((one) => new Promise((resolve) => one.once('online', resolve))));
      // The watchdog has started.
      await new Promise((resolve) => setTimeout(resolve, 200));
      Atomics.store(go, 0, 1);
      Atomics.notify(go, 0);
      let sum = 0;
      for (let n = 0; n < 60_000_000; n += 1) sum = (sum + n) | 0;
      // Immediately: a graceful end waits for its threads.
      process.kill(process.pid, 'SIGTERM');`;
    expect(await run(starved)).toEqual({ code: null, signal: 'SIGTERM', said: '' });
  },
  120_000,
);
