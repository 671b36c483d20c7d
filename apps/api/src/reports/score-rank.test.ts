import { randomUUID } from 'node:crypto';
import { packed } from '@palisade/db/packed';
import { insertServedReport } from '@palisade/db/served-reports';
import { scoresOfSites } from '@palisade/db/scores';
import { testDatabase } from '@palisade/db/test-database';
import { expect, it } from 'vitest';
import { createScoreRank, scoreRankAmong } from './score-rank.ts';

it.each([
  ['too few sites', [{ score: 10, sites: 99 }], 50, null],
  ['a hundred', [{ score: 10, sites: 100 }], 50, { percent: 100, sites: 100 }],
  [
    'its own score does not count as lower',
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
  ['no site has a lower score', [{ score: 0, sites: 300 }], 0, null],
])('%s', (_name, scores, own, standing) => {
  expect(scoreRankAmong(scores, own)).toEqual(standing);
});

/** Writes reports as the service does, into a separate database. */
async function withReports() {
  const database = await testDatabase();
  const { db } = database;
  const add = (
    host: string,
    score: number,
    change: { daysAgo?: number; provisional?: boolean; engine?: string } = {},
  ) => {
    const { daysAgo = 1, provisional = false, engine = '1' } = change;
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
    return insertServedReport(
      db,
      { ...report, engineVersion: engine, scannedAt: at.toISOString(), body: packed('{}') },
      at,
    );
  };
  return { add, db, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}

it('counts the newest report of each host, and none that is provisional, old, deleted or of another engine', async () => {
  await using reports = await withReports();
  const { add, db } = reports;
  await add('a.example.com', 10, { daysAgo: 3 });
  await add('a.example.com', 60);
  await add('b.example.com', 60, { daysAgo: 2 });
  await add('b.example.com', 5, { provisional: true });
  await add('c.example.com', 70, { provisional: true });
  await add('d.example.com', 80, { daysAgo: 100 });
  await add('e.example.com', 90, { engine: '2' });
  await add('f.example.com', 95);
  await db.servedReport.updateMany({ where: { host: 'f.example.com' }, data: { deletedAt: new Date(), body: null } });
  expect(await scoresOfSites(db, '1')).toEqual([{ score: 60, sites: 2 }]);
  expect(await scoresOfSites(db, '2')).toEqual([{ score: 90, sites: 1 }]);
});

it('hosts that are not public do not count', async () => {
  await using reports = await withReports();
  const { add, db } = reports;
  const inner = [
    '10.0.0.8',
    '[fd00::1]',
    'intranet',
    'wiki.corp',
    'nas.local',
    'git.internal',
    'app.test',
    'x.home.arpa',
  ];
  for (const host of inner) await add(host, 1);
  for (const host of ['test.example.com', 'local.de', 'xn--bcher-kva.example.net', 'site.xn--p1ai'])
    await add(host, 50);
  expect(await scoresOfSites(db, '1')).toEqual([{ score: 50, sites: 4 }]);
});

it('needs at least a hundred sites; equal scores do not count as lower', async () => {
  await using reports = await withReports();
  const { add, db } = reports;
  // Two scans of each site: they count as one site.
  for (let at = 0; at < 98; at += 1) {
    await add(`s${at}.example.com`, 1, { daysAgo: 2 });
    await add(`s${at}.example.com`, at < 40 ? 20 : 70);
  }
  await add('mine.example.com', 70);
  const mine = { score: 70, provisional: false, engine_version: '1' };
  expect(await createScoreRank(db)(mine)).toBeNull();
  await add('last.example.com', 100);
  expect(await createScoreRank(db)(mine)).toEqual({ percent: 40, sites: 100 });
  expect(await createScoreRank(db)({ ...mine, provisional: true })).toBeNull();
  expect(await createScoreRank(db)({ ...mine, engine_version: '2' })).toBeNull();
  expect(await createScoreRank(db)({ ...mine, score: 20 })).toBeNull();
});
