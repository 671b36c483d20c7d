import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { backupCluster, restoreCluster } from './backup.ts';
import { startCluster } from './cluster.ts';

async function rows(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: found } = await client.query<{ n: number }>('select count(*)::int as n from kept');
  await client.end();
  return found[0]?.n ?? 0;
}

it('a backup taken while rows are being written restores to a working database', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'palisade-backup-'));
  await chmod(home, 0o755);
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const [dataDir, folder] = [path.join(home, 'data'), path.join(home, 'backup')];
  const first = await startCluster({ dataDir });
  const writer = new pg.Client({ connectionString: first.url });
  await writer.connect();
  await writer.query('create table kept (n int)');
  await writer.query('insert into kept select generate_series(1, 1000)');
  let writing = true;
  const written = (async () => {
    for (let n = 0; writing; n++) await writer.query('insert into kept values ($1)', [n]);
  })();
  const copied = await backupCluster({ url: first.url, dataDir, folder });
  writing = false;
  await written;
  expect(copied.files).toBeGreaterThan(500);
  await writer.query('drop table kept');
  await writer.end();
  await first.stop();

  expect(await restoreCluster({ dataDir, folder })).toContain('before-restore');
  const second = await startCluster({ dataDir });
  expect(await rows(second.url)).toBeGreaterThanOrEqual(1000);
  await second.stop();
  await expect(backupCluster({ url: second.url, dataDir, folder })).rejects.toThrow(/exists already/);
}, 60_000);
