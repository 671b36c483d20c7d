import { randomUUID } from 'node:crypto';
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBackend } from '@palisade/queue/backend';
import { housekeepingJob } from '@palisade/queue/jobs';
import { queueDatabase } from '../../../packages/queue/test/queue-database.ts';
import { createHousekeeper, keepHousekeeping, runHousekeepingJob } from './housekeeping.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Queues that record what they get; `broken` accepts nothing. */
function housekeeping(broken: string) {
  const added: string[] = [];
  const backend = {
    queue: ({ queue }: { queue: string }) => ({
      raw: { getJob: async () => undefined },
      add: async (_payload: unknown, { jobId }: { jobId: string }) => {
        if (queue === broken) throw new Error(`${queue} takes nothing`);
        added.push(`${queue} ${jobId}`);
      },
    }),
  };
  const deps = { db: database.db, backend, appSecret: 'x', publicBaseUrl: () => 'http://x.test' };
  return { added, deps, deliver: () => runHousekeepingJob(deps as never, { task: 'deliver' }) };
}
const event = (receivedAt: Date) => ({ id: randomUUID(), provider: 'stripe', eventId: randomUUID(), type: 'x', payload: {}, receivedAt }); // prettier-ignore

it('a schedule that the queue has lost is restored', async () => {
  const queues = await queueDatabase();
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const backend = createBackend({ databaseUrl: queues.url, onError });
  const kept = await keepHousekeeping(backend, { everyMs: 100, onError });
  const schedules = () => backend.queue(housekeepingJob).raw.getJobSchedulersCount();
  expect(await schedules()).toBe(4);
  await queues.db.$executeRaw`delete from bullmq.scheduler`;
  await expect.poll(schedules).toBe(4);
  kept.stop();
  expect(errors).toEqual([]);
  await backend.close();
  await queues.close();
});

it('a slow payment provider holds up no mail, and is not asked a second time meanwhile', async () => {
  let asked = 0;
  const answer = Promise.withResolvers<void>();
  async function* recent() {
    asked += 1;
    await answer.promise;
    yield* [];
  }
  const billing = { db: database.db, providers: { stripe: { name: 'stripe', recent } } };
  const run = createHousekeeper({ ...housekeeping('none').deps, billing } as never);
  const slow = run({ task: 'reconcile' });
  await expect.poll(() => asked).toBe(1);
  await run({ task: 'deliver' });
  await run({ task: 'reconcile' });
  expect(asked).toBe(1);
  answer.resolve();
  await slow;
});

it('a row that cannot be enqueued blocks no other', async () => {
  await database.db.mailMessage.create({
    data: { id: randomUUID(), dedupeKey: randomUUID(), to: 'a@b.test', template: 'x', payload: {} },
  });
  const late = event(new Date(Date.now() - 60_000));
  await database.db.providerEvent.create({ data: late });
  const { added, deliver } = housekeeping('mail');
  await expect(deliver()).rejects.toThrow('mail takes nothing');
  expect(added).toContain(`provider-event ${late.id}`);
});

it('an event dated in the future was received before the clock was set back', async () => {
  const [ahead, fresh] = [event(new Date(Date.now() + 3_600_000)), event(new Date())];
  for (const data of [ahead, fresh]) await database.db.providerEvent.create({ data });
  const { added, deliver } = housekeeping('none');
  await deliver();
  expect(added).toContain(`provider-event ${ahead.id}`);
  expect(added).not.toContain(`provider-event ${fresh.id}`);
});
