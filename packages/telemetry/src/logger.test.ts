import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** A process's log output. */
function logged(statement: string): string {
  const program = `import { createLogger } from '${new URL('logger.ts', import.meta.url).href}';
    const log = createLogger({ service: 'test', level: 'info' }); ${statement}`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
}

it('a log line is JSON with the logged values, without terminal control characters', () => {
  const hostile = '\u009b2J\u009d0;owned\u0007\u007f \u202eevil\u2066 \u2028 \ufeff \ud800 naïve';
  const text = logged(
    `log.warn({ host: ${JSON.stringify(hostile)}, err: new Error(${JSON.stringify(hostile)}) }, 'x\\u009b');`,
  );
  expect(text.endsWith('}\n')).toBe(true);
  expect(text.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
  expect(JSON.parse(text)).toMatchObject({ host: hostile, err: { message: hostile }, msg: 'x\u009b' });
});
