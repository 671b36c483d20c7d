/**
 * `npm run bench` runs every benchmark, `npm run bench -- wait overhead` some. Each is a separate process
 * that prints its figures as JSON lines and a table. With `--write` the figures of
 * each are stored in bench/results, and docs/performance.md is rewritten from everything stored there;
 * `--write --none` only writes the page.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { load, machine, nodeStartMs } from './stand/machine.ts';
import { performancePage, type Results } from './stand/performance-page.ts';

/** Long enough for a siege and the browser visits of the requested length, on a busy machine too. */
const LONGEST_MS =
  (25 + Number(process.env['BENCH_MINUTES'] ?? 0)) * 60_000 + Number(process.env['BENCH_VISITS'] ?? 0) * 8_000;
const folder = import.meta.dirname;
const resultsFolder = path.join(folder, 'results');
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && !['run.ts', 'print.ts'].includes(file))
  .map((file) => path.basename(file, '.ts'));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, none: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`there is no benchmark ${unknown.join(', ')}; there are: ${known.join(', ')}`);
  process.exit(2);
}
const wanted = values.none ? [] : positionals.length > 0 ? positionals : known;
const failed: string[] = [];
let current: { end(): void } | undefined;
let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    stopped = true;
    current?.end();
  });
for (const name of wanted) {
  if (stopped) break;
  console.log(`\n# ${name}`);
  const results = await run(name);
  if (!results) failed.push(name);
  else if (values.write) {
    mkdirSync(resultsFolder, { recursive: true });
    writeFileSync(path.join(resultsFolder, `${name}.json`), `${JSON.stringify(results, null, 2)}\n`);
  }
}
if (values.write) {
  const all = readdirSync(resultsFolder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(path.join(resultsFolder, file), 'utf8')) as Results);
  const page = path.join(folder, '../docs/performance.md');
  const style = await resolveConfig(page);
  writeFileSync(page, await format(performancePage(all), { ...style, parser: 'markdown' }));
  console.log(`wrote ${path.relative(process.cwd(), page)}`);
}
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`);
process.exit(failed.length === 0 && !stopped ? 0 : 1);

/** @returns null if it failed: an incomplete benchmark is not used */
async function run(name: string): Promise<Results | null> {
  const file = path.join(folder, `${name}.ts`);
  const [loadBefore, nodeStart, started] = [load(), nodeStartMs(), performance.now()];
  // A separate process group, so that everything it started can be ended with it.
  const child = spawn(process.execPath, ['--expose-gc', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const end = () => void (child.pid && process.kill(-child.pid, 'SIGTERM'));
  const timer = setTimeout(() => {
    console.error(`${name}: not done within ${LONGEST_MS / 60_000} minutes`);
    end();
  }, LONGEST_MS);
  current = { end };
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  current = undefined;
  if (code !== 0) return null;
  return {
    name,
    what: headline(readFileSync(file, 'utf8')),
    at: new Date().toISOString(),
    seconds: Math.round((performance.now() - started) / 1000),
    machine: machine(loadBefore, nodeStart),
    figures: output
      .split('\n')
      .filter((line) => line.startsWith('{"'))
      .map((line) => JSON.parse(line) as Results['figures'][number]),
  };
}

/** A benchmark's first comment says what it measures. */
function headline(source: string): string {
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(source)?.[1] ?? '';
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join(' ')
    .trim();
}
