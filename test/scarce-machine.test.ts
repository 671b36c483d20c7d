import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { testDatabase } from '@palisade/db/test-database';
import { startLab, type Lab } from '@palisade/lab/lab';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Limited {
  output(): string;
  up: Promise<string | null>;
  end(): Promise<void>;
}

/** The service as `npm start` starts it, with a low limit of descriptors for each of its processes. */
async function startWith(limit: number, env: Readonly<Record<string, string>>, root = tmpdir()): Promise<Limited> {
  const dataDir = await mkdtemp(path.join(root, 'palisade-few-'));
  await chmod(dataDir, 0o755);
  const { PATH, HOME, NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn('/bin/sh', ['-c', `ulimit -n ${limit}; exec "$0" apps/launcher/src/main.mjs`, process.execPath], {
    cwd: ROOT,
    env: { PATH, HOME, NODE_COMPILE_CACHE, PORT: '0', DATA_DIR: dataDir, SCAN_BROWSER: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = new Promise<null>((resolve) => child.once('close', () => resolve(null)));
  const up = new Promise<string | null>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
        const found = / is up at (\S+)/u.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      });
    void exited.then(resolve);
  });
  return {
    output: () => output,
    up,
    async end() {
      child.kill('SIGTERM');
      await exited;
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

async function scanOn(service: Limited, n: number): Promise<{ status: number; body: object }> {
  const answer = await fetch(`${await service.up}/api/scan`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `https://few.test/?${n}` }),
  });
  return { status: answer.status, body: (await answer.json()) as object };
}

async function servesScans(service: Limited): Promise<void> {
  expect(await service.up, service.output()).not.toBeNull();
  const scan = async (n: number) => {
    const { status, body } = await scanOn(service, n);
    const { tls } = body as { tls?: { checks: { status: string }[] } };
    return [status, tls?.checks.some((check) => check.status === 'good')];
  };
  for (const n of [1, 2]) expect(await scan(n), service.output().slice(-2_000)).toEqual([200, true]);
  expect(await Promise.all([3, 4, 5].map(scan))).toEqual(Array.from({ length: 3 }, () => [200, true]));
}

it.skipIf(process.platform !== 'linux')(
  'with an external PostgreSQL server the service starts and serves scans with 64 descriptors for each process',
  async () => {
    const lab = await startLab({ sites: [{ host: 'few.test', https: {} }] });
    const database = await testDatabase();
    const service = await startWith(64, { ...lab.env, FREE_SCANS_PER_DAY: '100', DATABASE_URL: database.url });
    try {
      await servesScans(service);
    } finally {
      await service.end();
      await database.close();
      await lab.close();
    }
  },
  240_000,
);

it.skipIf(process.platform !== 'linux')(
  '60 are too few for the embedded PostgreSQL, and the error names the limit and what is needed',
  async () => {
    const service = await startWith(60, {});
    try {
      expect(await service.up).toBeNull();
      expect(service.output()).toMatch(/cannot start: .*raise it \(`ulimit -n`\) to at least 64/u);
    } finally {
      await service.end();
    }
  },
  240_000,
);

/** Its own disk, if this machine allows mounting one (root outside an unprivileged container). */
function mountDisk(size: string): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
}
function unmount(folder: string): void {
  execFileSync('umount', ['--lazy', folder]);
  rmSync(folder, { recursive: true });
}
/** The service may write meanwhile: then the disk is full before all of it is written. */
function fillWith(file: string): void {
  const { bavail, bsize } = statfsSync(path.dirname(file));
  try {
    writeFileSync(file, Buffer.alloc(bavail * bsize));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
function mountable(): boolean {
  const disk = mountDisk('1m');
  if (disk !== null) unmount(disk);
  return disk !== null;
}

/** Null if this machine does not allow mounting; `faults.test.ts` tests a database that refuses to store, everywhere. */
const DISKS = mountable() ? ['tmpfs'] : [];

describe.skipIf(process.platform !== 'linux')(
  'with the embedded PostgreSQL and 64 descriptors for each process',
  () => {
    let disk: string | null = null;
    let lab: Lab;
    let service: Limited;
    beforeAll(async () => {
      disk = mountDisk('160m');
      lab = await startLab({ sites: [{ host: 'few.test', https: {} }] });
      // Two are left after five scans and one; four that get 503 must cost nothing.
      service = await startWith(64, { ...lab.env, FREE_SCANS_PER_DAY: '8' }, disk ?? tmpdir());
    });
    afterAll(async () => {
      await service?.end();
      await lab?.close();
      if (disk !== null) unmount(disk);
    });

    it('the service starts and serves scans', () => servesScans(service), 240_000);

    it.each(DISKS)(
      'on a full disk (%s) a scan gets 503 immediately, costs nothing, and is served when there is space again',
      async () => {
        const full = path.join(disk ?? '', 'fill');
        const baseUrl = (await service.up) ?? '';
        fillWith(full);
        // Longer than figures are cached.
        await new Promise((resolve) => setTimeout(resolve, 700));
        for (const n of [6, 7, 8, 9]) {
          const started = performance.now();
          const { status, body } = await scanOn(service, n);
          expect([status, Object.keys(body)]).toEqual([503, ['error']]);
          expect(performance.now() - started).toBeLessThan(3_000);
        }
        rmSync(full);
        const healed = async () => (await fetch(new URL('/readyz', baseUrl))).status;
        await expect.poll(healed).toBe(200);
        await expect.poll(async () => (await scanOn(service, 10)).status).toBe(200);
      },
      240_000,
    );
  },
);
