import { randomUUID } from 'node:crypto';
import { insertServedReport } from '@palisade/db/served-reports';
import { scoresOfSites } from '@palisade/db/scores';
import { testDatabase } from '@palisade/db/test-database';
import { expect, it } from 'vitest';
import { standingAmong } from './standing.ts';

it.each([
  ['too few sites', [{ score: 10, sites: 99 }], 50, null],
  ['a hundred', [{ score: 10, sites: 100 }], 50, { percent: 100, sites: 100 }],
  [
    'the own score is not below itself',
    [
      { score: 50, sites: 60 },
      { score: 20, sites: 40 },
    ],
    50,
    { percent: 40, sites: 100 },
  ],
  [
    'the share is not rounded up',
    [
      { score: 50, sites: 2 },
      { score: 20, sites: 199 },
    ],
    50,
    { percent: 99, sites: 201 },
  ],
  ['no one stands below', [{ score: 0, sites: 300 }], 0, null],
])('%s', (_name, scores, own, standing) => {
  expect(standingAmong(scores, own)).toEqual(standing);
});

it('counts the newest report of each host, and none that is provisional or old', async () => {
  await using database = await testDatabase();
  const { db } = database;
  const add = (host: string, score: number, daysAgo: number, provisional = false) => {
    const at = new Date(Date.now() - daysAgo * 86_400_000);
    const id = randomUUID().replaceAll('-', '');
    const report = {
      id,
      scanId: randomUUID(),
      column: 'free',
      owner: null,
      host,
      grade: 'C',
      score,
      provisional,
    } as const;
    return insertServedReport(db, { ...report, engineVersion: '1', scannedAt: at.toISOString(), json: '{}' }, at);
  };
  await add('a.test', 10, 3);
  await add('a.test', 60, 1);
  await add('b.test', 60, 2);
  await add('c.test', 70, 1, true);
  await add('d.test', 80, 100);
  expect(await scoresOfSites(db)).toEqual([{ score: 60, sites: 2 }]);
});
