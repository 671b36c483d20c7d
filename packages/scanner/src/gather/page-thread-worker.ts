/* oxlint-disable unicorn/require-post-message-target-origin -- a thread, not a window */
import { parentPort, workerData } from 'node:worker_threads';
import { readPage, type PageSource } from '../parse/page/page.ts';
import { lockDown } from './net/lock-down.ts';
import { scriptDigest } from './script-digest.ts';

parentPort?.on('message', ({ body, source }: { body: Uint8Array; source: PageSource }) => {
  try {
    parentPort?.postMessage(readPage(body, source, scriptDigest));
  } catch {
    parentPort?.postMessage(null);
  }
});
if ((workerData as { locked?: boolean } | null)?.locked) {
  lockDown();
  parentPort?.postMessage('ready');
}
