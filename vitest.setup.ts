import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stopTestServer } from '@palisade/db/test-database';

/** One folder per run; whatever the tests start for all of them (the database server) lives and dies with it. */
export default async function setup(): Promise<() => Promise<void>> {
  const runDir = await mkdtemp(path.join(tmpdir(), 'palisade-test-'));
  await chmod(runDir, 0o755);
  process.env['PALISADE_TEST_RUN_DIR'] = runDir;
  return () => stopTestServer(runDir);
}
