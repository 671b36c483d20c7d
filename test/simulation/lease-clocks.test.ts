import { randomUUID } from 'node:crypto';
import { TokenRefused } from '@palisade/access/errors';
import { consumeToken, reserveToken, type TokenReservation } from '@palisade/access/reserve-token';
import { issueToken } from '@palisade/access/tokens';
import { createDb, type Db } from '@palisade/db/client';
import {
  claimRequest,
  commitAnswer,
  prepareAnswer,
  releaseRequest,
  renewRequest,
  type Attempt,
} from '@palisade/db/idempotent-requests';
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { runStories } from './run-stories.ts';
import { seeded } from './virtual-time.ts';

const SECRET = 'pepper';
const STORIES = 60;
const STEPS = 40;
const HOUR_MS = 3_600_000;
/** More than a story's statements take, even on a busy machine. */
const MOMENT_MS = 5_000;
/** Offsets of three processes' clocks, in hours: they have no effect. */
const OFF = [0, 5 * HOUR_MS, -3 * HOUR_MS];

let database: TestDatabase;
let db: Db;
/** The database's own clock, which a story moves. */
let clockMs = 0;
beforeAll(async () => {
  database = await testDatabase();
  // A `now()` that takes precedence over PostgreSQL's.
  for (const sql of [
    'create schema clock',
    'create table clock.shift (ms double precision)',
    'insert into clock.shift values (0)',
    `create function clock.now() returns timestamptz language sql stable as
      $$ select pg_catalog.now() + (select ms from clock.shift) * interval '1 ms' $$`,
  ])
    await database.db.$executeRawUnsafe(sql);
  db = createDb(`${database.url}?options=-c%20search_path%3Dclock,public,pg_catalog`);
});
afterAll(async () => {
  await db.$disconnect();
  await database.close();
});
afterEach(() => void vi.useRealTimers());

/** What a process does, with its own clock. */
async function by<T>(process: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (OFF[process] ?? 0) });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

async function passes(ms: number): Promise<void> {
  clockMs += ms;
  await database.db.$executeRawUnsafe(`update clock.shift set ms = ${clockMs}`);
}

/** The expected state of a lease: certainly held, certainly free, or close to the change. */
class Expected<T> {
  holder: { process: number; it: T; until: number } | null = null;
  readonly leaseMs: number;
  /** A lease from further ahead than this: the clock was set back. */
  readonly #longestMs: number;
  constructor(leaseMs: number, longestMs: number) {
    [this.leaseMs, this.#longestMs] = [leaseMs, longestMs];
  }
  take(process: number, held: T): void {
    this.holder = { process, it: held, until: clockMs + this.leaseMs };
  }
  #leftMs(): number {
    return this.holder ? this.holder.until - clockMs : -Infinity;
  }
  held(): boolean {
    const left = this.#leftMs();
    return left > MOMENT_MS && left < this.#longestMs - MOMENT_MS;
  }
  free(): boolean {
    const left = this.#leftMs();
    return left <= 0 || left > this.#longestMs + MOMENT_MS;
  }
}

async function story(seed: number) {
  const chance = seeded(seed);
  const counts = { taken: 0, refused: 0, jumps: 0, consumed: 0, answered: 0 };
  const order = { kind: 'compliance' as const, email: 'a@example.com', source: `story:${randomUUID()}` };
  const { token } = await by(chance.below(3), () => db.$transaction((tx) => issueToken(tx, order, SECRET)));
  const tokens = new Expected<TokenReservation>(60_000, 5 * 60_000);
  const keys = new Expected<Attempt>(20_000, 30_000);
  const id = randomUUID();
  let [used, done] = [false, false];

  const reserve = async (process: number) => {
    const wanted = { token, kind: order.kind, leaseMs: tokens.leaseMs };
    const held = await by(process, () => reserveToken(db, wanted, SECRET)).catch((error: unknown) => {
      if (error instanceof TokenRefused) return error.reason;
      throw error;
    });
    counts[typeof held === 'string' ? 'refused' : 'taken'] += 1;
    if (used) expect(held).toBe('used');
    else if (tokens.held()) expect(held).toBe('in-use');
    else if (tokens.free()) expect(held).toBeTypeOf('object');
    if (typeof held !== 'string') tokens.take(process, held);
  };
  const consume = async () => {
    const { holder } = tokens;
    if (!holder) return;
    const consumed = await by(holder.process, () => consumeToken(db, holder.it));
    expect(consumed).toBe(!used);
    used = true;
    counts.consumed += 1;
  };
  const claim = async (process: number) => {
    const attempt = { id, attempt: randomUUID() };
    const { outcome } = await by(process, () =>
      claimRequest(db, { ...attempt, fingerprint: 'same', leaseMs: keys.leaseMs }),
    );
    if (done) {
      expect(outcome).toBe('answered');
      counts.answered += 1;
    } else if (keys.held()) expect(outcome).toBe('under-way');
    else if (keys.free()) expect(outcome).toBe('ours');
    if (outcome === 'ours') keys.take(process, attempt);
  };
  const renew = async () => {
    const { holder } = keys;
    if (!holder || done) return;
    expect(await by(holder.process, () => renewRequest(db, holder.it, keys.leaseMs))).toBe(true);
    keys.take(holder.process, holder.it);
  };
  const answer = async () => {
    const { holder } = keys;
    if (!holder || done) return;
    const sealed = { headers: new Uint8Array(1), body: new Uint8Array(1) };
    await by(holder.process, () => prepareAnswer(db, holder.it, { status: 200, sealed }));
    done = await by(holder.process, () => commitAnswer(db, holder.it));
    expect(done).toBe(true);
  };
  const release = async () => {
    const { holder } = keys;
    if (!holder || done) return;
    await by(holder.process, () => releaseRequest(db, holder.it));
    keys.holder = null;
  };
  const jump = async () => {
    counts.jumps += 1;
    await passes(chance.chance(0.5) ? HOUR_MS : -HOUR_MS);
  };

  for (let step = 0; step < STEPS; step += 1) {
    const [process, fate] = [chance.below(3), chance.next()];
    if (fate < 0.25) await reserve(process);
    else if (fate < 0.5) await claim(process);
    else if (fate < 0.6) await renew();
    else if (fate < 0.75) await passes(chance.below(30_000));
    else if (fate < 0.85) await jump();
    else if (fate < 0.87) await consume();
    else if (fate < 0.89) await answer();
    else if (fate < 0.92) await release();
  }
  // The processes died: everything they held is free within minutes, whatever the clocks showed.
  await passes(6 * 60_000);
  await reserve(chance.below(3));
  await claim(chance.below(3));
  return counts;
}

it('tokens and idempotency keys are held by the clock of the database, wherever it and the others jump', async () => {
  const { total } = await runStories(STORIES, story);
  for (const times of Object.values(total)) expect(times).toBeGreaterThan(0);
});
