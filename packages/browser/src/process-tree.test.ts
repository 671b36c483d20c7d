import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { measureTree } from './process-tree.ts';

/** Chromium starts its GPU process so. */
const FROM_A_THREAD = `const { Worker } = require('node:worker_threads');
new Worker("require('node:child_process').spawn('sleep', ['60'], { stdio: 'inherit' }); require('node:worker_threads').parentPort.postMessage(1); setInterval(() => 0, 9e4)", { eval: true }).once('message', () => console.log('started'))`;

it.runIf(process.platform === 'linux')('counts processes that another thread started', async () => {
  const started = spawn(process.execPath, ['-e', FROM_A_THREAD], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  await once(started.stdout, 'data');
  const figures = measureTree(started.pid ?? 0);
  process.kill(-(started.pid ?? 0), 'SIGKILL');
  expect(figures?.processes).toBe(2);
});
