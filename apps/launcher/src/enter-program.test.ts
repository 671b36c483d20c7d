import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('replaces what a process was started with, and neither its threads nor the processes that it forks', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'palisade-enter-'));
  try {
    const [named, bundle, part] = ['named', 'bundle', 'part'].map((name) => path.join(folder, `${name}.mjs`));
    await writeFile(named ?? '', "console.log('named');");
    await writeFile(part ?? '', "console.log('part');");
    await writeFile(
      bundle ?? '',
      `import { fork } from 'node:child_process';
      import { once } from 'node:events';
      import { Worker } from 'node:worker_threads';
      console.log('bundle ' + process.execArgv);
      await once(new Worker(new URL('part.mjs', import.meta.url)), 'exit');
      fork(new URL('part.mjs', import.meta.url));`,
    );
    const hook = new URL('enter-program.ts', import.meta.url);
    hook.searchParams.set('to', pathToFileURL(bundle ?? '').href);
    const args = ['--stack-size=900', '--import', hook.href, named ?? ''];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout.trim().split('\n')).toEqual(['bundle --stack-size=900', 'part', 'part']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
