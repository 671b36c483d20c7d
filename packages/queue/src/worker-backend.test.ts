import { randomUUID } from 'node:crypto';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { queueDatabase } from '../test/queue-database.ts';
import { createBackend } from './backend.ts';
import { defineJob } from './job.ts';

/** ErrorResponse of the PostgreSQL protocol (§55.7): severity, SQLSTATE 57P03, message. */
function startingUp(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0');
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** A PostgreSQL that can answer every new connection like one that is starting up. */
async function proxy(databaseUrl: string) {
  const real = new URL(databaseUrl);
  const state = { starting: true };
  const open = new Set<Socket>();
  const server = createServer((near) => {
    open.add(near);
    near.on('error', () => undefined).on('close', () => open.delete(near));
    if (state.starting) {
      near.once('data', () => near.end(startingUp()));
      return;
    }
    const far = connect(Number(real.port), real.hostname);
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    state,
    cut: () => open.forEach((socket) => socket.destroy()),
    close: () => server.close(),
  };
}

const job = defineJob({ queue: `late-${randomUUID()}`, payload: z.object({ n: z.int() }), attempts: 1, backoffMs: 1 });

it('a worker waits for a database that is starting up, without a retry storm, before and after its first connection', async () => {
  const database = await queueDatabase();
  const { url, state, cut, close } = await proxy(database.url);
  let errors = 0;
  const backend = createBackend({
    databaseUrl: url,
    onError: () => {
      errors += 1;
      // An endless chain of microtasks would block every timeout of this test.
      if (errors === 500) void backend.close();
    },
  });
  const direct = createBackend({ databaseUrl: database.url, onError: () => undefined });
  const seen: number[] = [];
  backend.worker(job, async ({ n }) => void seen.push(n), { concurrency: 1, awaited: true });
  await expect.poll(() => errors, { timeout: 10_000 }).toBeGreaterThan(2);

  state.starting = false;
  await direct.queue(job).add({ n: 1 }, { jobId: randomUUID() });
  await expect.poll(() => seen, { timeout: 20_000 }).toEqual([1]);

  state.starting = true;
  errors = 0;
  cut();
  await expect.poll(() => errors, { timeout: 10_000 }).toBeGreaterThan(4);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(errors).toBeLessThan(300);

  state.starting = false;
  await direct.queue(job).add({ n: 2 }, { jobId: randomUUID() });
  await expect.poll(() => seen, { timeout: 20_000 }).toEqual([1, 2]);
  await Promise.all([backend.close(), direct.close()]);
  close();
  await database.close();
}, 60_000);

it('a worker that never reached its database can be closed', async () => {
  const { url, close } = await proxy('postgresql://nobody@127.0.0.1:1/none');
  let told = 0;
  const backend = createBackend({ databaseUrl: url, onError: () => (told += 1) });
  const worker = backend.worker(job, async () => undefined, { concurrency: 1 });
  await expect.poll(() => told, { timeout: 10_000 }).toBeGreaterThan(1);
  await worker.drain(1_000);
  await backend.close();
  close();
}, 30_000);
