import { randomUUID } from 'node:crypto';
import { LeaseLost, QuotaExhausted } from '@palisade/access/errors';
import { takeUnit, unitsUsed } from '@palisade/access/quota';
import { consumeReservation, releaseReservation } from '@palisade/access/reservation';
import { sweepReservations } from '@palisade/access/sweep';
import { createDb, type Db } from '@palisade/db/client';
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPORT } from '../../test/running-api.ts';
import { QueueUnavailable } from '../errors.ts';
import type { CreditSource } from './credit-source.ts';
import type { AdmissionQueue, Ticket } from './admission-queue.ts';
import { createServeScan } from './serve-scan.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
});
afterAll(() => database.close());

const PERIOD = '2026-11';
const LOG = { info: () => undefined } as never;

/** A quota of some units, and a fake line whose steps the test controls. */
function setUp(options: { limit?: number; leaseMs?: number; ticket?: Partial<Ticket>; db?: Db } = {}) {
  const { limit = 50, leaseMs = 60_000 } = options;
  const store = options.db ?? db;
  const subject = `key:${randomUUID()}`;
  const steps: string[] = [];
  const noted =
    <A extends unknown[], R>(step: string, work?: (...args: A) => Promise<R>, result?: R) =>
    async (...args: A): Promise<R> => {
      steps.push(step);
      return work ? work(...args) : (result as R);
    };
  const ticket: Ticket = {
    admit: noted('admit', options.ticket?.admit),
    acquire: noted('acquire', options.ticket?.acquire),
    scan: noted('scan', options.ticket?.scan, REPORT),
    leave: () => void steps.push('leave'),
  };
  const exhausted = () => new QuotaExhausted('the quota is', new Date(), new Date());
  const credit: CreditSource = {
    check: noted('check', async () => {
      if ((await unitsUsed(db, subject, PERIOD)) >= limit) throw exhausted();
    }),
    take: noted('take', async () => {
      const unit = await takeUnit(db, { subject, period: PERIOD, limit }, { now: new Date(), leaseMs });
      if (!unit) throw exhausted();
      return unit;
    }),
    consume: noted('consume', (held) => consumeReservation(store, held)),
    release: noted('release', (held) => releaseReservation(store, held)),
  };
  const arrivals: number[] = [];
  const enter: AdmissionQueue['enter'] = (_caller, _target, arrival) => {
    steps.push('enter');
    arrivals.push(arrival?.arrivedAt ?? Infinity);
    return ticket;
  };
  const serveScan = createServeScan({ line: { target: (url) => url, enter } });
  const life = new AbortController();
  return {
    steps,
    arrivals,
    life,
    used: () => unitsUsed(db, subject, PERIOD),
    serve: (authorize = async () => undefined as unknown, present = async (): Promise<unknown> => 'answer') =>
      serveScan(
        { url: 'https://a.example/', signal: life.signal, log: LOG },
        {
          async authorize() {
            steps.push('authorize');
            await authorize();
            return { caller: { tier: 'paid', client: 'ann' }, credit };
          },
          present,
        },
      ),
  };
}

const tooBusy = () => Promise.reject(new QueueUnavailable('too many scans are waiting'));

describe('the order', () => {
  it('is authorize, enter, admit, take, scan, consume, leave; what is delivered is charged', async () => {
    const { serve, steps, used } = setUp();
    expect(await serve()).toBe('answer');
    expect(steps).toEqual(['authorize', 'enter', 'admit', 'acquire', 'take', 'scan', 'consume', 'leave']);
    expect(await used()).toBe(1);
  });

  it('a caller whose key or token is refused never enters the queue', async () => {
    const { serve, steps } = setUp();
    await expect(serve(() => Promise.reject(new Error('403')))).rejects.toThrow('403');
    expect(steps).toEqual(['authorize']);
  });
});

it('the caller’s patience begins with the request, not after a payment provider has answered', async () => {
  const { serve, arrivals } = setUp();
  const before = performance.now();
  const provider = new Promise((answered) => setTimeout(answered, 100));
  await serve(() => provider);
  expect(arrivals[0]).toBeGreaterThanOrEqual(before);
  expect(arrivals[0]).toBeLessThan(before + 50);
});

describe('what costs nothing', () => {
  const failure = new Error('refused');
  it.each([
    ['a scan that fails', { ticket: { scan: () => Promise.reject(failure) } }, undefined],
    ['a response that cannot be created', {}, () => Promise.reject(failure)],
  ])('%s, and its error reaches the caller', async (_what, options, present) => {
    const { serve, used, steps } = setUp(options);
    await expect(serve(undefined, present)).rejects.toBe(failure);
    expect(await used()).toBe(0);
    expect(steps.at(-1)).toBe('leave');
  });

  it('a response whose caller has hung up before it is ready', async () => {
    const { serve, used, life } = setUp();
    const present = async () => life.abort(new Error('hung up'));
    await expect(serve(undefined, present)).rejects.toThrow('hung up');
    expect(await used()).toBe(0);
  });

  it('a response whose unit was given back meanwhile: it is not delivered', async () => {
    const { serve, used } = setUp({ leaseMs: 0 });
    const present = async () => sweepReservations(db, new Date(Date.now() + 1000));
    await expect(serve(undefined, present)).rejects.toBeInstanceOf(LeaseLost);
    expect(await used()).toBe(0);
  });

  it('a failure while the database is down, too: the original error is thrown', async () => {
    const nowhere = createDb('postgresql://nobody:none@127.0.0.1:9/none');
    const { serve } = setUp({ db: nowhere, ticket: { scan: () => Promise.reject(failure) } });
    await expect(serve()).rejects.toBe(failure);
    await nowhere.$disconnect();
  });
});

describe('overload', () => {
  it('gives 503 to a caller with units left', async () => {
    const { serve, steps } = setUp({ ticket: { admit: tooBusy } });
    await expect(serve()).rejects.toBeInstanceOf(QueueUnavailable);
    expect(steps).toEqual(['authorize', 'enter', 'admit', 'check', 'leave']);
  });

  it('gives 429 to a caller whose quota is used up', async () => {
    const { serve } = setUp({ limit: 0, ticket: { admit: tooBusy } });
    await expect(serve()).rejects.toBeInstanceOf(QuotaExhausted);
  });

  it('gives 429 beyond the quota in one caller’s burst, even if nothing was charged when it arrived', async () => {
    let arrived = 0;
    const delivery = Promise.withResolvers<void>();
    const { serve, used } = setUp({
      limit: 7,
      ticket: {
        admit: async () => ((arrived += 1) > 20 ? tooBusy() : undefined),
        scan: async () => (await delivery.promise, REPORT),
      },
    });
    const answers = Array.from({ length: 200 }, () => serve());
    const first = Promise.allSettled(answers.slice(0, 20));
    const refused = await Promise.allSettled(answers.slice(20));
    delivery.resolve();
    const admitted = await first;
    const reasons = [...refused, ...admitted].flatMap((one) =>
      one.status === 'rejected' ? [one.reason as Error] : [],
    );
    expect(reasons).toHaveLength(193);
    expect(new Set(reasons.map(({ name }) => name))).toEqual(new Set(['QuotaExhausted']));
    expect(await used()).toBe(7);
  });
});
