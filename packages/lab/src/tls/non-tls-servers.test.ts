import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { serveBehind } from './non-tls-servers.ts';
import { serveBytes, type TlsHost } from './tls-host.ts';

const open: TlsHost[] = [];
afterEach(async () => {
  for (const host of open.splice(0)) await host.close();
});

async function oneAtATime(): Promise<TlsHost> {
  const sound = await serveBytes((socket) => void socket.on('data', (asked) => socket.write(asked)));
  const box = await serveBehind(sound, { limit: { live: 1, total: 1000 } });
  open.push(box);
  return box;
}

/** @returns the response, or how the connection ended */
async function ask(box: TlsHost) {
  const socket = connect(box.port, box.address);
  socket.write('hello');
  const answer = await Promise.race([
    once(socket, 'data').then(([data]) => String(data)),
    once(socket, 'close').then(() => 'closed'),
    once(socket, 'error').then(() => 'reset'),
  ]).catch(() => 'reset');
  return { answer, leave: () => socket.end() };
}

it('a middlebox that allows one connection accepts another as soon as the client has closed', async () => {
  const box = await oneAtATime();
  const answers = new Set<string>();
  for (let n = 0; n < 50; n += 1) {
    const { answer, leave } = await ask(box);
    answers.add(answer);
    leave();
  }
  expect([...answers]).toEqual(['hello']);
});

it('and none while a client is connected', async () => {
  const box = await oneAtATime();
  const first = await ask(box);
  expect([first.answer, (await ask(box)).answer]).toEqual(['hello', 'reset']);
  first.leave();
});
