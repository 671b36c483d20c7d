import { Worker } from 'node:worker_threads';

/** As text: the processes that want it read their modules in different ways. */
const THREAD = `
const { workerData: { parent, everyMs } } = require('node:worker_threads');
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, everyMs);`;

/**
 * Ends this process (SIGKILL) when the one that started it is gone. The end of a channel or a pipe tells a process only
 * while nothing holds its event loop; what a hostile document holds would stay for ever. So a thread looks.
 */
export function endWithParent(everyMs = 2_000): void {
  new Worker(THREAD, {
    eval: true,
    workerData: { parent: process.ppid, everyMs },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  }).unref();
}
