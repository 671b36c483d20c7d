import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { VERSION, type ClientHello } from '../../parse/tls/client-hello.ts';
import { createProber, MAX_AT_ONCE, type Prober } from './prober.ts';

/** handshake_failure, in its record. */
const REFUSAL = Buffer.from([21, 3, 3, 0, 2, 2, 40]);

let server: Server;
const waiting: Socket[] = [];
/** The requested names, in order of arrival. */
const asked: string[] = [];
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (hello: Buffer) => {
      asked.push(/[a-z]+\.test/u.exec(hello.toString('latin1'))?.[0] ?? '');
      waiting.push(socket);
    });
  });
  server.listen(0, '127.77.9.1');
  await once(server, 'listening');
});
afterAll(() => server.close());
beforeEach(() => asked.splice(0));

function prober(): Prober {
  const { port } = server.address() as AddressInfo;
  return createProber({
    signal: AbortSignal.timeout(30_000),
    timeoutMs: 20_000,
    connect: async () => {
      const socket = connect({ host: '127.77.9.1', port });
      await once(socket, 'connect');
      return socket;
    },
  });
}

const hello = (serverName: string): ClientHello => ({
  version: VERSION.tls12,
  suites: [0xc02f],
  groups: [29],
  serverName,
});

/** Refuses every probe until all suites are offered. */
async function answer(work: Promise<unknown>[]): Promise<void> {
  const timer = setInterval(() => waiting.splice(0).forEach((socket) => socket.end(REFUSAL)), 5);
  await Promise.all(work);
  clearInterval(timer);
}

it('sends optional probes last, and only if they are still needed', async () => {
  const one = prober();
  const first = Array.from({ length: MAX_AT_ONCE }, () => one.ask(hello('first.test')));
  const openedBefore: number[] = [];
  const spare = one.askSpare(() => {
    openedBefore.push(one.opened);
    return hello('spare.test');
  }, 30);
  const answered = one.askSpare(() => null, 30);
  const late = one.ask(hello('late.test'));
  await answer([...first, spare, answered, late]);
  expect(openedBefore).toEqual([MAX_AT_ONCE + 1]);
  expect(asked.toSorted().slice(-2)).toEqual(['late.test', 'spare.test']);
  expect(await answered).toMatchObject({ kind: 'not_asked', code: 'not_applicable' });
  expect(one.opened).toBe(MAX_AT_ONCE + 2);
});

it('stays within their budget', async () => {
  const one = prober();
  await answer([one.ask(hello('first.test')), one.ask(hello('first.test'))]);
  expect(await one.askSpare(() => hello('spare.test'), 2)).toMatchObject({ kind: 'not_asked', code: 'limit' });
  expect(asked).not.toContain('spare.test');
});

it.each<[string, (socket: Socket) => void]>([
  ['hanging up', (socket) => void socket.end()],
  ['an internal error', (socket) => void socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 80]))],
])(
  'one accident that cannot be asked about again is no refusal, and the server still answers: %s',
  async (_, turnAway) => {
    const one = prober();
    const most = MAX_AT_ONCE;
    const timer = setInterval(() => waiting.splice(0).forEach(turnAway), 5);
    const answers = await Promise.all(
      Array.from({ length: most }, () => one.askSpare(() => hello('spare.test'), most)),
    );
    clearInterval(timer);
    expect(answers).toEqual(Array.from(answers, () => ({ kind: 'reset' })));
    expect(one).toMatchObject({ opened: most, unanswered: 0, cutShort: false, mistookRefusals: false });
  },
);

it('does not count bad answers to unusual hellos against a server', async () => {
  const one = prober();
  const asides = [1, 2, 3, 4, 5].map(() => one.askAside(() => hello('aside.test'), 30));
  const timer = setInterval(() => waiting.splice(0).forEach((socket) => socket.resetAndDestroy()), 5);
  const answers = await Promise.all(asides);
  clearInterval(timer);
  expect(answers.map(({ kind }) => kind)).toEqual(Array.from(asides, () => 'reset'));
  expect(one).toMatchObject({ opened: asides.length, unanswered: 0, cutShort: false, refusesTwoWays: false });
  expect(one.calm()).toBe(false);
});

it('an alert of the level of a warning, after which the server hangs up, is its answer', async () => {
  const answered = prober().ask(hello('warned.test'));
  while (waiting.length === 0) await new Promise((done) => setTimeout(done, 5));
  waiting.splice(0).forEach((socket) => socket.end(Buffer.from([21, 3, 3, 0, 2, 1, 40])));
  expect(await answered).toEqual({ kind: 'alert', alert: 40 });
});
