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
    // Node cannot read TSX. It is registered before Vitest, so that `vi.mock` works on it.
    execArgv: ['--import', new URL('packages/pdf/src/register-tsx.ts', import.meta.url).href],
    // One more than the two processors: files that start services wait about as long as they compute.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Node itself runs the modules, as in the services. Vite would translate each, and each process would compile the
    // result again.
    experimental: { viteModuleRunner: false },
    // Tests that pass only on the second try are named at the end of the run.
    retry: process.env['CI'] ? 1 : 0,
    // Limits for what hangs. On a busy machine a good test takes ten times as long, so shorter ones would fail it there.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 90_000 } },
  },
});
