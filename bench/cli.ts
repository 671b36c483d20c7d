/**
 * Start-up of the one-file command line: processor time (user and system, all threads) of `--version`, `--help`
 * and a scan up to its first packet, compared with `node -e 0`. The ratio shows our share. BENCH_NODES names
 * further Node binaries, separated by colons. Medians of BENCH_STARTS starts each (default 15).
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { figure, percentile, progress, rounded, table } from './print.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STARTS = Number(process.env['BENCH_STARTS'] ?? 15);
const HOOK = fileURLToPath(new URL('stand/report-cpu.cjs', import.meta.url));
const nodes = [process.execPath, ...(process.env['BENCH_NODES'] ?? '').split(':').filter(Boolean)];
const folder = mkdtempSync(path.join(tmpdir(), 'palisade-bench-cli-'));
const file = path.join(folder, 'palisade.mjs');
spawnSync(process.execPath, [path.join(ROOT, 'scripts/build-cli.ts'), folder], { stdio: ['ignore', 2, 2] });

const STARTED = {
  'node -e 0': ['-e', '0'],
  '--version': [file, '--version'],
  '--help': [file, '--help'],
  // Everything that a scan needs is loaded; the target is refused before anything is sent.
  'a scan': [file, 'scan', 'https://127.0.0.1/'],
};
for (const node of nodes) {
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  progress(version);
  let alone = 0;
  for (const [what, args] of Object.entries(STARTED)) {
    const used: number[] = [];
    const wall: number[] = [];
    for (let n = 0; n < STARTS; n += 1) {
      const began = performance.now();
      used.push(await processorMs(node, args));
      wall.push(performance.now() - began);
    }
    const cpuMs = percentile(used, 0.5);
    if (what === 'node -e 0') alone = cpuMs;
    figure({
      node: version,
      what,
      cpu_ms: rounded(cpuMs),
      times_node_alone: rounded(cpuMs / alone, 2),
      wall_ms_best: rounded(Math.min(...wall)),
    });
  }
}
table();
rmSync(folder, { recursive: true });

async function processorMs(node: string, args: readonly string[]): Promise<number> {
  const child = spawn(node, ['--require', HOOK, ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  return Number(await text(child.stdio[3] as Readable));
}
