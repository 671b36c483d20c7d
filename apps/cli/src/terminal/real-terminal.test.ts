import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visible } from '@palisade/report/visible';

function tmuxOrSkip(): boolean {
  if (spawnSync('tmux', ['-V']).status === 0) return true;
  if (process.env['CI']) throw new Error('tmux is missing and CI allows no skip');
  console.log('skipped: needs tmux (Debian: apt-get install tmux)');
  return false;
}

const server = `palisade-${randomUUID()}`;
const tmux = (...args: string[]) => execFileSync('tmux', ['-L', server, ...args], { encoding: 'utf8' });
let folder: string;
let shows = 0;

/** What a terminal shows for these bytes, and their effects on it. */
async function shown(text: string): Promise<{ screen: string[]; title: string; alternate: string; copied: string }> {
  const name = `s${(shows += 1)}`;
  const file = path.join(folder, name);
  writeFileSync(file, text);
  tmux('new-session', '-d', '-s', name, '-x', '400', '-y', '500', 'sleep 60');
  tmux('select-pane', '-t', name, '-T', 'untouched');
  tmux('respawn-pane', '-k', '-t', name, `cat ${file}; printf 'the end'; sleep 60`);
  const screen = () => tmux('capture-pane', '-p', '-S', '-', '-t', name).trimEnd().split('\n');
  await expect.poll(() => screen().join('\n')).toContain('the end');
  const state = {
    screen: screen(),
    title: tmux('display-message', '-p', '-t', name, '#{pane_title}').trim(),
    alternate: tmux('display-message', '-p', '-t', name, '#{alternate_on}').trim(),
    copied: tmux('list-buffers'),
  };
  tmux('kill-session', '-t', name);
  return state;
}

/** Fragments of sequences that terminals act on: ECMA-48, xterm's OSC and DCS, in seven and eight bits. */
const PIECES = ['\u001b', '\u009b', '\u009d', '\u0090', '\u009c', '\u0007', '\u001b]0;owned\u0007', '\u001b]2;owned\u001b\\', '\u001b]52;c;b3duZWQ=\u0007', '\u009d0;owned\u009c', '\u001b[2J', '\u009b2J', '\u001b[?1049h', '\u001b[1;1H', '\u001bc', '\u001b[8m', '\u001b[6n', '\u001bP+q544e\u001b\\', '\u001bkowned\u001b\\', '\u000e', '\u000b', '\f', '\r', '\b', '\t', '\u007f', '\u0085', '\u202e', '\u2028', '0', ';', '[', 'J', 'm', 'a', ' b']; // prettier-ignore

describe.runIf(tmuxOrSkip())('in a real terminal (S2)', () => {
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'palisade-terminal-'));
    // Kept open, and accepting what OSC 52 copies.
    tmux('-f', '/dev/null', 'new-session', '-d', '-s', 'keep', 'sleep 300');
    tmux('set-option', '-s', 'set-clipboard', 'on');
    tmux('set-option', '-g', 'history-limit', '5000');
  });
  afterAll(() => {
    spawnSync('tmux', ['-L', server, 'kill-server']);
    rmSync(folder, { recursive: true, force: true });
  });

  it('what a site sends has an effect if it is printed raw: the terminal is a real one', async () => {
    const { title, copied } = await shown('\u001b]2;owned\u0007\u001b]52;c;b3duZWQ=\u0007\n');
    expect(title).toBe('owned');
    expect(copied).toContain('owned');
    tmux('delete-buffer');
  });

  it('nothing has an effect once it is encoded, and each line appears as it was written', async () => {
    const texts = fc.sample(
      fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join('')),
      { numRuns: 400, seed: 20_261_122 },
    );
    const lines = texts.map((text, n) => `${n}:${visible(text)}|`);
    const { screen, title, alternate, copied } = await shown(`${lines.join('\n')}\n`);
    expect(screen.slice(0, lines.length)).toEqual(lines);
    expect({ title, alternate, copied }).toEqual({ title: 'untouched', alternate: '0', copied: '' });
  });
});
