/**
 * The random purchase stories (packages/billing/src/billing.model.test.ts), with webhooks that go through the queue to
 * workers as in the service: late, concurrent with the buyer's actions, and retried after a crash.
 *
 * `BILLING_MODEL_RUNS=1000 npx vitest run apps/report-worker/src/payment-stories.test.ts`
 */
import { processProviderEvent } from '@palisade/billing/provider-events';
import { billingLabOn } from '@palisade/billing/test/billing-lab';
import { brokenPromises } from '@palisade/billing/test/billing-oracle';
import { story, type Crash, type Story } from '@palisade/billing/test/billing-steps';
import { BillingWorld, type Road } from '@palisade/billing/test/billing-world';
import { forget } from '@palisade/billing/test/forget';
import type { TestDatabase } from '@palisade/db/test-database';
import { createBackend, type QueueBackend } from '@palisade/queue/backend';
import { providerEventJob } from '@palisade/queue/jobs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queueDatabase } from '../../../packages/queue/test/queue-database.ts';
import { redisOrSkip, startRedis, type RedisServer } from '../../../packages/queue/test/redis-server.ts';

const RUNS = Number(process.env['BILLING_MODEL_RUNS'] ?? 10);
const SEED = process.env['BILLING_MODEL_SEED'];
const KINDS = redisOrSkip() ? (['postgres', 'redis'] as const) : (['postgres'] as const);

/** Like the service's, but a story does not wait seconds for a retry. */
const job: typeof providerEventJob = { ...providerEventJob, backoffMs: 5 };

describe.each(KINDS)('on %s', (kind) => {
  let database: TestDatabase;
  let redis: RedisServer | undefined;
  let backend: QueueBackend;
  let world: BillingWorld;
  /** The crash point of the worker that first takes this event. */
  const deaths = new Map<string, Crash>();
  const under = new Map<string, PromiseWithResolvers<void>>();

  beforeAll(async () => {
    database = await queueDatabase();
    await database.db.$executeRaw`create table test_mail (dedupe_key text primary key, mail jsonb not null)`;
    if (kind === 'redis') redis = await startRedis();
    backend = createBackend({ databaseUrl: database.url, redisUrl: redis?.url, onError: () => undefined });
    const worker = backend.worker(
      job,
      async ({ eventId }) => {
        const crash = deaths.get(eventId) ?? 'no';
        deaths.delete(eventId);
        await processProviderEvent(world.deps(crash), eventId);
      },
      { concurrency: 4 },
    );
    const ended = (id: string | undefined) => under.get(id ?? '')?.resolve();
    worker.raw.on('completed', ({ id }) => ended(id));
    worker.raw.on('failed', (failed) => {
      if (failed && failed.attemptsMade >= job.attempts) ended(failed.id);
    });
  });
  afterAll(async () => {
    await backend.close();
    await redis?.stop();
    await database.close();
  });

  const road: Road = async (_world, { id, fresh }, { crash, wait }) => {
    if (!fresh) return;
    if (crash !== 'no') deaths.set(id, crash);
    const end = Promise.withResolvers<void>();
    under.set(id, end);
    await backend.queue(job).add({ eventId: id }, { jobId: id });
    if (wait) await end.promise;
  };

  async function tell({ taxed, wishes, steps }: Story): Promise<void> {
    const lab = await billingLabOn(database, { retries: 0, unplugged: true, automaticTax: taxed });
    world = new BillingWorld(lab, road);
    try {
      for (const wish of wishes) await world.begin(wish);
      for (const step of steps) await world.play(step);
      await Promise.all([...under.values()].map(({ promise }) => promise));
      // More faults than a job has tries are left to reconciliation.
      if (steps.filter((step) => step.do === 'provider_trouble').length * 3 < job.attempts) {
        expect(await database.db.providerEvent.count({ where: { processedAt: null } })).toBe(0);
      }
      expect(await brokenPromises(world)).toEqual([]);
    } finally {
      await Promise.all([...under.values()].map(({ promise }) => promise));
      under.clear();
      await forget(database.db);
    }
  }

  test(
    `money and entitlements agree after ${RUNS} stories`,
    async () => {
      await fc.assert(fc.asyncProperty(story, tell), {
        numRuns: RUNS,
        ...(SEED === undefined ? {} : { seed: Number(SEED) }),
      });
    },
    RUNS * 5_000 + 60_000,
  );
});
