import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startLab, type Lab } from '@palisade/lab/lab';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
let folder: string;
let lab: Lab;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'palisade-one-file-'));
  lab = await startLab({
    sites: [{ host: 'large.test', https: { headers: [['Content-Type', 'text/html']], body: `<p>${'<i></i>'.repeat(9000)}<script src="http://x.test/a.js"></script>` } }], // prettier-ignore
  });
  const built = spawnSync(process.execPath, ['scripts/build-cli.ts', folder], { cwd: ROOT, encoding: 'utf8' });
  expect(built.stderr).toBe('');
});
afterAll(async () => {
  await lab.close();
  await rm(folder, { recursive: true, force: true });
});

const palisade = (...args: string[]) => run([path.join(folder, 'palisade.mjs'), ...args]);
const { NODE_COMPILE_CACHE = '' } = process.env;
const run = (args: string[]) =>
  promisify(execFile)(process.execPath, args, {
    cwd: folder,
    env: { ...lab.env, NODE_ENV: 'production', NODE_COMPILE_CACHE },
  });

it('is one file of a few megabytes, and the manifest that npx reads', async () => {
  expect(await readdir(folder)).toEqual(['package.json', 'palisade.mjs']);
  const { size, mode } = await stat(path.join(folder, 'palisade.mjs'));
  expect(size).toBeLessThan(6_000_000);
  expect(mode & 0o111).not.toBe(0);
});

it('scans from an empty folder, including a page that is parsed in a thread', async () => {
  const { stdout } = await palisade('scan', lab.url('large.test'), '--json');
  const report = JSON.parse(stdout) as { page_analysis: { checks: { id: string; status: string }[] } };
  const mixed = report.page_analysis.checks.find(({ id }) => id === 'page_analysis/active-mixed-content');
  expect(mixed).toMatchObject({ status: 'bad' });
});

it('uses no language feature that Node 20 lacks', async () => {
  const older = ['--require', fileURLToPath(new URL('test/without-newer.cjs', import.meta.url))];
  await expect(run([...older, '--eval', 'new Set([1]).union(new Set())'])).rejects.toThrow(/is not a function/u);
  const file = path.join(folder, 'palisade.mjs');
  const saved = `${folder}.json`;
  await run([...older, file, 'scan', lab.url('large.test'), '--save', saved]);
  for (const format of ['text', 'jsonl', 'sarif', 'junit', 'markdown', 'html', 'csv']) {
    const { stdout } = await run([...older, file, 'scan', '--from', saved, '--format', format]);
    expect(stdout).toContain('large.test');
  }
  expect((await run([...older, file, 'diff', saved, saved])).stdout).toContain('Nothing changed.');
  // Its reader leaves at once: the exit status still says that a gate failed, and the file is complete.
  const sarif = `${folder}.sarif`;
  const gated = ['scan', '--from', saved, '--output', '-', '--format', 'json', '--output', sarif, '--fail-under', 'A+'];
  const unread = spawn(process.execPath, [file, ...gated], { stdio: ['ignore', 'pipe', 'ignore'] });
  unread.stdout.destroy();
  expect(await once(unread, 'close')).toEqual([1, null]);
  expect(JSON.parse(await readFile(sarif, 'utf8'))).toHaveProperty('runs');
  await Promise.all([saved, sarif].map((one) => rm(one)));
});

it.skipIf(!existsSync('/dev/full'))('exits with 2 and a message if nothing more can be written', async () => {
  const full = openSync('/dev/full', 'w');
  for (const args of [['checks', '--json'], ['--help'], ['checks', '--json', 'dns/spf']]) {
    const { status, stderr } = spawnSync(process.execPath, [path.join(folder, 'palisade.mjs'), ...args], { encoding: 'utf8', stdio: ['ignore', full, 'pipe'] }); // prettier-ignore
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'standard output cannot be written: no space left (ENOSPC)\n',
    });
  }
  closeSync(full);
  const file = await palisade('scan', lab.url('large.test'), '--output', '/dev/full', '--format', 'csv').catch(
    (error: unknown) => error,
  );
  expect(file).toMatchObject({ code: 2, stderr: expect.stringMatching(/--output \/dev\/full cannot be written: no space left/u) as string }); // prettier-ignore
});

it('has help and version, and no operator commands', async () => {
  expect((await palisade('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  const { stdout } = await palisade('--help');
  expect(stdout).toContain('scan');
  expect(stdout).not.toContain('keys');
  await expect(palisade('scan', '--fail-under')).rejects.toMatchObject({ code: 2 });
});
