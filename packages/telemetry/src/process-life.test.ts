import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const MODULE = JSON.stringify(new URL('process-life.ts', import.meta.url).href);
const LOG = '{ info: () => undefined, error: () => undefined }';

/** A service process with an IPC channel to this one; `program` runs with the module in scope. */
function service(program: string): ChildProcess {
  const source = `import { endWithLauncher, stopGracefully } from ${MODULE}; endWithLauncher(); setInterval(() => undefined, 1000); ${program}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

it.each([
  ['that is waiting for its database', `process.send('now'); await new Promise(() => undefined);`, 1],
  ['that is running', `stopGracefully(${LOG}, async () => undefined, 5000); process.send('now');`, 0],
  [
    'that became ready after the launcher had exited',
    `process.removeAllListeners('disconnect'); process.once('disconnect', () => stopGracefully(${LOG}, async () => undefined, 5000)); process.send('now');`,
    0,
  ],
  [
    'that hangs while stopping',
    `stopGracefully(${LOG}, () => new Promise(() => undefined), 100); process.send('now');`,
    1,
  ],
])(
  'a process %s exits when its launcher has exited',
  async (_, program, code) => {
    const child = service(program);
    await once(child, 'message');
    const exited = once(child, 'exit');
    child.disconnect();
    expect(await exited).toEqual([code, null]);
  },
  60_000,
);
