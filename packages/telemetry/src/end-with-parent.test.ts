import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const MODULE = JSON.stringify(new URL('end-with-parent.ts', import.meta.url).href);

it('a process with a blocked event loop exits with its parent', async () => {
  const held = `import { endWithParent } from ${MODULE}; endWithParent(100); process.stdout.write(process.pid + '\\n', () => { for (;;); });`;
  const parent = `require('node:child_process').spawn(process.execPath, ['--input-type=module', '--eval', ${JSON.stringify(held)}], { stdio: 'inherit' })`;
  const child = spawn(process.execPath, ['--eval', parent], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const pid = Number(said.toString());
  expect(process.kill(pid, 0)).toBe(true);
  child.kill('SIGKILL');
  await expect.poll(() => runs(pid)).toBe(false);
});

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
