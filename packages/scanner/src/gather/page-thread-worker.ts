/* oxlint-disable unicorn/require-post-message-target-origin -- a thread, not a window */
import { constants } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { readPage, type PageSource } from '../parse/page/page.ts';
import { lockDestinations } from './net/lock-destinations.ts';
import { lockDown } from './net/lock-down.ts';
import { scriptDigest } from './script-digest.ts';

const LOOK_MS = 2_000;

parentPort?.on('message', ({ body, source }: { body: Uint8Array; source: PageSource }) => {
  try {
    parentPort?.postMessage(readPage(body, source, scriptDigest));
  } catch {
    parentPort?.postMessage(null);
  }
});
if ((workerData as { locked?: boolean } | null)?.locked) {
  endWithSupervisor();
  lockDown();
  lockDestinations(null);
  parentPort?.postMessage('ready');
}

/** A blocked scanner does not notice that its supervisor has exited, and nothing else would end it. */
function endWithSupervisor(): void {
  const { ppid, pid } = process;
  const kill = Reflect.get(process, '_kill') as (of: number, signal: number) => unknown;
  setInterval(() => {
    if (process.ppid !== ppid) kill(pid, constants.signals.SIGKILL);
  }, LOOK_MS);
}
