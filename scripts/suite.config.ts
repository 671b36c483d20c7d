/**
 * What `npm test` runs: every file of tests in one list, the longest first, which four processes work through. While one
 * waits for a service another computes, and no processor rests until the list is done. `scripts/test.mjs` starts it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import single from '../vitest.config.ts';

/** Held to deadlines, or hard on everything beside them: more load from neighbors would look like a fault. */
const WHOLE_MACHINE = [
  'test/faults.test.ts',
  'test/conformance/specification.test.ts',
  'test/fuzz/openapi.test.ts',
  'packages/scanner/src/gather/hostile.test.ts',
];
/**
 * The browser tests take Chromium's headless shell where the machine has it, as the service does. These promises are
 * held once more by the whole Chromium, which is what many machines have.
 */
const IN_BOTH_BROWSERS = [
  'packages/browser/src/guard/canaries.test.ts',
  'packages/browser/src/witness/witness.test.ts',
  'packages/browser/src/witness/hidden-pages.test.ts',
];
const SHELL = '/usr/lib/chromium/chromium-headless-shell';
const WHOLE = '/usr/lib/chromium/chromium';
const hasBoth = existsSync(SHELL) && existsSync(WHOLE);

/** A module that is replaced is replaced for every file of the process. */
const ownProcess = ['test', 'packages', 'apps']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('node_modules'))
      .map((file) => path.join(folder, file)),
  )
  .filter((file) => readFileSync(file, 'utf8').includes('vi.mock('));

const each = single.test ?? {};
const setupFiles = process.env['PALISADE_TEST_COSTS'] === undefined ? [] : ['scripts/file-costs.ts'];
const part = (name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  // What is for the run as a whole stands with it alone.
  test: { ...each, globalSetup: [], sequence: {}, setupFiles, ...test, name },
});

export default defineConfig({
  test: {
    ...each,
    projects: [
      part('own process', { include: ownProcess, maxWorkers: 4 }),
      // Its files share processes and the modules that these import, which halves what they cost.
      part('shared', {
        exclude: [...configDefaults.exclude, ...ownProcess, ...WHOLE_MACHINE],
        isolate: false,
        maxWorkers: 4,
      }),
      // When all else has ended.
      part('whole machine', { include: WHOLE_MACHINE, isolate: false, maxWorkers: 3, sequence: { groupOrder: 1 } }),
      ...(hasBoth
        ? [
            part('whole browser', {
              include: IN_BOTH_BROWSERS,
              env: { SCAN_BROWSER: WHOLE },
              isolate: false,
              maxWorkers: 3,
              sequence: { groupOrder: 2 },
            }),
          ]
        : []),
    ],
  },
});
