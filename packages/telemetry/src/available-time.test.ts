import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { availableTime } from './available-time.ts';

/** The share of processor time that a program got, after it has reported ready. */
async function partHad(program: string): Promise<number> {
  const child = spawn(process.execPath, ['--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const had = availableTime(child.pid ?? 0);
  const started = performance.now();
  await sleep(600);
  return had() / (performance.now() - started);
}

it('is the full time while a process waits', async () => {
  expect(await partHad('process.stdout.write("up"); setInterval(() => {}, 1e6);')).toBeGreaterThan(0.9);
});

it.runIf(process.platform === 'linux')('is little while a process gets no processor', async () => {
  const others = 6 * availableParallelism();
  const program = `const { Worker } = require('node:worker_threads');
    for (let n = 0; n < ${others}; n += 1) new Worker('for (;;);', { eval: true });
    setTimeout(() => { process.stdout.write('up'); for (const end = Date.now() + 60_000; Date.now() < end; ); process.exit(); }, 500);`;
  expect(await partHad(program)).toBeLessThan(0.6);
});

it('is the elapsed time where the process cannot be inspected', async () => {
  const had = availableTime(-1);
  await sleep(50);
  expect(had()).toBeGreaterThan(40);
});
