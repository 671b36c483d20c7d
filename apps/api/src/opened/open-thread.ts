import { parentPort } from 'node:worker_threads';
import type { Jwks } from '@palisade/signing/verdict';
import { NotOpened } from './kind-of-file.ts';
import { openedFile, type OpenedFile } from './opened-file.ts';

export interface ThreadOrder {
  file: Uint8Array;
  keys: Jwks;
}
export type ThreadAnswer = { opened: OpenedFile } | { refused: string };

/** Loading can be slow on a busy machine, so the time limit starts after it, with judging. */
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
    // The file causes this, for example with a million levels of nesting. In any case it cannot be shown.
    return { refused: `the file cannot be evaluated (${(error as Error).name})` };
  }
}
