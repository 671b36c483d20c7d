import type { Readable } from 'node:stream';

export interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: Readonly<Record<string, unknown>>;
  result?: unknown;
  error?: { message: string };
}

/** Maximum size of one message: what a process that drives several browsers can hold, and far more than a page needs. */
const LARGEST = 64 * 1024 * 1024;
/** Events that pages can send endlessly and that have no listener here: not even parsed. Chromium writes the method first. */
const UNHEARD = ['Runtime.consoleAPICalled', 'Runtime.exceptionThrown', 'Network.resourceChangedPriority'].map(begins);
/** Counts the bytes of files; an answer in many small pieces sends one event for each. */
const DATA = begins('Network.dataReceived');
const MOST_DATA = 20_000;

/** A message was larger than any answer expected here. */
export class MessageTooLarge extends Error {
  override readonly name = 'MessageTooLarge';
}

/**
 * Reads what a browser with `--remote-debugging-pipe` writes: JSON messages, each ended by a zero byte.
 * @returns when the pipe has ended
 * @throws MessageTooLarge
 */
export async function readMessages(input: Readable, onMessage: (message: Message) => void): Promise<void> {
  let parts: Buffer[] = [];
  let length = 0;
  let data = 0;
  const heard = (message: Buffer): boolean =>
    !UNHEARD.some((one) => startsWith(message, one)) && !(startsWith(message, DATA) && (data += 1) > MOST_DATA);
  for await (const chunk of input as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(0); at !== -1; at = chunk.indexOf(0, from)) {
      const end = chunk.subarray(from, at);
      const whole = parts.length === 0 ? end : Buffer.concat([...parts, end]);
      if (heard(whole)) onMessage(JSON.parse(whole.toString('utf8')) as Message);
      [parts, length, from] = [[], 0, at + 1];
    }
    if (from === chunk.length) continue;
    parts.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > LARGEST) throw new MessageTooLarge(`a message of more than ${LARGEST} bytes`);
  }
}

function begins(method: string): Buffer {
  return Buffer.from(`{"method":"${method}"`);
}

function startsWith(message: Buffer, beginning: Buffer): boolean {
  return message.subarray(0, beginning.length).equals(beginning);
}
