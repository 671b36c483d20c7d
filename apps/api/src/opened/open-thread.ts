import { parentPort } from 'node:worker_threads';
import type { Jwks } from '@palisade/signing/verdict';
import { NotOpened } from './kind-of-file.ts';
import { openedFile, type OpenedFile } from './opened-file.ts';

export interface ThreadOrder {
  file: Uint8Array;
  keys: Jwks;
}
export type ThreadAnswer = { opened: OpenedFile } | { refused: string };

/** Loading takes its time on a busy machine; the limit is on judging. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage('ready');
parentPort?.on('message', (order: ThreadOrder) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(answerTo(order));
});

function answerTo({ file, keys }: ThreadOrder): ThreadAnswer {
  try {
    return { opened: openedFile(Buffer.from(file), keys) };
  } catch (error) {
    if (error instanceof NotOpened) return { refused: error.message };
    // The file's own doing, nested a million deep, for example: whatever it is, it cannot be shown.
    return { refused: `the file cannot be evaluated (${(error as Error).name})` };
  }
}
