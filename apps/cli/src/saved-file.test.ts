import {
  chmod,
  chown,
  lchown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jsonLine } from '@palisade/report/visible';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { privateFile, savedFile } from './saved-file.ts';

const HOSTILE =
  '\u001b]52;c;cm0gLXJm\u0007\u009b2J\u007f\u202eexe.fdp\u2066\u2069\u2028\ufeff\u200b\u{e0041}\ud800\u0000';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'palisade-saved-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('a private file is readable only by its owner, even if it existed with open permissions', async () => {
  const file = path.join(folder, 'evidence.json');
  await writeFile(file, 'old');
  await chmod(file, 0o666);
  for (const flags of ['w', 'a'] as const) {
    const saved = await privateFile(file, '--save', flags);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await saved.write(jsonLine({ flags }));
    await saved.close();
    await chmod(file, 0o644);
  }
  expect(await readFile(file, 'utf8')).toBe('{"flags":"w"}\n{"flags":"a"}\n');
});

it.runIf(process.getuid?.() === 0)('is not written into a file that another user has prepared', async () => {
  const file = path.join(folder, 'laid-out.json');
  await writeFile(file, 'theirs');
  await chown(file, 65_534, 65_534);
  await chmod(file, 0o666);
  for (const flags of ['w', 'a'] as const)
    await expect(privateFile(file, '--save', flags)).rejects.toThrow('cannot be written: it belongs to another user');
  expect(await readFile(file, 'utf8')).toBe('theirs');
});

it('a device keeps its permissions', async () => {
  const { mode } = await stat('/dev/null');
  await (await privateFile('/dev/null', '--save')).close();
  const after = (await stat('/dev/null')).mode;
  if (after !== mode) await chmod('/dev/null', mode & 0o777);
  expect(after).toBe(mode);
});

it('a file shown on a terminal has no effect, and means what was sent', async () => {
  const file = path.join(folder, 'hostile.json');
  const saved = await privateFile(file, '--save');
  await saved.write(jsonLine({ [HOSTILE]: HOSTILE }, 2));
  await saved.close();
  const text = await readFile(file, 'utf8');
  expect(text).toMatch(/^[\n -~]*$/u);
  expect(JSON.parse(text)).toEqual({ [HOSTILE]: HOSTILE });
});

describe('a result', () => {
  const text = jsonLine('new');
  const replaced = async (file: string) => {
    const saved = await savedFile(file, '--output');
    await saved.write(text);
    return saved;
  };

  it('replaces the earlier one when it is complete, with its permissions and through a link', async () => {
    const [file, pointer] = [path.join(folder, 'result.json'), path.join(folder, 'pointer.json')];
    await writeFile(file, 'earlier', { mode: 0o640 });
    await symlink(file, pointer);
    const saved = await replaced(pointer);
    expect(await readFile(file, 'utf8')).toBe('earlier');
    await saved.close();
    expect([await readFile(pointer, 'utf8'), (await stat(file)).mode & 0o777]).toEqual(['"new"\n', 0o640]);
    expect((await lstat(pointer)).isSymbolicLink()).toBe(true);
  });

  it('is created through a link to a file that does not exist yet', async () => {
    const [file, pointer] = [path.join(folder, 'later.json'), path.join(folder, 'to-later.json')];
    await symlink('later.json', pointer);
    await (await replaced(pointer)).close();
    expect(await readFile(file, 'utf8')).toBe('"new"\n');
    expect((await lstat(pointer)).isSymbolicLink()).toBe(true);
  });

  it.runIf(process.getuid?.() === 0)('follows no link that another user has planted in a shared folder', async () => {
    const [file, shared] = [path.join(folder, 'mine.json'), path.join(folder, 'shared')];
    await writeFile(file, 'earlier');
    await mkdir(shared);
    await chmod(shared, 0o1777);
    await symlink(file, path.join(shared, 'planted.json'));
    await lchown(path.join(shared, 'planted.json'), 65_534, 65_534);
    await expect(replaced(path.join(shared, 'planted.json'))).rejects.toThrow('it belongs to another user');
    expect(await readFile(file, 'utf8')).toBe('earlier');
    await symlink(file, path.join(shared, 'own.json'));
    await (await replaced(path.join(shared, 'own.json'))).close();
    expect(await readFile(file, 'utf8')).toBe('"new"\n');
  });

  it('leaves the earlier one if it is discarded', async () => {
    const file = path.join(folder, 'discarded.json');
    await writeFile(file, 'earlier');
    await (await replaced(file)).discard();
    expect(await readFile(file, 'utf8')).toBe('earlier');
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('is written into a file with several names, a pipe or a device', async () => {
    const [file, other] = [path.join(folder, 'one.json'), path.join(folder, 'two.json')];
    await writeFile(file, 'earlier and longer');
    await link(file, other);
    await (await replaced(file)).close();
    expect(await readFile(other, 'utf8')).toBe('"new"\n');
    await (await replaced('/dev/null')).close();
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
  });
});

it('accepts no text that is not encoded, and says what cannot be written', async () => {
  const saved = await savedFile(path.join(folder, 'x'), '--output');
  // @ts-expect-error: a plain string was not encoded by any format
  const write = () => saved.write(HOSTILE);
  expect(write).toBeTypeOf('function');
  await saved.close();
  await expect(savedFile(path.join(folder, 'none/x'), '--output')).rejects.toThrow(/--output .*none\/x/u);
});
