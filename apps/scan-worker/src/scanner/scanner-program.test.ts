import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readScanConfig } from '@palisade/config/scan-config';
import { unpacked } from '@palisade/db/packed';
import { startLab } from '@palisade/lab/lab';
import { policyFrom } from '@palisade/scanner/policy';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createScannerPool } from './scanner-pool.ts';
import { scannerProgram } from './scanner-program.ts';

/** Where scanners may read. */
const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/', import.meta.url));

let folder: string;
let entry: URL | undefined;
beforeAll(async () => {
  folder = await mkdtemp(path.join(CACHE, 'palisade-program-test-'));
  if (process.getuid?.() === 0) await chmod(folder, 0o755);
  const umask = process.umask(0o077);
  entry = await scannerProgram(folder).finally(() => process.umask(umask));
}, 180_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

it('is a few files that other users may read, whatever the umask, and that none may change', async () => {
  const program = path.dirname(fileURLToPath(entry ?? ''));
  expect(await modeOf(program)).toBe(0o755);
  const files = await readdir(program);
  expect(files).toEqual(expect.arrayContaining(['scanner.mjs', 'thread.mjs']));
  expect(files.length).toBeLessThan(10);
  for (const file of files) expect([file, await modeOf(path.join(program, file))]).toEqual([file, 0o644]);
});

it('is kept as long as nothing it was made of has changed', async () => {
  const [kept, small] = [
    await mkdtemp(path.join(tmpdir(), 'palisade-program-')),
    'apps/scan-worker/test/no-scanner.mjs',
  ];
  onTestFinished(() => rm(kept, { recursive: true, force: true }));
  const made = await scannerProgram(kept, small);
  const program = fileURLToPath(made ?? '');
  const file = path.join(kept, 'made.json');
  const text = await readFile(file, 'utf8');
  await writeFile(program, '// kept');
  expect((await scannerProgram(kept, small))?.href).toBe(made?.href);
  expect(await readFile(program, 'utf8')).toBe('// kept');

  // Of its threads.
  const { of } = JSON.parse(text) as { of: Record<string, [number, number]> };
  const changed = Object.keys(of).find((name) => name.endsWith('parse/page/page.ts')) ?? '';
  expect(changed).not.toBe('');
  await writeFile(file, JSON.stringify({ ...(JSON.parse(text) as object), of: { ...of, [changed]: [1, 1] } }));
  await rm(path.dirname(program), { recursive: true });
  expect((await scannerProgram(kept, small))?.href).toBe(made?.href);
  expect(await readFile(program, 'utf8')).not.toBe('// kept');
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(text));

  for (const broken of ['', '{}', '{"program":"../../x","of":{}}']) {
    await writeFile(file, broken);
    expect([broken, (await scannerProgram(kept, small))?.href]).toEqual([broken, made?.href]);
  }
}, 180_000);

it('scans as its modules do, with threads for large pages', async () => {
  const body = `<title>large</title>${'<p>a paragraph</p>'.repeat(10_000)}<script src="http://x.test/late.js"></script>`;
  const lab = await startLab({ sites: [{ host: 'large.test', https: { body } }] });
  const places = [entry, undefined];
  const deaths: string[] = [];
  try {
    const reports = await Promise.all(
      places.map(async (place) => {
        const pool = createScannerPool({
          ...(place && { entry: place }),
          policy: policyFrom(readScanConfig(lab.env)),
          timeoutMs: 20_000,
          heapMb: 128,
          processes: 1,
          onDeath: (why) => void deaths.push(why),
        });
        const order = { scanId: randomUUID(), url: lab.url('large.test'), priority: 0 };
        const outcome = await pool.run(order, new AbortController().signal).finally(() => pool.close());
        if ('failed' in outcome) throw new Error(outcome.failed.message);
        return JSON.parse(unpacked((outcome as { report: Uint8Array }).report).toString()) as Record<string, unknown>;
      }),
    );
    expect(deaths).toEqual([]);
    const judged = reports.map(({ score, grade, tls, headers, page }) => ({ score, grade, tls, headers, page }));
    // How many connections it takes depends on the order of the answers.
    const [bundled, fromModules] = judged.map((one) =>
      JSON.stringify(one, (name, value: unknown) => (name === 'connections' ? undefined : value)),
    );
    expect(JSON.parse(bundled ?? '')).toEqual(JSON.parse(fromModules ?? ''));
    expect(JSON.stringify(reports[0])).toContain('late.js');
  } finally {
    await lab.close();
  }
}, 180_000);
