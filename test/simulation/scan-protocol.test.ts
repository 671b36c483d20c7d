import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FaultyProcess } from './faulty-process.ts';
import { scanStory } from './scan-story.ts';
import { runStories } from './run-stories.ts';

// The protocol's own code runs unchanged, on models of the two stores.
type OfProcess = { process: FaultyProcess & { world: { store: object } } };
const { scans, leases } = vi.hoisted(() => {
  const through =
    (name: string) =>
    (db: unknown, ...args: never[]) => {
      const { process } = db as OfProcess;
      const effects = process.world.store as Record<string, (...of: never[]) => unknown>;
      return process.step(() => effects[name]?.(...args), 'database');
    };
  const all = (...names: string[]) => Object.fromEntries(names.map((name) => [name, through(name)]));
  return {
    scans: all('startOrJoinScan', 'joinScan', 'leaveScan', 'loadScanResults'),
    leases: {
      ...all('beginScan', 'renewScans', 'finishScan', 'failScan', 'giveUpScan', 'reopenScan', 'reapScans'),
      LEASE_MS: 20_000,
      RENEW_MS: 4_000,
    },
  };
});
// Compressing reports is not the subject, and would be most of a story's cost.
vi.mock('@palisade/db/packed', () => ({
  packed: (text: string) => Buffer.from(text),
  unpacked: (body: Uint8Array) => Buffer.from(body),
}));
vi.mock('@palisade/db/scans', () => scans);
vi.mock('@palisade/db/scan-leases', () => leases);
vi.mock('../../packages/db/src/scan-leases.ts', () => leases);

describe('after any story of crashes, pauses, outages, lost messages and jumps of the clock', () => {
  beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
  afterEach(() => void vi.restoreAllMocks());

  it('within a minute no scan is stuck, no unit is held, and each URL can be scanned again (3,000 stories; one again: SEED=n STORIES=1)', async () => {
    const { stories, total } = await runStories(3_000, scanStory);
    // A simulation in which nothing happens would prove nothing.
    if (stories < 100) return;
    expect(total.crashes).toBeGreaterThan(stories / 4);
    expect(total.reports).toBeGreaterThan(stories * 3);
  }, 900_000);

  it('a story is the same each time', async () => {
    expect(await scanStory(7)).toEqual(await scanStory(7));
  });
});
