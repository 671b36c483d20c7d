import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const MODULE = JSON.stringify(new URL('inherited-descriptors.ts', import.meta.url).href);
const GRANDCHILD = `try { require('node:fs').fstatSync(200); console.log('has it'); } catch { console.log('has it not'); }`;

it.runIf(process.platform === 'linux').each([
  ['without it', '', 'has it\n'],
  ['with it', 'closeInherited(); process.send("the channel stays");', 'has it not\n'],
])(
  '%s a child of a service can read an inherited descriptor',
  async (_what, first, said) => {
    const start = `import { closeInherited } from ${MODULE}; ${first} const { spawn } = await import('node:child_process'); spawn(process.execPath, ['--eval', ${JSON.stringify(GRANDCHILD)}], { stdio: 'inherit' }).once('exit', () => process.disconnect());`;
    // 5 to 199 are closed.
    const gap = Array.from({ length: 196 }, () => 'ignore' as const);
    const service = spawn(process.execPath, ['--input-type=module', '--eval', start], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc', ...gap, process.stderr.fd],
    });
    let text = '';
    let message: unknown;
    service.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
    service.on('message', (told) => (message = told));
    await once(service, 'close');
    expect([text, message]).toEqual([said, first === '' ? undefined : 'the channel stays']);
  },
  60_000,
);
