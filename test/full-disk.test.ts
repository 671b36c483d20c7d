import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startLab } from '@palisade/lab/lab';
import { expect, it, onTestFinished } from 'vitest';
import { startStack } from './stack.ts';

/** A disk of its own, where the machine lets us mount one (root outside an unprivileged container). */
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
const freeBytes = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

const probe = mountDisk('1m');
if (probe !== null) unmount(probe);

it.skipIf(probe === null)(
  'on a full disk a scan is answered with 503 at once, costs nothing, and is served when there is room again',
  async () => {
    const disk = mountDisk('160m') ?? '';
    onTestFinished(() => unmount(disk));
    const lab = await startLab({ sites: [{ host: 'disk.test' }] });
    onTestFinished(() => lab.close());
    const stack = await startStack({ dataDir: path.join(disk, 'data'), env: { ...lab.env, FREE_SCANS_PER_DAY: '3' } });
    onTestFinished(() => void stack.stop());
    const scan = async (n: number) => {
      const started = performance.now();
      const answer = await stack.post('/api/scan', { url: `disk.test/?${n}` });
      return { status: answer.status, ms: performance.now() - started, body: await answer.json() };
    };
    expect((await scan(0)).status).toBe(200);
    writeFileSync(path.join(disk, 'fill'), Buffer.alloc(freeBytes(disk)));
    // Longer than figures are good that were asked for before.
    await new Promise((resolve) => setTimeout(resolve, 700));
    for (const n of [1, 2, 3, 4]) {
      const { status, ms, body } = await scan(n);
      expect([status, Object.keys(body as object)]).toEqual([503, ['error']]);
      expect(ms).toBeLessThan(3_000);
    }
    rmSync(path.join(disk, 'fill'));
    const healed = async () => (await fetch(new URL('/readyz', stack.baseUrl))).status;
    await expect.poll(healed, { timeout: 30_000 }).toBe(200);
    await expect.poll(async () => (await scan(5)).status, { timeout: 30_000 }).toBe(200);
    await stack.stop();
  },
  120_000,
);
