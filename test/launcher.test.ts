import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startLab } from '@palisade/lab/lab';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { descendants, running } from './descendants.ts';
import { serviceProcess } from './service-process.ts';
import { startStack, type Stack } from './stack.ts';

/** A service has 20 s to finish its work, and then the database 10 s; noticing that the parent has exited takes a moment. */
const STOPS_WITHIN_MS = 45_000;

/** The processes that `npm start` starts. */
interface Started {
  npm: ChildProcess;
  baseUrl: string;
}

async function npmStart(dataDir: string, command: readonly [string, ...string[]] = ['npm', 'start']): Promise<Started> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const npm = spawn(command[0], command.slice(1), {
    env: { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  npm.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  await expect.poll(() => output).toMatch(/ is up at \S+\s/);
  return { npm, baseUrl: / is up at (\S+)/.exec(output)?.[1] ?? '' };
}

describe('npm start', () => {
  // One service over several starts in one folder: each start but the first finds what the previous one left.
  let dataDir: string;
  let second: Stack | undefined;
  let third: Started | undefined;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'palisade-launcher-'));
    await chmod(dataDir, 0o755);
  });
  afterAll(async () => {
    await second?.stop();
    third?.npm.kill();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  it('scans a site, keeps its data across a restart, and leaves no process behind', async () => {
    const lab = await startLab({ sites: [{ host: 'shop.test' }] });
    onTestFinished(() => lab.close());
    // Of a first try that failed: it would hold the folder.
    await second?.stop();
    // On a busy machine the first scan waits for all that a start does.
    const first = await startStack({ dataDir, env: { ...lab.env, SCAN_TIMEOUT_MS: '60000' } });
    onTestFinished(async () => void (await first.stop()));
    const answer = await first.post('/api/scan', { url: 'shop.test' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ url: 'https://shop.test/', status_code: 200, pro_locked: true });
    const { stdout: key } = await first.cli('keys', 'create', '--email', 'owner@shop.test');
    const family = await descendants(first.child.pid ?? 0);
    expect(family.length).toBeGreaterThan(5);
    expect(await first.stop()).toBe(0);
    await expect.poll(() => running(family), { timeout: STOPS_WITHIN_MS }).toEqual([]);

    second = await startStack({ dataDir, env: lab.env });
    const verified = await fetch(new URL('/api/verify-key', second.baseUrl), { headers: { 'x-api-key': key.trim() } });
    expect(await verified.json()).toMatchObject({ valid: true });
  }, 240_000);

  it('takes over a stale lock, and the database that a killed start left behind', async () => {
    const killed = second ?? (await startStack({ dataDir }));
    second = undefined;
    const family = await descendants(killed.child.pid ?? 0);
    expect(family.length).toBeGreaterThan(5);
    // Otherwise it would stop the database a moment later.
    process.kill(await serviceProcess(killed, /^\/bin\/sh -c .* palisade-server-guard /s), 'SIGKILL');
    killed.child.kill('SIGKILL');
    await killed.stop();
    third = await npmStart(dataDir);
    expect((await fetch(new URL('/readyz', third.baseUrl))).status).toBe(200);
    // The services noticed that their launcher had exited; the new start stopped the old database.
    await expect.poll(() => running(family), { timeout: STOPS_WITHIN_MS }).toEqual([]);
  }, 240_000);

  it.each([
    ['SIGTERM', 'npm alone', ['npm', 'start']],
    ['SIGKILL', 'npm alone', ['npm', 'start']],
    ['SIGINT', 'npm alone', ['npm', 'start']],
    ['SIGTERM', 'the shell that runs npm, alone,', ['sh', '-c', 'npm start 2>&1; true']],
  ] as const)(
    '%s to %s stops everything that it started',
    async (signal, _whom, command) => {
      const { npm } = third ?? (await npmStart(dataDir, [...command]));
      third = undefined;
      const family = await descendants(npm.pid ?? 0);
      expect(family.length).toBeGreaterThan(5);
      npm.kill(signal);
      await expect.poll(() => running(family), { timeout: STOPS_WITHIN_MS }).toEqual([]);
    },
    240_000,
  );

  it('SIGKILL to the launcher stops everything that it started', async () => {
    const { npm } = await npmStart(dataDir);
    const family = await descendants(npm.pid ?? 0);
    process.kill(Number(await readFile(path.join(dataDir, 'launcher.pid'), 'utf8')), 'SIGKILL');
    await expect.poll(() => running(family), { timeout: STOPS_WITHIN_MS }).toEqual([]);
  }, 240_000);

  it('reports in one line that the port is in use', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as { port: number };
    await expect(startStack({ env: { PORT: String(port) } })).rejects.toThrow(
      new RegExp(
        `Palisade cannot start: port ${port} on 127.0.0.1 is in use: stop the process that uses it, or set PORT`,
      ),
    );
  }, 240_000);

  it('names every wrong variable and starts nothing', async () => {
    await expect(startStack({ env: { PORT: 'x', SCAN_TIMEOUT_MS: '1' } })).rejects.toThrow(
      /The environment is invalid:\n {2}PORT must .*\n {2}SCAN_TIMEOUT_MS must/,
    );
  });

  it('reports in one line that its folder cannot be used', async () => {
    const file = path.join(dataDir, 'a-file');
    await writeFile(file, '');
    await expect(startStack({ env: { DATA_DIR: path.join(file, 'below') } })).rejects.toThrow(
      /Palisade cannot start: DATA_DIR .* is below something that is not a folder/,
    );
  });

  it('runs only once on the same data, also as root from a private folder; Ctrl-C in a terminal stops it gracefully', async () => {
    const home = await mkdtemp(path.join(tmpdir(), 'palisade-home-'));
    await chmod(home, process.getuid?.() === 0 ? 0o700 : 0o755);
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    const inside = path.join(home, 'data');
    // Also under a umask that denies root's other users, and this one, access to new files.
    const stack = await startStack({ dataDir: inside, umask: '0777', env: { TMPDIR: '/nonexistent' } });
    await expect(startStack({ dataDir: inside })).rejects.toThrow(
      /^.*\nPalisade cannot start: Palisade is already running on .* \(process \d+\): stop it, or set DATA_DIR/,
    );
    expect((await fetch(new URL('/readyz', stack.baseUrl))).status).toBe(200);

    const family = await descendants(stack.child.pid ?? 0);
    // A terminal sends SIGINT to the whole foreground group, services included; the database has its own session.
    for (const pid of [stack.child.pid ?? 0, ...family]) {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (command.includes('apps/')) process.kill(pid, 'SIGINT');
    }
    expect(await stack.stop()).toBe(0);
    await expect.poll(() => running(family), { timeout: STOPS_WITHIN_MS }).toEqual([]);
    // As root, the database is stored outside such a folder, because its user could not enter it.
    const location = await readFile(path.join(inside, 'postgres.location'), 'utf8').catch(() => '');
    if (location) await rm(path.dirname(location.trim()), { recursive: true, force: true });
  }, 240_000);
});
