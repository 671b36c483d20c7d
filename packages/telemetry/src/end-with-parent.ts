import { Worker } from 'node:worker_threads';

/** As text: the processes that use it load their modules in different ways. */
const THREAD = `
const { workerData: { parent, everyMs } } = require('node:worker_threads');
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, everyMs);`;

/**
 * Ends this process (SIGKILL) when its parent has exited. A closed channel or pipe is noticed only
 * while the event loop is not blocked; a hostile document could block it forever. So a thread checks.
 */
export function endWithParent(everyMs = 2_000): void {
  new Worker(THREAD, {
    eval: true,
    workerData: { parent: process.ppid, everyMs },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  }).unref();
}
