import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { collectLog } from './work-log.ts';

it('separates the lines of each task, without secrets', async () => {
  const log = createLogger({ service: 'test', level: 'info' });
  const work = async (n: number) => {
    const lines: string[] = [];
    await collectLog(lines, async () => {
      log.debug('not shown at this level');
      log.info({ scanId: `scan-${n}`, ms: n, email: 'jane@example.com', nested: { key: 'k' } }, 'begun');
      await pause(5 * n);
      log.child({}).warn({ err: new Error('no answer from jane@example.com') }, 'tried pal_live_abcdefgh123');
    });
    return lines.map((line) => line.replace(/^\S+ /, ''));
  };
  log.info('belongs to no work');
  const [one, two] = await Promise.all([work(1), work(2)]);
  expect(one).toEqual(['info begun scanId=scan-1 ms=1', 'warn tried [secret] err="Error: no answer from [email]"']);
  expect(two?.[0]).toBe('info begun scanId=scan-2 ms=2');
});
