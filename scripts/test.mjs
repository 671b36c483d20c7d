// `npm test`: the whole suite, in three parts. First the unit tests: pure, so that their files share processes and
// the modules they import. Then everything that shares a machine well, two files at a time. Last, one file at a
// time, what attacks the whole service or holds it to its deadlines, where a neighbor's load would look like a fault.
// `npm run test:unit` runs the first part alone. On a machine that lacks a part (a Redis server, a browser, poppler)
// the tests that need it are skipped, each with a line that names the part; with CI set nothing may be skipped, and
// the last line is the tally.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const WHOLE_MACHINE = [
  'test/pages.test.ts',
  'test/faults.test.ts',
  'test/conformance/specification.test.ts',
  'test/conformance/worker-killed.test.ts',
  'test/fuzz/openapi.test.ts',
  'packages/scanner/src/gather/hostile.test.ts',
];
/** No server, no process, no clock: what a developer runs after each change. */
const UNIT = [
  'packages/report/',
  'packages/scoring/',
  'packages/compliance/',
  'packages/config/',
  'packages/signing/',
  'packages/telemetry/',
  'packages/scanner/src/checks/',
  'packages/scanner/src/facts/',
  'packages/scanner/src/parse/',
  'packages/scanner/src/sections/',
  'packages/scanner/test/',
];
const unit = [...UNIT, '--no-isolate'];
const given = process.argv.slice(2);
const PARTS = [
  unit,
  [...UNIT.map((folder) => `${folder}**`), ...WHOLE_MACHINE].flatMap((path) => ['--exclude', path]),
  [...WHOLE_MACHINE, '--no-file-parallelism'],
];
const parts = given[0] === '--unit' ? [[...unit, ...given.slice(1)]] : given.length > 0 ? [given] : PARTS;

const folder = mkdtempSync(path.join(tmpdir(), 'palisade-results-'));
const total = { passed: 0, failed: 0, skipped: 0 };
for (const [index, args] of parts.entries()) {
  const file = path.join(folder, `${index}.json`);
  const vitest = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const { status } = spawnSync(process.execPath, [...vitest, ...args], { stdio: 'inherit' });
  let failed = status === 0 ? 0 : 1;
  try {
    const results = JSON.parse(readFileSync(file, 'utf8'));
    failed = Math.max(failed, results.numFailedTests);
    total.passed += results.numPassedTests;
    total.skipped += results.numPendingTests + results.numTodoTests;
  } catch {
    failed = Math.max(failed, 1);
  }
  total.failed += failed;
}
rmSync(folder, { recursive: true, force: true });

if (process.env.CI && total.skipped > 0) {
  console.error(`${total.skipped} tests were skipped, and CI allows none`);
  total.failed += total.skipped;
}
const skipped = process.env.CI || total.skipped === 0 ? '' : `, ${total.skipped} skipped`;
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed === 0 ? 0 : 1);
