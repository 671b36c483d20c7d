import { ScanReport } from '@palisade/report/report';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { backgroundStory } from './background-story.ts';
import { runStories } from './run-stories.ts';

// The protocol's own code runs unchanged. Rendering and assessment are not its subject, and are slow.
vi.mock('../../apps/report-worker/src/stored-context.ts', () => ({ storedContext: async () => ({}) }));
vi.mock('@palisade/db/scans', async (original) => ({
  ...(await original<object>()),
  // The original bypasses Prisma's client, which is all that the model has.
  findScanReport: async (db: ReportRows, id: string) => (await db.scan.findUnique({ where: { id } }))?.report ?? null,
}));
// Written as SQL, which the model does not execute. Batches and their callbacks have their own stories.
vi.mock('@palisade/db/batches', async (original) => ({ ...(await original<object>()), dueBatchScans: async () => [] }));
vi.mock('@palisade/db/callbacks', async (original) => ({
  ...(await original<object>()),
  dueCallbacks: async () => [],
}));
vi.mock('@palisade/scanner/assess-report', () => ({ assessReport: () => ({ frameworks: [] }) }));
vi.mock('../../packages/mail/src/message.tsx', () => ({
  renderMessage: async () => ({ subject: 's', html: 'h', text: 't' }),
}));
Object.assign(ScanReport, { parse: (given: unknown) => given });
// Settlement has its own tests: here each event results in one entry and one receipt, or neither.
vi.mock('../../packages/billing/src/settle.ts', () => ({
  settle: (deps: SettleDeps, _name: string, { id }: { id: string }) =>
    deps.db.$transaction(async (tx) => {
      const { count } = await tx.ledgerEntry.createMany({ data: { naturalKey: id }, skipDuplicates: true });
      if (count === 1)
        await deps.enqueueMail(tx, {
          dedupeKey: `receipt:${id}`,
          to: 'a@b.test',
          template: 'api_key',
          payload: { key: 'k', link: 'https://x.test/' },
        });
      return { news: Array.from({ length: count }) };
    }),
}));
interface ReportRows {
  scan: { findUnique(of: { where: { id: string } }): Promise<{ report: unknown } | null> };
}
interface SettleDeps {
  db: { $transaction(work: (tx: SettleTx) => Promise<unknown>): Promise<unknown> };
  enqueueMail(tx: SettleTx, mail: object): Promise<void>;
}
interface SettleTx {
  ledgerEntry: { createMany(of: object): Promise<{ count: number }> };
}

describe('documents, mail and payment events, after any story of crashes, pauses, outages, lost messages and jumps of the clock', () => {
  // Loaded by the first message, in real time, which virtual time would not wait for.
  beforeAll(() => import('../../packages/mail/src/message.tsx'));
  beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
  afterEach(() => void vi.restoreAllMocks());

  it('each report is mailed or its token is free, each event is settled once, each message is sent once (7,000 stories; one again: SEED=n STORIES=1)', async () => {
    const { stories, total } = await runStories(7_000, backgroundStory);
    // A simulation in which nothing happens would prove nothing.
    if (stories < 100) return;
    expect(total.crashes).toBeGreaterThan(stories / 4);
    for (const count of [total.documents, total.mails, total.events]) expect(count).toBeGreaterThan(stories);
    // Each way in which a report can end: a model that lacks what the work needs would let all of them fail.
    expect(total.reports).toBeGreaterThan(stories);
    for (const count of [total.refunds, total.refused]) expect(count).toBeGreaterThan(0);
    if (stories > 3_000) expect(total.neverKnown).toBeGreaterThan(0);
  }, 900_000);

  it('a story is the same each time', async () => {
    expect(await backgroundStory(7)).toEqual(await backgroundStory(7));
  });
});
