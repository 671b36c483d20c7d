import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, statfsSync, writeFileSync } from 'node:fs';
import { chown, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { explainStartFailure } from './cluster-error.ts';
import { prepareDataDir, trustDataDir } from './data-dir.ts';

describe('prepareDataDir', () => {
  it('creates a missing folder and its parents', async () => {
    const home = await temporaryFolder();
    await prepareDataDir(path.join(home, 'a', 'b'));
    expect(await readdir(path.join(home, 'a', 'b'))).toEqual([]);
  });

  it('creates folders that no other user can write to, under any umask', async () => {
    const home = await temporaryFolder();
    const before = process.umask(0);
    await prepareDataDir(path.join(home, 'a', 'b')).finally(() => process.umask(before));
    const modes = ['a', 'a/b'].map((name) => statSync(path.join(home, name)).mode & 0o777);
    expect(modes).toEqual([0o755, 0o755]);
  });

  it('reports a path below a file', async () => {
    const home = await temporaryFolder();
    const file = path.join(home, 'file');
    await writeFile(file, '');
    await expect(prepareDataDir(path.join(file, 'data'))).rejects.toThrow(
      `DATA_DIR ${file}/data is below something that is not a folder: set DATA_DIR to a writable folder`,
    );
  });

  it.runIf(process.getuid?.() === 0)('rejects files of another user', async () => {
    const home = await temporaryFolder();
    for (const name of ['app.secret', 'postgres.location', 'report-signing-key.pem']) {
      const file = path.join(home, name);
      await writeFile(file, 'mine\n');
      await prepareDataDir(home);
      await chown(file, 65_534, 65_534);
      await expect(prepareDataDir(home)).rejects.toThrow(`${file} belongs to another user`);
      await rm(file);
    }
    await chown(home, 65_534, 65_534);
    await expect(prepareDataDir(home)).rejects.toThrow(`${home} belongs to another user`);
    await expect(trustDataDir(home)).rejects.toThrow(`${home} belongs to another user`);
  });

  it('rejects a secret that is a symbolic link', async () => {
    const home = await temporaryFolder();
    await symlink('/etc/hostname', path.join(home, 'app.secret'));
    await expect(prepareDataDir(home)).rejects.toThrow('app.secret is a symbolic link');
  });

  // Real disks; skipped where mounting is not allowed (anyone but root, or an unprivileged container).
  describe.each(canMount() ? ['tmpfs'] : [])('on its own disk (%s)', () => {
    it('reports a full disk, and accepts it again when there is space', async () => {
      const disk = mountDisk('size=1m');
      writeFileSync(path.join(disk, 'fill'), Buffer.alloc(statfsSync(disk).bavail * statfsSync(disk).bsize));
      await expect(prepareDataDir(disk)).rejects.toThrow(
        `DATA_DIR ${disk} is on a full disk: free some space, or set DATA_DIR to another disk`,
      );
      rmSync(path.join(disk, 'fill'));
      await prepareDataDir(disk);
      expect(await readdir(disk)).toEqual([]);
    });

    it.each(['', 'not/yet/there'])('reports a read-only disk (%j)', async (below) => {
      const disk = mountDisk('ro');
      await expect(prepareDataDir(path.join(disk, below))).rejects.toThrow(
        `DATA_DIR ${path.join(disk, below)} is on a read-only disk: set DATA_DIR to a writable folder`,
      );
    });
  });
});

describe('explainStartFailure', () => {
  it.each([
    ['FATAL:  could not write to file "pg_wal/xlogtemp.9": No space left on device', /the disk is full/],
    ['FATAL:  could not open file "postmaster.pid": Read-only file system', /the disk is read-only/],
    ['FATAL:  lock file "postmaster.pid" already exists', /another PostgreSQL server is already using its folder/],
    ['FATAL:  database files are incompatible with server', /another PostgreSQL major version/],
    [
      'FATAL:  insufficient file descriptors available to start server process',
      /raise it \(`ulimit -n`\) to at least 64/,
    ],
    ['FATAL:  something unheard of', /something unheard of/],
  ])('%s', (line, said) => {
    expect(explainStartFailure(['LOG:  starting', line]).message).toMatch(said);
  });
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'palisade-dir-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function mount(options: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
  return folder;
}

function unmount(folder: string): void {
  execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true });
}

function canMount(): boolean {
  try {
    unmount(mount('size=1m'));
    return true;
  } catch {
    return false;
  }
}

function mountDisk(options: string): string {
  const disk = mount(options);
  onTestFinished(() => unmount(disk));
  return disk;
}
