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
    // Node reads no TSX. Before Vitest, whose `vi.mock` then stands in front of it.
    execArgv: ['--import', new URL('packages/pdf/src/register-tsx.ts', import.meta.url).href],
    // One more than the two processors: files that start services wait about as long as they compute.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Modules are run by Node itself, as the services run them: Vite would translate each, and each process would
    // compile what it made of it again.
    experimental: { viteModuleRunner: false },
    // A test that holds only when it is tried again is named at the end of the run.
    retry: process.env['CI'] ? 1 : 0,
    // A limit for what hangs, not a measure: on a busy machine an honest test takes ten times as long.
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});
