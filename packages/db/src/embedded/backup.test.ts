import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, truncate, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backupCluster } from './backup.ts';
import { readManifest } from './backup-manifest.ts';
import { startCluster } from './cluster.ts';
import { restoreCluster } from './restore.ts';

async function query<T>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as T[];
  } finally {
    await client.end();
  }
}

describe('a backup of the embedded database', () => {
  let home: string;
  let dataDir: string;
  let folder: string;
  /** Rows acknowledged before the backup began, and the number written when it was complete. */
  let before = 0;
  let after = 0;
  /** The file that a restore checks first. */
  let first = '';
  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'palisade-backup-'));
    await chmod(home, 0o755);
    [dataDir, folder] = [path.join(home, 'data'), path.join(home, 'backup')];
    const cluster = await startCluster({ dataDir });
    await writeFile(path.join(dataDir, 'app.secret'), 'the first secret');
    await query(cluster.url, 'create table kept (n int, filler text)');
    const writer = new pg.Client({ connectionString: cluster.url });
    await writer.connect();
    let writing = true;
    let written = 0;
    const load = (async () => {
      for (; writing; written++) {
        await writer.query(`insert into kept values ($1::int, repeat(md5($1::int::text), 300))`, [written]);
        // Without a pause, most of this test's processor time is the writer's.
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
    })();
    while (written < 200) await new Promise((resolve) => setTimeout(resolve, 5));
    before = written;
    const copied = await backupCluster({ url: cluster.url, dataDir, folder });
    after = written;
    writing = false;
    await load;
    await writer.end();
    expect(copied.files).toBeGreaterThan(500);
    const { files } = await readManifest(folder);
    first = Object.keys(files).find((name) => (files[name]?.bytes ?? 0) > 1) ?? '';
    expect(await query(cluster.url, 'select slot_name from pg_replication_slots')).toEqual([]);
    await expect(backupCluster({ url: cluster.url, dataDir, folder })).rejects.toThrow(/already exists/);
    await expect(restoreCluster({ dataDir, folder })).rejects.toThrow(
      /a database server is running on .*: stop it first/,
    );
    await query(cluster.url, 'truncate kept');
    await query(cluster.url, 'insert into kept values (-1)');
    await cluster.stop();
    await writeFile(path.join(dataDir, 'app.secret'), 'the second secret');
  });
  afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

  const MANIFEST = 'manifest.json';
  const elsewhere = { version: 1, at: '', postgres: 18, folders: ['postgres/../../out'], files: {} };
  it.each<[damage: string, file: string | null, (file: string, content: Buffer) => Promise<void>, RegExp]>([
    ['a truncated file', null, (file) => truncate(file, 1), /damaged: .* has 1 of \d+ bytes/],
    ['a missing file', null, (file) => unlink(file), /damaged: .* is missing/],
    ['one byte changed', null, (file, content) => writeFile(file, content.fill(7, 0, 1)), /damaged: .* was changed/],
    ['an incomplete copy', MANIFEST, (file) => unlink(file), /contains no backup/],
    ['an invalid manifest', MANIFEST, (file) => truncate(file, 1000), /manifest\.json is damaged/],
    ['files outside the backup', MANIFEST, (file) => writeFile(file, JSON.stringify(elsewhere)), /outside the backup/],
  ])('is rejected with %s, and nothing is lost', async (_, name, damage, why) => {
    const file = path.join(folder, name ?? first);
    const content = await readFile(file);
    const [names, files] = [await readdir(dataDir), await readdir(path.join(dataDir, 'postgres'))];
    await damage(file, Buffer.from(content));
    await expect(restoreCluster({ dataDir, folder })).rejects.toThrow(why);
    await writeFile(file, content);
    expect(await readdir(dataDir)).toEqual(names);
    expect(await readdir(path.join(dataDir, 'postgres'))).toEqual(files);
    expect(await readFile(path.join(dataDir, 'app.secret'), 'utf8')).toBe('the second secret');
  });

  it('is rejected while a launcher uses the folder, but not for a stale lock whose pid another process has', async () => {
    const lock = path.join(dataDir, 'launcher.pid');
    const launcher = spawn(process.execPath, ['--eval', 'setInterval(() => undefined, 1000)', 'launcher']);
    try {
      await writeFile(lock, `${launcher.pid}\n`);
      await expect(restoreCluster({ dataDir, folder })).rejects.toThrow(`the service is running on ${dataDir}`);
    } finally {
      launcher.kill('SIGKILL');
    }
    await writeFile(lock, `${process.pid}\n`);
  });

  it('taken while rows are being written, restores those rows; the previous files stay usable', async () => {
    const former = await restoreCluster({ dataDir, folder });
    expect(former).toContain('before-restore');
    const second = await startCluster({ dataDir });
    const rows = await query<{ n: number }>(second.url, 'select n from kept order by n');
    await second.stop();
    // Every row acknowledged before it began, without a gap, and none from after it was complete.
    expect(rows.length).toBeGreaterThanOrEqual(before);
    expect(rows.length).toBeLessThanOrEqual(after + 1);
    expect(rows.map(({ n }) => n)).toEqual(rows.map((_, index) => index));
    expect(await readFile(path.join(dataDir, 'app.secret'), 'utf8')).toBe('the first secret');
    const kept = (await readdir(dataDir)).find((name) => name.startsWith('app.secret.before-restore'));
    expect(await readFile(path.join(dataDir, kept ?? ''), 'utf8')).toBe('the second secret');
  });
});
