import type { Readable } from 'node:stream';

export interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: Readonly<Record<string, unknown>>;
  result?: unknown;
  error?: { message: string };
}

/**
 * What a browser with `--remote-debugging-pipe` writes: JSON, each message ended by a zero byte.
 * @returns when the pipe has ended
 */
export async function readMessages(input: Readable, onMessage: (message: Message) => void): Promise<void> {
  let parts: Buffer[] = [];
  for await (const chunk of input as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(0); at !== -1; at = chunk.indexOf(0, from)) {
      parts.push(chunk.subarray(from, at));
      onMessage(JSON.parse(Buffer.concat(parts).toString('utf8')) as Message);
      parts = [];
      from = at + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
}
