import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ownCopy } from './own-copy.ts';

/** Programs are copied only as root, to a folder below /var/lib. */
describe.runIf(process.getuid?.() === 0)('programs copied for the server’s user', () => {
  async function stand() {
    const source = await mkdtemp(path.join(tmpdir(), 'palisade-source-'));
    await mkdir(path.join(source, 'bin'));
    await writeFile(path.join(source, 'bin', 'program'), 'one', { mode: 0o755 });
    await writeFile(path.join(source, 'data'), 'two');
    await symlink('program', path.join(source, 'bin', 'link'));
    await mkdir('/var/lib/palisade', { recursive: true });
    const room = await mkdtemp('/var/lib/palisade/test-');
    onTestFinished(async () => {
      await rm(source, { recursive: true, force: true });
      await rm(room, { recursive: true, force: true });
    });
    return { source, room, copy: path.join(room, 'programs', 'key') };
  }
  const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);

  it.each([0o022, 0o077, 0o027, 0o000])('can be run by every user under umask %o', async (umask) => {
    const { source, room, copy } = await stand();
    const before = process.umask(umask);
    try {
      expect(await ownCopy(source, copy)).toBe(copy);
    } finally {
      process.umask(before);
    }
    expect(await readFile(path.join(copy, 'bin', 'link'), 'utf8')).toBe('one');
    const modes = [room, path.dirname(copy), copy, path.join(copy, 'bin'), path.join(copy, 'bin', 'program')];
    expect(await Promise.all(modes.map(modeOf))).toEqual(Array(5).fill('755'));
    expect(await modeOf(path.join(copy, 'data'))).toBe('644');
  });

  it('are not run from a folder that another user could have changed', async () => {
    const { source, copy } = await stand();
    await ownCopy(source, copy);
    const program = path.join(copy, 'bin', 'program');
    await chmod(program, 0o757);
    await expect(ownCopy(source, copy)).rejects.toThrow(/could be changed by another user/);
    await chmod(program, 0o755);
    await chown(program, 65_534, 65_534);
    await expect(ownCopy(source, copy)).rejects.toThrow(/could be changed by another user/);
    await expect(ownCopy(source, path.join(tmpdir(), 'palisade-programs', 'key'))).rejects.toThrow(/could be changed/);
    await rm(path.join(tmpdir(), 'palisade-programs'), { recursive: true, force: true });
  });

  it('are never run from the incomplete copy of another start', async () => {
    const { source, copy } = await stand();
    await mkdir(`${copy}.${process.pid}`, { recursive: true });
    await writeFile(path.join(`${copy}.${process.pid}`, 'evil'), '');
    await Promise.all(Array.from({ length: 4 }, () => ownCopy(source, copy)));
    expect(await stat(path.join(copy, 'evil')).catch(() => null)).toBeNull();
    expect(await readFile(path.join(copy, 'data'), 'utf8')).toBe('two');
  });
});
