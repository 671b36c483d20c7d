/**
 * Is one command enough for a list of a thousand sites (BENCH_SITES)? The one-file command line scans them all in
 * one run, while its memory is sampled. The sites run in a separate process, each on its own address.
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startLab } from '@palisade/lab/lab';
import { figure, rounded, table } from './print.ts';

const SITES = Number(process.env['BENCH_SITES'] ?? 1_000);
const SAMPLES = 10;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const hosts = Array.from({ length: SITES }, (_, index) => `site-${index}.test`);

if (process.send && process.argv[2] === 'serve') {
  const page = (index: number) => ({
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Server', `nginx/1.${index % 29}.0`],
      ['Set-Cookie', `sid=${index}abcdefghijklmnop; Path=/`],
    ] as [string, string][],
    body: `<!doctype html><html><head><title>${index}</title></head><body>${'<p>text</p>'.repeat(index % 700)}</body></html>`,
  });
  const lab = await startLab({
    sites: hosts.map((host, index) => ({ host, https: page(index) })),
    allowCidrs: ['127.64.0.0/10'],
  });
  process.send(lab.env);
  process.once('disconnect', () => void lab.close().then(() => process.exit(0)));
} else {
  const lab = fork(fileURLToPath(import.meta.url), ['serve']);
  const [env] = (await once(lab, 'message')) as [Record<string, string>];
  const folder = await mkdtemp(path.join(tmpdir(), 'palisade-many-'));
  await writeFile(path.join(folder, 'sites.txt'), hosts.join('\n'));
  const build = spawn(process.execPath, [path.join(ROOT, 'scripts/build-cli.ts'), folder], { stdio: 'ignore' });
  await once(build, 'close');

  const started = performance.now();
  const run = spawn(
    process.execPath,
    [path.join(folder, 'palisade.mjs'), 'scan', '--list', 'sites.txt', '--format', 'jsonl'],
    { cwd: folder, env: { ...env, PATH: process.env['PATH'] }, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const [samples, reports]: [{ sites: number; rss: number }[], Set<string>] = [[], new Set()];
  for await (const line of createInterface({ input: run.stdout })) {
    const { url, grade } = JSON.parse(line) as { url: string; grade?: string };
    if (grade !== undefined) reports.add(url);
    if (reports.size % Math.ceil(SITES / SAMPLES) !== 0) continue;
    const rss = residentMb(run.pid ?? 0);
    samples.push({ sites: reports.size, rss });
    figure({ sites: reports.size, seconds: rounded((performance.now() - started) / 1000, 0), rss_mb: rss });
  }
  const half = samples.slice(Math.floor(samples.length / 2)).filter(({ rss }) => rss > 0);
  const most = (of: readonly { rss: number }[]) => Math.max(...of.map(({ rss }) => rss));
  figure({
    sites: reports.size,
    not_scanned: SITES - reports.size,
    scans_per_second: rounded(reports.size / ((performance.now() - started) / 1000)),
    most_rss_mb: most(samples),
    most_rss_mb_in_second_half: most(half),
  });
  table();
  if (reports.size < SITES) process.exitCode = 1;
  lab.disconnect();
  await rm(folder, { recursive: true, force: true });
}

/** 0 when it has just ended. */
function residentMb(pid: number): number {
  try {
    const [, kb] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kb ?? 0) / 1024);
  } catch {
    return 0;
  }
}
