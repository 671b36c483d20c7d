import { randomBytes, randomUUID } from 'node:crypto';
import { packed } from '@palisade/db/packed';
import { openServedReport, type NewServedReport } from '@palisade/db/served-reports';
import { testDatabase, type TestDatabase } from '@palisade/db/test-database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPORT } from '../../test/running-api.ts';
import { freeCredit } from './credit-source.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const JSON_TEXT = '{"grade":"B"}';
const draft = (): NewServedReport => ({
  id: randomBytes(18).toString('base64url'),
  scanId: randomUUID(),
  column: 'free',
  owner: null,
  host: 'a.example',
  grade: 'B',
  score: 72,
  provisional: false,
  engineVersion: '1',
  scannedAt: '2026-11-23T00:00:00.000Z',
  body: packed(JSON_TEXT),
});

function freeOf(kept: NewServedReport | undefined) {
  const { db } = database;
  const deps = { db, quickDb: db, appSecret: 'a secret for tests only', scanTimeoutMs: 1000 };
  return freeCredit(
    deps,
    { address: '203.0.113.7', scansPerDay: 1000, appSecret: deps.appSecret },
    undefined,
    () => kept,
  );
}

const stateOf = async (id: string) => (await openServedReport(database.db, id)).state;

describe('a free report and the unit that pays for it', () => {
  it('are stored and consumed together, once', async () => {
    const kept = draft();
    const credit = freeOf(kept);
    const held = await credit.take();
    expect(await stateOf(kept.id)).toBe('unknown');
    expect(await credit.consume(held, REPORT)).toBe(true);
    expect(await openServedReport(database.db, kept.id)).toMatchObject({
      state: 'kept',
      json: JSON_TEXT,
      scanId: kept.scanId,
      column: 'free',
      owner: null,
    });
    expect(await credit.release(held)).toBe(false);
    expect(await freeOf(draft()).consume(held, REPORT)).toBe(false);
  });

  it('are neither stored nor consumed if the unit was given back meanwhile', async () => {
    const kept = draft();
    const credit = freeOf(kept);
    const held = await credit.take();
    await credit.release(held);
    expect(await credit.consume(held, REPORT)).toBe(false);
    expect(await stateOf(kept.id)).toBe('unknown');
  });

  it('are neither stored nor consumed if the report cannot be stored', async () => {
    const kept = draft();
    await freeOf(kept).consume(await freeOf(kept).take(), REPORT);
    const credit = freeOf(kept);
    const held = await credit.take();
    await expect(credit.consume(held, REPORT)).rejects.toThrow();
    expect(await credit.release(held)).toBe(true);
  });
});
