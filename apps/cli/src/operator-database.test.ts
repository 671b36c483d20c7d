import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testDatabase } from '@palisade/db/test-database';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openOperatorDatabase } from './operator-database.ts';

/** Only root can create another user's file. */
it.runIf(process.getuid?.() === 0).each(['app.secret', 'database.url', 'public.url', '.'])(
  'an operator’s command believes no %s that another user has put there',
  async (name) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'palisade-foreign-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    vi.stubEnv('DATA_DIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    await writeFile(path.join(folder, 'app.secret'), 'theirs\n');
    await using theirs = await testDatabase();
    await writeFile(path.join(folder, 'database.url'), `${theirs.url}\n`);
    await writeFile(path.join(folder, 'public.url'), 'https://theirs.example\n');
    await chown(path.join(folder, name), 65_534, 65_534);
    await expect(openOperatorDatabase()).rejects.toThrow('belongs to another user');
  },
);

it('an operator’s command puts the address of the service into emails, in whatever shell it runs', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'palisade-address-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  onTestFinished(() => void vi.unstubAllEnvs());
  await using database = await testDatabase();
  vi.stubEnv('DATA_DIR', folder);
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('APP_SECRET', 'a secret of 16 characters');
  const address = async () => {
    const { config, close } = await openOperatorDatabase();
    await close();
    return config.PUBLIC_BASE_URL;
  };
  expect(await address()).toBeUndefined();
  await writeFile(path.join(folder, 'public.url'), 'http://127.0.0.1:3200\n');
  expect(await address()).toBe('http://127.0.0.1:3200');
  vi.stubEnv('PUBLIC_BASE_URL', 'https://scan.example');
  expect(await address()).toBe('https://scan.example');
});
