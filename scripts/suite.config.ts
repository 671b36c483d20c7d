/**
 * What `npm test` runs: every test file in one list, longest first, worked through by four processes. While one
 * waits for a service another computes, so no processor is idle until the list is done. `scripts/test.mjs` starts it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import single from '../vitest.config.ts';

/** Has deadlines, or puts a heavy load on everything running in parallel: more load would look like a fault. */
const WHOLE_MACHINE = [
  'test/faults.test.ts',
  'test/conformance/specification.test.ts',
  'packages/scanner/src/gather/hostile.test.ts',
];
/**
 * The browser tests use Chromium's headless shell if it is installed, as the service does. These tests
 * run a second time with the full Chromium, which many machines have.
 */
const IN_BOTH_BROWSERS = [
  'packages/browser/src/guard/canaries.test.ts',
  'packages/browser/src/observe/observe-site.test.ts',
  'packages/browser/src/observe/hidden-pages.test.ts',
];
const SHELL = '/usr/lib/chromium/chromium-headless-shell';
const WHOLE = '/usr/lib/chromium/chromium';
const hasBoth = existsSync(SHELL) && existsSync(WHOLE);

/** Mocking a module replaces it for every file in the process. */
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
  // Settings for the run as a whole belong only here.
  test: { ...each, globalSetup: [], sequence: {}, setupFiles, ...test, name },
});

export default defineConfig({
  test: {
    ...each,
    projects: [
      part('own process', { include: ownProcess, maxWorkers: 4 }),
      // Its files share processes and the modules they import, which halves their cost.
      part('shared', {
        exclude: [...configDefaults.exclude, ...ownProcess, ...WHOLE_MACHINE],
        isolate: false,
        maxWorkers: 4,
      }),
      // After everything else has finished.
      part('whole machine', { include: WHOLE_MACHINE, isolate: false, maxWorkers: 3, sequence: { groupOrder: 1 } }),
      ...(hasBoth
        ? [
            part('whole browser', {
              include: IN_BOTH_BROWSERS,
              env: { SCAN_BROWSER: WHOLE },
              isolate: false,
              maxWorkers: 3,
              // Next to the group above, of which one file waits for most of its time.
              sequence: { groupOrder: 1 },
            }),
          ]
        : []),
    ],
  },
});
