import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testDatabase } from '@palisade/db/test-database';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openOperatorDatabase } from './operator-database.ts';

/** Only root can create another user's file. */
it.runIf(process.getuid?.() === 0).each(['app.secret', 'database.url', '.'])(
  'an operator’s command believes no %s that another user has put there',
  async (name) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'palisade-foreign-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    vi.stubEnv('DATA_DIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    await writeFile(path.join(folder, 'app.secret'), 'theirs\n');
    await using theirs = await testDatabase();
    await writeFile(path.join(folder, 'database.url'), `${theirs.url}\n`);
    await chown(path.join(folder, name), 65_534, 65_534);
    await expect(openOperatorDatabase()).rejects.toThrow('belongs to another user');
  },
);
