import { defineConfig } from 'vitest/config';
import LongestFirst from './scripts/longest-first.ts';

export default defineConfig({
  test: {
    include: [
      'packages/**/*.test.ts',
      'packages/**/*.test.tsx',
      'apps/**/*.test.ts',
      'apps/**/*.test.tsx',
      'test/**/*.test.ts',
    ],
    globalSetup: ['./vitest.setup.ts'],
    pool: 'forks',
    // One more than the two processors: files that start services wait about as long as they compute.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // What one process has transformed, the others read, in this part of the suite and the next.
    experimental: { fsModuleCache: true },
    // A test that holds only when it is tried again is named at the end of the run.
    retry: process.env['CI'] ? 1 : 0,
    // A limit for what hangs, not a measure: on a busy machine an honest test takes ten times as long.
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});
