import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger } from '@palisade/telemetry/logger';
import { afterAll, expect, it } from 'vitest';
import { runService } from './service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'palisade-service-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The outcome for a service that dies this often before it is ready. */
async function started(deaths: number, options: { hopeless?: true } = {}) {
  const file = path.join(folder, `${deaths}-${Object.keys(options).join()}`);
  writeFileSync(file, String(deaths));
  const failed = Promise.withResolvers<string>();
  const service = runService({
    name: 'worker',
    entry: 'launcher/test/dies-at-first.ts',
    env: () => ({ PATH: process.env['PATH'], DEATHS_FILE: file, ...(options.hopeless && { HOPELESS: '1' }) }),
    log: createLogger({ service: 'test', level: 'silent' }),
    onFailedStart: failed.resolve,
  });
  const outcome = await Promise.race([service.ready.then(() => 'ready'), failed.promise]);
  await service.stop(5_000);
  return { outcome, left: Number(readFileSync(file, 'utf8')) };
}

// In parallel: each waits longer and longer between its tries.
it.concurrent.each([
  ['once', 1, {}, { outcome: 'ready', left: 0 }],
  ['three times', 3, {}, { outcome: 'ready', left: 0 }],
  ['always', 99, {}, { outcome: 'worker exited before it was ready (exit code 1)', left: 94 }],
  [
    'and reports that it cannot start',
    99,
    { hopeless: true },
    { outcome: 'worker exited before it was ready (exit code 1)', left: 98 },
  ],
] as const)(
  'a service that dies before it is ready %s',
  async (_often, deaths, options, result) => {
    expect(await started(deaths, options)).toEqual(result);
  },
  60_000,
);
