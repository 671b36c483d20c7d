import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import type { Service } from './service.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

function pythonOrSkip(): boolean {
  if (spawnSync('python3', ['--version']).status === 0) return true;
  if (process.env['CI']) throw new Error('python3 is missing and CI allows no skip');
  console.log('skipped: needs python3 (Debian: apt-get install python3)');
  return false;
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'palisade-client-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The exit of a program that is expected to fail. */
const failed = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it succeeded'),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );

export function clients(service: () => Service): void {
  it('the TypeScript client is packed, installed into an empty folder, type-checked and used there', async () => {
    const [built, folder] = [await emptyFolder(), await emptyFolder()];
    await run(process.execPath, ['scripts/build-client.ts', built], { cwd: ROOT });
    await run('npm', ['pack', '--pack-destination', folder], { cwd: built });
    const [tarball] = await readdir(folder);
    await writeFile(path.join(folder, 'package.json'), '{"type": "module", "private": true}');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], { cwd: folder });
    await writeFile(
      path.join(folder, 'use.ts'),
      `import { createClient, PalisadeError } from '@palisade/client';
       const client = createClient({ baseUrl: ${JSON.stringify(service().baseUrl)}, apiKey: ${JSON.stringify(await service().key())} });
       let left: string | null = null;
       const report = await client.scanPro({ url: 'bare.test' }, { onAnswer: ({ headers }) => { left = headers.get('x-scans-remaining'); } });
       const grade: 'A+' | 'A' | 'B' | 'C' | 'D' | 'F' = report.grade;
       const pdf: Uint8Array<ArrayBuffer> = await client.getReportPdf({ report_id: report.report_id });
       const { result } = await client.verifyReport({}, { file: new Blob([pdf], { type: 'application/pdf' }) });
       const batch = await client.createBatch({ urls: ['bare.test', 'perfect.test'] }, { idempotencyKey: 'once' });
       const again = await client.createBatch({ urls: ['bare.test', 'perfect.test'] }, { idempotencyKey: 'once' });
       const found = await client.getBatch({ batch_id: batch.batch_id });
       const refused = await client.scan({ url: 'http://10.0.0.1/' }).catch((error: unknown) => error as PalisadeError);
       if (!(refused instanceof PalisadeError)) throw new Error('not refused');
       // @ts-expect-error -- a URL is required
       const wrong = await client.scanPro({ uri: 'bare.test' }).catch((error: unknown) => (error as Error).message);
       console.log(JSON.stringify({ grade, locked: report.pro_locked, left: Number(left) > 0, pdf: String.fromCharCode(...pdf.slice(0, 5)),
         same: again.batch_id === batch.batch_id, total: found.counts.total, refused: refused.status, wrong, result }));`,
    );
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const strict = ['--ignoreConfig', '--noEmit', '--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext'];
    const types = ['--target', 'es2024', '--types', 'node', '--typeRoots', path.join(ROOT, 'node_modules/@types')];
    await run(process.execPath, [tsc, ...strict, ...types, 'use.ts'], { cwd: folder }).catch(
      (error: { stdout: string }) => expect.fail(error.stdout),
    );
    const { stdout } = await run(process.execPath, ['use.ts'], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual({
      grade: 'F',
      locked: false,
      left: true,
      pdf: '%PDF-',
      same: true,
      total: 2,
      refused: 400,
      wrong: 'url is missing',
      result: 'genuine',
    });
  }, 240_000);

  it.runIf(pythonOrSkip())(
    'the Python example scans one site, and many as a batch',
    async () => {
      const python = async (key: string, ...urls: string[]) =>
        run('python3', [path.join(ROOT, 'docs/examples/scan.py'), ...urls], {
          env: { PATH: process.env['PATH'], PALISADE_URL: service().baseUrl, PALISADE_KEY: key },
        });
      const key = await service().key();
      const one = await python(key, 'bare.test');
      expect(one.stdout).toMatch(/^https:\/\/bare\.test\/ {2}F {2}\d+\/100 {2}http/);
      expect(one.stdout).toMatch(/\n {2}(critical|important) +-\d+ +\S/);
      const many = await failed(python(key, 'perfect.test', 'refused.test'));
      expect([many.code, many.stdout]).toEqual([1, expect.stringMatching(/perfect\.test\/ {2}A/)]);
      expect(many.stdout).toMatch(/refused\.test\/ {2}not scanned: .*refused/);
      const bad = await failed(python('pal_live_nonsense', 'bare.test'));
      expect([bad.code, bad.stderr]).toEqual([1, expect.stringMatching(/^403: /)]);
    },
    240_000,
  );

  it('the command line scans through a service, with a key and without', async () => {
    const folder = await emptyFolder();
    await writeFile(path.join(folder, 'key.txt'), `${await service().key()}\n`);
    await writeFile(path.join(folder, 'sites.txt'), 'bare.test\nperfect.test\nrefused.test\n');
    const palisade = (...args: string[]) =>
      run(
        process.execPath,
        [path.join(ROOT, 'apps/cli/src/main.mjs'), 'scan', '--server', service().baseUrl, ...args],
        {
          cwd: folder,
          env: { PATH: process.env['PATH'] },
        },
      );
    const keyed = JSON.parse((await palisade('bare.test', '--key-file', 'key.txt', '--json')).stdout) as object;
    expect(keyed).toMatchObject({ pro_locked: false, grade: 'F', signature: { alg: 'Ed25519' } });
    const free = JSON.parse((await palisade('bare.test', '--json')).stdout) as object;
    expect(free).toMatchObject({ pro_locked: true });
    const many = await failed(palisade('--list', 'sites.txt', '--key-file', 'key.txt', '--fail-under', 'B'));
    expect(many.code).toBe(1);
    expect(many.stdout).toMatch(/perfect\.test/);
    expect(many.stderr.trim().split('\n').at(-1)).toMatch(/fail-under.*bare\.test|bare\.test.*B/);
    const unreachable = await failed(palisade('refused.test', '--key-file', 'key.txt'));
    expect([unreachable.code, unreachable.stderr]).toEqual([3, expect.stringMatching(/refused/)]);
    const wrong = await failed(palisade('bare.test', '--key', 'pal_live_nonsense'));
    expect([wrong.code, wrong.stderr]).toEqual([3, expect.stringMatching(/not an API key/)]);
  }, 240_000);
}
