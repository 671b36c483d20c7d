import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pauseMs } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { descendants } from './descendants.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Command lines of the processes that use this folder, anywhere in the process tree. */
async function runningOn(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(folder)).map((line) => line.replaceAll('\0', ' '));
}

async function begin(program: string, args: readonly string[] = []) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'palisade-early-'));
  await chmod(dataDir, 0o755);
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [path.join(ROOT, program), ...args], {
    cwd: ROOT,
    env: { PATH, HOME, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info', SCAN_BROWSER: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const running = async (name: string) => {
    const lines = await Promise.all(
      (await descendants(child.pid ?? 0)).map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
    );
    return lines.some((line) => line.includes(name));
  };
  return { child, dataDir, exited, running, output: () => output };
}

type Begun = Awaited<ReturnType<typeof begin>>;

const MOMENTS: [when: string, (begun: Begun) => boolean | Promise<boolean>][] = [
  ['the cluster is created', ({ running }) => running('initdb')],
  ['the database server starts', ({ dataDir }) => existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))],
  // How a server names its process for a connection: the user and the database.
  ['the tables are created', ({ running }) => running('postgres: palisade palisade')],
  ['the services start', ({ running }) => running('apps/api/src/server.ts')],
];

describe('SIGTERM while the service starts', () => {
  it.each(MOMENTS)(
    'when %s: exits without an error, and leaves no process',
    async (_, come) => {
      const begun = await begin('apps/launcher/src/main.mjs');
      await expect.poll(() => come(begun), { timeout: 60_000, interval: 10 }).toBe(true);
      begun.child.kill('SIGTERM');
      expect(await begun.exited).toBe(0);
      expect(begun.output()).not.toMatch(/error|cannot start/i);
      await expect.poll(() => runningOn(begun.dataDir)).toEqual([]);
    },
    240_000,
  );

  it.each([
    ['the package manager had a shell', `sh -c '"$NODE" "$LAUNCHER"; true' & sleep 0.02`],
    ['it had none', '"$NODE" "$LAUNCHER" & true'],
  ])(
    'nothing starts if npm was ended before the launcher could see it: %s',
    async (_, script) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'palisade-orphan-'));
      onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
      const { PATH, HOME } = process.env;
      const starter = spawn('sh', ['-c', script], {
        cwd: ROOT,
        // Its own group, for the case that something does start.
        detached: true,
        env: {
          PATH,
          HOME,
          DATA_DIR: dataDir,
          PORT: '0',
          SCAN_BROWSER: 'off',
          npm_lifecycle_event: 'start',
          NODE: process.execPath,
          LAUNCHER: path.join(ROOT, 'apps/launcher/src/main.mjs'),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      onTestFinished(() => {
        try {
          process.kill(-(starter.pid ?? 0), 'SIGTERM');
        } catch {
          // It has ended.
        }
      });
      // Of the launcher, too, which has inherited them.
      const closed = new Promise((resolve) => starter.once('close', () => resolve('ended')));
      expect(await Promise.race([closed, pauseMs(30_000)])).toBe('ended');
      expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
    },
    120_000,
  );

  it('also stops an operator’s command with its own database', async () => {
    const begun = await begin('apps/cli/src/main.mjs', ['keys', 'create', '--email', 'owner@shop.test']);
    await expect.poll(() => MOMENTS[1]?.[1](begun), { timeout: 60_000, interval: 10 }).toBe(true);
    begun.child.kill('SIGTERM');
    expect(await begun.exited).toBe(143);
    expect(begun.output()).toBe('');
    await expect.poll(() => runningOn(begun.dataDir)).toEqual([]);
  }, 240_000);
});
