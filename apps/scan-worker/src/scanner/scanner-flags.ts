import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { heapFlags } from './scanner-heap.ts';

/** The repository, or where the program is installed. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/**
 * Node's permission model: a scanner may read the program and its packages, nothing else. It may not write, start processes,
 * or load addons or WASI. It starts its threads for large pages, then gives up the right to start any (lock-down.ts).
 */
export function scannerFlags(heapMb: number): string[] {
  return [
    '--permission',
    '--allow-worker',
    // These write files in spite of the permission model (Node 24.21).
    '--no-experimental-sqlite',
    ...['apps/scan-worker', 'packages', 'node_modules', 'package.json'].map(
      (part) => `--allow-fs-read=${path.join(ROOT, part)}`,
    ),
    '--no-warnings',
    ...heapFlags(heapMb),
  ];
}
