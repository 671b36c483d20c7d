// `npm test`: the whole suite, in parts. The unit tests are pure. All files share processes and the modules they import,
// which halves what they cost; only those that replace modules have a process each. Since these wait as much as they
// compute, and each part ends with a file that runs alone, they go in two lanes side by side. Last, alone, comes what
// attacks the whole service or holds it to its deadlines, two files at a time: more load from neighbors would look like
// a fault.
// `npm run test:unit` runs the first part alone. On a machine that lacks a part (a Redis server, a browser, poppler)
// the tests that need it are skipped, each with a line that names the part; with CI set nothing may be skipped, and
// the last line is the tally.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { programCache } from '../packages/config/src/program-cache.ts';

/** Held to deadlines, or hard on everything beside them. */
const WHOLE_MACHINE = [
  'test/faults.test.ts',
  'test/conformance/specification.test.ts',
  'test/conformance/worker-killed.test.ts',
  'test/fuzz/openapi.test.ts',
  'packages/scanner/src/gather/hostile.test.ts',
];
/** They replace modules, which holds for every file of their process. */
const OWN_MODULES = [
  'packages/scanner/src/gather/tls/failures.test.ts',
  'packages/scanner/src/gather/tls/timestamps.test.ts',
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
const without = (paths) => paths.flatMap((path) => ['--exclude', path.endsWith('/') ? `${path}**` : path]);
// By name: vitest's filters are parts of a path, and packages have folders of tests too.
const serviceTests = readdirSync('test', { recursive: true })
  .map((file) => path.join('test', file))
  .filter((file) => file.endsWith('.test.ts') && !WHOLE_MACHINE.includes(file));
const replacesModules = (file) => readFileSync(file, 'utf8').includes('vi.mock(');
const shared = serviceTests.filter((file) => !replacesModules(file));
const ownProcess = [...serviceTests.filter(replacesModules), ...OWN_MODULES];
const others = ['packages/', 'apps/', '--no-isolate', ...without([...UNIT, ...WHOLE_MACHINE, ...OWN_MODULES])];
/** One after the other; of each the lanes are run side by side, and the parts of a lane one after the other. */
const STAGES = [
  [
    [unit, others],
    [[...shared, '--no-isolate'], ownProcess],
  ].map((lane) => lane.map((args) => [...args, '--maxWorkers=2'])),
  [[[...WHOLE_MACHINE, '--no-isolate', '--maxWorkers=2']]],
];
const only = given[0] === '--unit' ? [...unit, ...given.slice(1)] : given;
const stages = only.length > 0 ? [[[only]]] : STAGES;
/** What Node has compiled, for the next process of this run: hundreds start the same programs. */
const NODE_COMPILE_CACHE = programCache('palisade-test-modules', 0o700);

const folder = mkdtempSync(path.join(tmpdir(), 'palisade-results-'));
/** @typedef {{ name: string; message: string }} Failure */
/** @typedef {{ passed: number; skipped: number; failures: Failure[]; secondTries: string[] }} FileTally */
/** @typedef {{ files: Record<string, FileTally>; outside: Failure[] }} Tally */
/** @type {Tally} */
const total = { files: {}, outside: [] };
let runs = 0;
for (const lanes of stages) {
  await Promise.all(
    lanes.map(async (parts, lane) => {
      for (const args of parts) {
        const part = await run(args, lane === 0);
        Object.assign(total.files, part.files);
        total.outside.push(...part.outside);
      }
    }),
  );
}

// What failed beside others may have failed because of the load. In CI it gets one more run, alone; that it needed one
// is said at the end. A fault that is there every time fails again, and so does a run in which much fails.
const MOST_RUN_AGAIN = 5;
const failedFiles = Object.keys(total.files).filter((file) => total.files[file]?.failures.length);
if (process.env.CI && failedFiles.length <= MOST_RUN_AGAIN) {
  for (const file of failedFiles) {
    const first = total.files[file]?.failures ?? [];
    for (const { name, message } of first)
      console.error(`\nfailed, and is run again alone: ${name}\n${message.slice(0, 2000)}`);
    const again = await run([file, '--maxWorkers=1']);
    const tally = again.files[file];
    if (!tally) continue;
    total.files[file] = tally;
    total.outside.push(...again.outside);
    if (tally.failures.length === 0) tally.secondTries.push(...first.map(({ name }) => `${name} (alone)`));
  }
}
rmSync(folder, { recursive: true, force: true });

const tallies = Object.values(total.files);
const sum = (/** @type {'passed' | 'skipped'} */ what) => tallies.reduce((all, tally) => all + tally[what], 0);
const failures = [...tallies.flatMap((tally) => tally.failures), ...total.outside];
let failed = failures.length;
for (const name of tallies.flatMap(({ secondTries }) => secondTries))
  console.error(`passed only when it was tried again: ${name}`);
for (const { name, message } of failures) console.error(`\nFAILED ${name}\n${message.slice(0, 2000)}`);
if (process.env.CI && sum('skipped') > 0) {
  console.error(`${sum('skipped')} tests were skipped, and CI allows none`);
  failed += sum('skipped');
}
const skipped = process.env.CI || sum('skipped') === 0 ? '' : `, ${sum('skipped')} skipped`;
console.log(`${sum('passed')} passed, ${failed} failed${skipped}`);
process.exitCode = failed === 0 ? 0 : 1;

/**
 * One part. That it ends badly without a failed test (no test found, killed) is a failure too.
 * @param {string[]} args
 * @param {boolean} [shown] what it says is printed as it goes; otherwise in one piece, when it has ended
 * @returns {Promise<Tally>}
 */
async function run(args, shown = true) {
  const file = path.join(folder, `tally-${(runs += 1)}.json`);
  const reporters = ['--reporter=default', '--reporter=./scripts/tally-reporter.mjs'];
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], {
    stdio: ['inherit', shown ? 'inherit' : 'pipe', shown ? 'inherit' : 'pipe'],
    env: { ...process.env, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), PALISADE_TALLY: file },
  });
  /** @type {Buffer[]} */
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk));
  const status = await new Promise((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code));
    child.once('error', (error) => resolve(error.message));
  });
  for (const chunk of said) process.stdout.write(chunk);
  /** @type {Tally} */
  let tally = { files: {}, outside: [] };
  try {
    tally = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Vitest ended before it had anything to tell.
  }
  const failed = tally.outside.length > 0 || Object.values(tally.files).some(({ failures }) => failures.length > 0);
  if (status !== 0 && !failed)
    tally.outside.push({ name: `vitest ${args.join(' ').slice(0, 200)}`, message: `ended with ${status}` });
  return tally;
}
