/**
 * The scanner's program in a few files instead of some six hundred modules, which a scanner would read one by one at each
 * of its starts: it may use no compile cache of Node, which would want it to be able to write there.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { programCache } from '@palisade/config/program-cache';
import type { Plugin } from 'esbuild';
import { z } from 'zod';
import { englishAlone } from './english-alone.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const ENTRY = 'apps/scan-worker/src/scanner/scanner.ts';
const THREAD = 'packages/scanner/src/gather/page-thread-worker.ts';
/** Installing packages keeps the times of their files, and changes this one. */
const INSTALLED = 'node_modules/.package-lock.json';
/** Scanners of services that started earlier may still read theirs. */
const KEPT_PROGRAMS = 5;

const Made = z.object({
  /** The folder of the program, beside this file. */
  program: z.string().regex(/^[0-9a-f]{64}$/),
  /** What it was made of: time of the last change in ms, and size. */
  of: z.record(z.string(), z.tuple([z.number(), z.number()])),
});
type Made = z.infer<typeof Made>;

/**
 * Made again when a file it was made of has changed.
 * @param folder where it is kept; undefined: nowhere
 * @param entry what it begins with; for tests
 * @returns what to start; undefined where it cannot be kept, and scanners read their modules
 * @throws Error when a module cannot be read or understood
 */
export async function scannerProgram(
  folder = programCache('palisade-scanner', 0o755),
  entry = ENTRY,
): Promise<URL | undefined> {
  if (folder === undefined) return undefined;
  const file = path.join(folder, 'made.json');
  const kept = Made.safeParse(
    await readFile(file, 'utf8')
      .then(JSON.parse)
      .catch(() => null),
  ).data;
  const made = kept && (await isCurrent(kept)) && existsSync(entryOf(folder, kept)) ? kept : await make(folder, entry);
  if (made !== kept) await replace(file, JSON.stringify(made));
  return pathToFileURL(entryOf(folder, made));
}

const entryOf = (folder: string, { program }: Made) => path.join(folder, program, 'scanner.mjs');

async function isCurrent({ of }: Made): Promise<boolean> {
  const now = await Promise.all(Object.keys(of).map((name) => stamp(name).catch(() => null)));
  return Object.values(of).every(([time, size], at) => now[at]?.[0] === time && now[at]?.[1] === size);
}

async function stamp(name: string): Promise<[time: number, size: number]> {
  const { mtimeMs, size } = await stat(path.join(ROOT, name));
  return [mtimeMs, size];
}

async function make(folder: string, entry: string): Promise<Made> {
  const { build, stop } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: { scanner: entry, thread: THREAD },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    // Names stay, and so do the comments that say which module a line is from: traces are read by people.
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [builtThread, englishAlone],
    banner: {
      js: "import { createRequire as palisadeRequire } from 'node:module';\nconst require = palisadeRequire(import.meta.url);",
    },
  }).finally(() => void stop());
  const names = [...Object.keys(metafile.inputs).filter((name) => existsSync(path.join(ROOT, name))), INSTALLED];
  const of = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await stamp(name)] as const)));
  const hash = createHash('sha256').update(process.version);
  for (const one of outputFiles) hash.update(one.path).update('\0').update(one.contents);
  const program = hash.digest('hex');
  const unfinished = path.join(folder, randomUUID());
  await mkdir(unfinished);
  for (const { path: name, contents } of outputFiles)
    await writeFile(path.join(unfinished, path.basename(name)), contents);
  // Scanners may be another user's processes, whatever this one's umask is.
  for (const name of await readdir(unfinished)) await chmod(path.join(unfinished, name), 0o644);
  await chmod(unfinished, 0o755);
  // Another service may have made the same one meanwhile.
  await rename(unfinished, path.join(folder, program)).catch(() => rm(unfinished, { recursive: true }));
  await forgetOld(folder, program);
  return { program, of };
}

/** The thread that reads large pages is a file of this program. */
const builtThread: Plugin = {
  name: 'built-thread',
  setup({ onLoad }) {
    onLoad({ filter: /gather[/\\]page-thread\.ts$/ }, async ({ path: source }) => {
      const text = await readFile(source, 'utf8');
      const start = "new URL('page-thread-worker.ts', import.meta.url)";
      if (!text.includes(start))
        throw new Error(`${source} starts its thread in a way that this build does not support`);
      return { contents: text.replace(start, "new URL('thread.mjs', import.meta.url)"), loader: 'ts' };
    });
  },
};

async function replace(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, text);
  await rename(unfinished, file);
}

async function forgetOld(folder: string, current: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^[0-9a-f]{64}$/.test(name) && name !== current);
  const dated = await Promise.all(
    names.map(async (name) => ({ name, time: (await stat(path.join(folder, name))).mtimeMs })),
  );
  const old = dated.toSorted((a, b) => b.time - a.time).slice(KEPT_PROGRAMS - 1);
  for (const { name } of old) await rm(path.join(folder, name), { recursive: true, force: true });
}
