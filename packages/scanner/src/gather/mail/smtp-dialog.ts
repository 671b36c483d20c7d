import type { Socket } from 'node:net';
import { escapeBytes } from '../dns/text.ts';

interface Reply {
  code: number;
  lines: string[];
}

export type Dialog =
  /** The server waits for our ClientHello. */
  { state: 'ready'; banner: string } | { state: 'clear' | 'refused'; banner: string; reason: string };

/** RFC 5321 §4.5.3.1.5: a reply line has 512 octets; nothing honest is longer than this in all. */
const MAX_REPLY = 16 * 1024;

/**
 * Greeting, EHLO, STARTTLS (RFC 3207), and no letter. Rejects when the socket ends or the server speaks no SMTP.
 * The caller ends the socket when its time is up.
 * @param name what we call ourselves in EHLO
 */
export async function startTlsOn(socket: Socket, name: string): Promise<Dialog> {
  const replies = repliesOf(socket);
  const say = (line: string): Promise<Reply> => {
    socket.write(`${line}\r\n`);
    return replies.next();
  };
  const leave = (): void => void socket.end('QUIT\r\n');
  try {
    const greeting = await replies.next();
    const banner = text(greeting);
    const refused = (step: string, reply: Reply): Dialog => {
      leave();
      return { state: 'refused', banner, reason: `response to ${step}: “${text(reply)}”` };
    };
    // 421, 450 and 554 to an unknown address: a block list or a limit; they say nothing about what other senders get.
    if (greeting.code !== 220) return refused('the connection', greeting);
    const hello = await say(`EHLO ${name}`);
    if (hello.code !== 250) return refused('EHLO', hello);
    const offered = hello.lines.slice(1).map((line) => line.trim().split(' ', 1)[0]?.toUpperCase());
    if (!offered.includes('STARTTLS')) {
      leave();
      return { state: 'clear', banner, reason: 'the response to EHLO does not offer STARTTLS' };
    }
    const go = await say('STARTTLS');
    if (go.code === 220) return { state: 'ready', banner };
    // It closes, whatever the command was (RFC 5321 §3.8).
    if (go.code === 421) return refused('STARTTLS', go);
    leave();
    return { state: 'clear', banner, reason: `response to STARTTLS: “${text(go)}”` };
  } finally {
    replies.stop();
  }
}

function text({ code, lines }: Reply): string {
  return `${code} ${lines.join(' ')}`.trim().slice(0, 200);
}

/** `250-first`, `250 last`: one reply at a time, as the server may not speak out of turn. */
function repliesOf(socket: Socket): { next(): Promise<Reply>; stop(): void } {
  let pending = Buffer.alloc(0);
  let lines: string[] = [];
  let waiting: { resolve(reply: Reply): void; reject(error: Error): void } | null = null;
  let ended: Error | null = null;
  const fail = (message: string): void => {
    ended ??= new Error(message);
    waiting?.reject(ended);
    waiting = null;
  };
  const read = (): void => {
    for (;;) {
      const end = pending.indexOf('\n');
      if (end === -1 || !waiting) return;
      const line = escapeBytes(pending.subarray(0, end > 0 && pending[end - 1] === 0x0d ? end - 1 : end));
      pending = pending.subarray(end + 1);
      const [, code, more, rest = ''] = /^([2-5]\d\d)(?:([ -])(.*))?$/u.exec(line) ?? [];
      if (code === undefined) return fail('it does not use SMTP');
      lines.push(rest);
      if (more === '-') continue;
      const reply = { code: Number(code), lines };
      lines = [];
      const { resolve } = waiting;
      waiting = null;
      resolve(reply);
    }
  };
  const onData = (chunk: Buffer): void => {
    pending = Buffer.concat([pending, chunk]);
    if (pending.length > MAX_REPLY || lines.length > 100) fail('its reply does not end');
    else read();
  };
  const onClose = (): void => fail('it closed the connection');
  socket.on('data', onData);
  socket.once('close', onClose);
  return {
    next: () =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended);
        waiting = { resolve, reject };
        read();
      }),
    stop: () => {
      socket.off('data', onData);
      socket.off('close', onClose);
      socket.pause();
    },
  };
}
