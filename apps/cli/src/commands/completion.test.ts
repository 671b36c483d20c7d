import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { WithDatabase } from '../operator-program.ts';
import { runPalisade } from '../test/run-palisade.ts';

const none: WithDatabase = () => Promise.reject(new Error('no database is opened here'));
const palisade = (...args: string[]) => runPalisade(args, none);

/** What bash offers after these words; the last one is being typed. */
async function offered(...words: string[]): Promise<string[]> {
  const { out } = await palisade('completion', 'bash');
  const script = `${out}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _palisade; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['--norc', '-c', script, 'bash', 'palisade', ...words], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
}

describe('completion in bash', () => {
  it('offers commands, options of the command, and known values', async () => {
    expect(await offered('')).toEqual(expect.arrayContaining(['scan', 'diff', 'keys', '--version', '--help']));
    expect(await offered('sc')).toEqual(['scan']);
    expect(await offered('scan', 'a.test', '--fail-')).toEqual(['--fail-under', '--fail-on']);
    expect(await offered('scan', '--format', 's')).toEqual(['sarif']);
    expect(await offered('compliance', 'generate', '--card-data', 'i')).toEqual(['iframe']);
    expect(await offered('keys', 'r')).toEqual(['rotate', 'revoke']);
    expect(await offered('keys', 'create', '--e')).toEqual(['--email']);
    expect(await offered('completion', 'f')).toEqual(['fish']);
  });
});

it('prints scripts for all shells, and reports another shell as a mistake', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { status, out } = await palisade('completion', shell);
    expect([shell, status]).toEqual([shell, 0]);
    expect(out).toContain('scan');
    if (shell === 'bash') expect(spawnSync('bash', ['-n'], { input: out }).status).toBe(0);
  }
  const wrong = await palisade('completion', 'tcsh');
  expect([wrong.status, wrong.err]).toEqual([2, expect.stringContaining('bash, zsh, fish')]);
});

it('does not treat help as a mistake', async () => {
  const { status, out } = await palisade('help', 'scan');
  expect([status, out]).toEqual([0, expect.stringContaining('--fail-under')]);
  expect((await palisade('help')).status).toBe(0);
  expect((await palisade('keys')).status).toBe(2);
});
