// `npm test`: the complete suite, as `suite.config.ts` divides it. `npm run test:unit` runs only the pure tests.
// On a machine that lacks a component (a Redis server, a browser, poppler) the tests that need it are skipped, each with
// a line that names the component. With CI set nothing may be skipped, and the last line is the tally.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keepServiceProgram } from '../apps/launcher/src/service-program.ts';
import { programCache } from '../packages/config/src/program-cache.mjs';

/** No server, no process, no clock: what developers run after each change. */
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
const SUITE = ['--config', 'scripts/suite.config.ts'];
const only = given[0] === '--unit' ? [...unit, ...given.slice(1)] : given;
/** Node's compile cache, shared by the processes of this run: hundreds start the same programs. */
const NODE_COMPILE_CACHE = programCache('palisade-test-modules', 0o700);

const folder = mkdtempSync(path.join(tmpdir(), 'palisade-results-'));
/** @typedef {{ name: string; message: string }} Failure */
/** @typedef {{ file: string; project: string; passed: number; skipped: number; failures: Failure[]; secondTries: string[] }} FileTally */
/** @typedef {{ files: Record<string, FileTally>; outside: Failure[] }} Tally */
let runs = 0;
// Dozens of tests start the service. Without a bundle each start takes half as long again, and makes one.
if (only.length === 0) await keepServiceProgram();
const total = await run(only.length > 0 ? only : SUITE);

// A test that failed in parallel with others may have failed because of the load. In CI it runs once more, alone, and the
// end of the output says so. A real fault fails again, and so does a run with many failures.
const MOST_RUN_AGAIN = 5;
const failed = Object.entries(total.files).filter(([, { failures }]) => failures.length > 0);
if (process.env.CI && failed.length <= MOST_RUN_AGAIN) {
  for (const [key, { file, project, failures: first }] of failed) {
    for (const { name, message } of first)
      console.error(`\nfailed, running again alone: ${name}\n${message.slice(0, 2000)}`);
    const again = await run([...(project === '' ? [] : [...SUITE, '--project', project]), file]);
    const tally = again.files[key];
    if (!tally) continue;
    total.files[key] = tally;
    total.outside.push(...again.outside);
    if (tally.failures.length === 0) tally.secondTries.push(...first.map(({ name }) => `${name} (alone)`));
  }
}
rmSync(folder, { recursive: true, force: true });

const tallies = Object.values(total.files);
const sum = (/** @type {'passed' | 'skipped'} */ what) => tallies.reduce((all, tally) => all + tally[what], 0);
const failures = [...tallies.flatMap((tally) => tally.failures), ...total.outside];
let bad = failures.length;
for (const name of tallies.flatMap(({ secondTries }) => secondTries))
  console.error(`passed only on the second try: ${name}`);
for (const { name, message } of failures) console.error(`\nFAILED ${name}\n${message.slice(0, 2000)}`);
if (process.env.CI && sum('skipped') > 0) {
  console.error(`${sum('skipped')} tests were skipped, and CI allows none`);
  bad += sum('skipped');
}
const skipped = process.env.CI || sum('skipped') === 0 ? '' : `, ${sum('skipped')} skipped`;
console.log(`${sum('passed')} passed, ${bad} failed${skipped}`);
process.exitCode = bad === 0 ? 0 : 1;

/**
 * One part. A bad exit without a failed test (no test found, killed) is a failure too.
 * @param {string[]} args
 * @returns {Promise<Tally>}
 */
async function run(args) {
  const file = path.join(folder, `tally-${(runs += 1)}.json`);
  const reporters = ['--reporter=default', '--reporter=./scripts/tally-reporter.mjs'];
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), PALISADE_TALLY: file },
  });
  const status = await new Promise((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code));
    child.once('error', (error) => resolve(error.message));
  });
  /** @type {Tally} */
  let tally = { files: {}, outside: [] };
  try {
    tally = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Vitest exited before it wrote a tally.
  }
  const said = tally.outside.length > 0 || Object.values(tally.files).some(({ failures }) => failures.length > 0);
  if (status !== 0 && !said)
    tally.outside.push({ name: `vitest ${args.join(' ').slice(0, 200)}`, message: `exited with ${status}` });
  return tally;
}
