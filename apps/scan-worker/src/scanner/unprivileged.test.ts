import { chmod, copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { unprivileged } from './unprivileged.ts';

it.runIf(process.getuid?.() === 0)(
  'as root, scanners run as an unprivileged user if that user can start them',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'palisade-unprivileged-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [open, secret] = [path.join(folder, 'open'), path.join(folder, 'secret')];
    await chmod(folder, 0o755);
    await mkdir(path.join(open, 'node_modules'), { recursive: true });
    await mkdir(path.join(secret, 'node_modules'), { recursive: true });
    for (const place of [open, secret]) {
      await copyFile('/bin/true', path.join(place, 'node'));
      await chmod(path.join(place, 'node'), 0o755);
    }
    await chmod(secret, 0o700);
    expect(unprivileged(open, path.join(open, 'node')).uid).toBeGreaterThan(0);
    expect(unprivileged(secret, path.join(open, 'node'))).toEqual({});
    expect(unprivileged(open, path.join(secret, 'node'))).toEqual({});
    const linked = path.join(folder, 'linked');
    await mkdir(linked);
    await symlink(path.join(secret, 'node_modules'), path.join(linked, 'node_modules'));
    expect(unprivileged(linked, path.join(open, 'node'))).toEqual({});
  },
);
