import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { openSync } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { startLab, type Lab } from '@palisade/lab/lab';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { descendants, running } from './descendants.ts';

/**
 * Supported hosts: any umask, an ordinary user, a clone and a home directory that are closed or read-only, a
 * folder for temporary files that is missing or full of files planted by another user.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const IS_ROOT = process.getuid?.() === 0;
/** As root, the program is also tested as this user; the name does not matter. */
const USER = IS_ROOT ? { uid: 65_534, gid: 65_534 } : {};
const PARTS = ['apps', 'packages', 'node_modules', 'prisma', 'scripts', 'package.json', 'tsconfig.json'];

/** An extra descriptor that every program here is started with, and the file behind it. */
const LEFT_OPEN = 200;
const leftOpen = openSync(path.join(ROOT, 'package.json'), 'r');

let lab: Lab;
/** The folder of this test; the user may enter it and write below `run`. */
let room: string;
/** The user's home, closed to all others. If this test runs as that user, its own home. */
let clone: string;
let run: string;
beforeAll(async () => {
  room = await siblingRoom();
  await chmod(room, 0o755);
  [clone, run] = [IS_ROOT ? path.join(room, 'clone') : ROOT, path.join(room, 'run')];
  if (IS_ROOT) await makeClone(clone);
  await mkdir(run);
  lab = await startLab({ sites: [{ host: 'host.test' }] });
  await copyFile(lab.env['SCAN_EXTRA_CA_FILE'] ?? '', path.join(room, 'ca.pem'));
  await chmod(path.join(room, 'ca.pem'), 0o644);
  if (IS_ROOT) execFileSync('chown', ['-R', '65534:65534', run]);
});
afterAll(async () => {
  await lab?.close();
  await rm(room, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** A folder on the same disk as this clone that every user can reach, so that hard links replace copies. */
async function siblingRoom(): Promise<string> {
  const { dev } = await stat(ROOT);
  for (const parent of [tmpdir(), '/var/tmp', '/var/lib', '/opt', '/']) {
    if ((await stat(parent).catch(() => null))?.dev !== dev) continue;
    const made = await mkdtemp(path.join(parent, 'palisade-host-')).catch(() => null);
    if (made) return made;
  }
  return mkdtemp(path.join(tmpdir(), 'palisade-host-'));
}

/** Its folders belong to the user; its files are this clone's, hard-linked if the disk is the same. */
async function makeClone(folder: string): Promise<void> {
  await mkdir(folder);
  const { dev } = await stat(folder);
  const how = dev === (await stat(ROOT)).dev ? '-al' : '-a';
  execFileSync('cp', [how, ...PARTS, folder], { cwd: ROOT });
  await rm(path.join(folder, 'node_modules/.cache'), { recursive: true, force: true });
  // Files that root's umask closed to other users: a readable copy.
  const opened = 'for file; do cp "$file" "$file~" && chmod a+rX "$file~" && mv "$file~" "$file"; done';
  execFileSync('find', [folder, '-type', 'f', '!', '-perm', '-004', '-exec', 'sh', '-c', opened, 'sh', '{}', '+']);
  execFileSync('find', [folder, '-type', 'd', '-exec', 'chown', '65534:65534', '{}', '+']);
  await chmod(folder, 0o700);
}

interface Host {
  umask: number;
  home?: string;
  tmp?: string;
  env?: Record<string, string>;
}

/** Below a shell that sets the umask and remains the process the user started. */
function begin({ umask, home = '/nonexistent', tmp = '/nonexistent', env = {} }: Host, args: readonly string[]) {
  const node = path.join(clone, path.relative(ROOT, process.execPath));
  const child = spawn('/bin/sh', ['-c', `umask 0${umask.toString(8)}; "$0" "$@"; exit $?`, node, ...args], {
    cwd: clone,
    env: { PATH: process.env['PATH'], HOME: home, TMPDIR: tmp, SCAN_BROWSER: 'off', ...env },
    // A terminal or a runner may have left a descriptor open, with a high number.
    stdio: ['ignore', 'pipe', 'pipe', ...Array.from({ length: LEFT_OPEN - 3 }, () => 'ignore' as const), leftOpen],
    ...USER,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr] as Readable[])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, exited, output: () => output };
}

const scanEnv = (): Record<string, string> => ({ ...lab.env, SCAN_EXTRA_CA_FILE: path.join(room, 'ca.pem') });

describe('the host', () => {
  it.each(['777', '277', '177', '000'])('a scan writes its files under umask %s', async (mask) => {
    const umask = Number.parseInt(mask, 8);
    const folder = await mkdtemp(path.join(run, 'scan-'));
    if (IS_ROOT) execFileSync('chown', ['65534:65534', folder]);
    const [saved, report] = [path.join(folder, 'saved.json'), path.join(folder, 'report.json')];
    const args = ['scan', 'host.test', '--format', 'json', '--save', saved, '--output', report];
    const scan = begin({ umask, env: scanEnv() }, [path.join(clone, 'apps/cli/src/main.mjs'), ...args]);
    expect([await scan.exited, scan.output()]).toEqual([0, expect.not.stringContaining('EACCES')]);
    expect((await stat(saved)).mode & 0o777).toBe(0o600);
    // The owner's own bits, and no more for others than the umask allows.
    expect((await stat(report)).mode & 0o777).toBe(0o600 | (0o066 & ~umask));
    expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({ url: 'https://host.test/' });
  });

  it('the service starts, scans, and exits with the process that the user started: umask 777, a closed clone, no home, no folder for temporary files', async () => {
    const dataDir = path.join(run, 'data');
    const env = { ...scanEnv(), DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', npm_lifecycle_event: 'start' };
    const service = begin({ umask: 0o777, env }, [path.join(clone, 'apps/launcher/src/main.mjs')]);
    onTestFinished(() => endAll(service.child));
    await expect.poll(() => service.output(), { timeout: 120_000 }).toContain(' is up at ');
    const baseUrl = / is up at (\S+)/.exec(service.output())?.[1] ?? '';
    const answer = await fetch(new URL('/api/scan', baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"url":"host.test"}',
    });
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ status_code: 200 })]);
    const key = begin({ umask: 0o777, env }, [
      path.join(clone, 'apps/cli/src/main.mjs'),
      'keys',
      'create',
      '--email',
      'host@palisade.test',
    ]);
    expect([await key.exited, key.output()]).toEqual([0, expect.stringMatching(/^pal_live_\S+\n$/)]);
    // Nothing it created is accessible to other users.
    for (const name of await readdir(dataDir))
      expect([name, (await lstat(path.join(dataDir, name))).mode & 0o022]).toEqual([name, 0]);

    // Only the shell that the user started.
    const family = await descendants(service.child.pid ?? 0);
    expect(family.length).toBeGreaterThan(5);
    const opened = await Promise.all(family.map(openedBy));
    expect(opened.filter(({ meetsStrangers }) => meetsStrangers).length).toBeGreaterThan(0);
    expect(opened.filter((one) => one.meetsStrangers && one.hasLeftOpen)).toEqual([]);
    service.child.kill('SIGTERM');
    await expect.poll(() => running(family)).toEqual([]);
  }, 240_000);

  it.each(['SIGTERM', 'SIGHUP'] as const)(
    '%s to a benchmark stops every process it started',
    async (signal) => {
      const { PATH, HOME } = process.env;
      const bench = spawn(process.execPath, ['bench/run.ts', 'access'], {
        cwd: ROOT,
        env: { PATH, HOME },
        stdio: 'ignore',
      });
      onTestFinished(() => endAll(bench, family));
      let family: number[] = [];
      const servers = async () => {
        family = await descendants(bench.pid ?? 0);
        const names = await Promise.all(family.map((pid) => readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')));
        return names.filter((name) => name.startsWith('postgres')).length;
      };
      await expect.poll(servers, { timeout: 60_000, interval: 50 }).toBeGreaterThan(3);
      bench.kill(signal);
      await expect.poll(() => running([...family, bench.pid ?? 0])).toEqual([]);
    },
    120_000,
  );

  it('runs nothing from the shared folder for temporary files, not even in development', async () => {
    const tmp = await mkdtemp(path.join(run, 'tmp-'));
    if (IS_ROOT) execFileSync('chown', ['65534:65534', tmp]);
    const program = path.join(run, 'program.ts');
    await writeFile(program, 'const word: string = "ran"; console.log(word, process.env.TMPDIR);', { mode: 0o644 });
    const dev = begin({ umask: 0o022, tmp }, [path.join(clone, 'scripts/dev.mjs'), program]);
    onTestFinished(() => endAll(dev.child));
    await expect.poll(() => dev.output()).toMatch(/^ran /m);
    const used = /^ran (.*)$/m.exec(dev.output())?.[1] ?? '';
    expect(used.startsWith(tmp)).toBe(false);
    expect((await stat(used)).mode & 0o777).toBe(0o700);
    expect(await readdir(tmp)).toEqual([]);
  });
});

/** Whether this process is a scanner, and whether it inherited the open descriptor. */
async function openedBy(pid: number) {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const names = await readdir(`/proc/${pid}/fd`).catch((): string[] => []);
  return { pid, meetsStrangers: line.includes('\0--permission\0'), hasLeftOpen: names.includes(String(LEFT_OPEN)) };
}

async function endAll(child: ChildProcess, family: readonly number[] = []): Promise<void> {
  for (const pid of [...running(family), ...(await descendants(child.pid ?? 0)), child.pid ?? 0])
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has exited.
    }
}
