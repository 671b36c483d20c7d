import { currentProgram, makeProgram } from '@palisade/config/program';
import { programCache } from '@palisade/config/program-cache';

const ENTRY = 'apps/scan-worker/src/scanner/scanner.ts';
const THREAD = 'packages/scanner/src/gather/page-thread-worker.ts';

/**
 * The scanner's program in a few files instead of some six hundred modules, which a scanner would read one by one at each
 * of its starts: it may use no compile cache of Node, which would want it to be able to write there.
 * @param folder where it is kept; undefined: nowhere
 * @param entry what it begins with; for tests
 * @returns what to start; undefined where it cannot be kept, and scanners read their modules
 * @throws Error when a module cannot be read or understood
 */
export async function scannerProgram(
  folder = programCache('palisade-scanner', 0o755),
  entry = ENTRY,
): Promise<URL | undefined> {
  if (folder === undefined) return undefined;
  // Scanners may be another user's processes.
  const plan = { entries: { scanner: entry, thread: THREAD }, shared: true };
  return new URL('scanner.mjs', currentProgram(folder, plan) ?? (await makeProgram(folder, plan)));
}
