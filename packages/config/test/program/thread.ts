import { parentPort } from 'node:worker_threads';
import { far } from './far.ts';

const isBundled = new Error('here').stack?.includes('thread.mjs') ?? false;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
parentPort?.postMessage(`${far} ${process.execArgv.length} ${isBundled}`);
