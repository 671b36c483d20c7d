// `npm test`: the whole suite. On a machine that lacks a part (a Redis server, a browser,
// poppler) the tests that need it are skipped, each with a line that names the part; with
// CI set nothing may be skipped, and the last line is the tally.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(tmpdir(), 'palisade-results-'));
const file = path.join(folder, 'results.json');
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);
let failed = status === 0 ? 0 : 1;
try {
  const results = JSON.parse(readFileSync(file, 'utf8'));
  const skipped = results.numPendingTests + results.numTodoTests;
  failed = Math.max(failed, results.numFailedTests + results.numFailedTestSuites);
  if (process.env.CI && skipped > 0) {
    console.error(`${skipped} tests were skipped, and CI allows none`);
    failed += skipped;
  }
  console.log(
    `${results.numPassedTests} passed, ${failed} failed${process.env.CI || skipped === 0 ? '' : `, ${skipped} skipped`}`,
  );
} catch {
  console.log(`0 passed, ${Math.max(failed, 1)} failed`);
  failed = Math.max(failed, 1);
}
rmSync(folder, { recursive: true, force: true });
process.exit(failed === 0 ? 0 : 1);
