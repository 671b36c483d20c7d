/**
 * A program in a few files instead of hundreds or thousands of modules, which Node would find, read and compile one by
 * one at each start. It is kept in a folder and used as long as nothing it was made of has changed.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Installing packages keeps the times of their files, and changes this one. */
const INSTALLED = 'node_modules/.package-lock.json';
/** Processes that started earlier may still read theirs. */
const KEPT_PROGRAMS = 5;
/** No file has this time and size. */
const NEVER: [number, number] = [-1, -1];

export interface ProgramPlan {
  /** What it begins with, and the processes and threads it starts: path in the clone by name. */
  entries: Readonly<Record<string, string>>;
  /** Whether processes of other users run it. */
  shared: boolean;
}

const Made = z.object({
  /** The folder of the program, next to this file. */
  program: z.string().regex(/^[0-9a-f]{64}$/),
  /** What it was made of: time of the last change in ms, and size. */
  of: z.record(z.string(), z.tuple([z.number(), z.number()])),
});
type Made = z.infer<typeof Made>;

/**
 * @param folder where it is kept
 * @returns where its files are (`<name>.mjs` for each entry); undefined if there is none, or not of today's sources
 */
export function currentProgram(folder: string, plan: ProgramPlan): URL | undefined {
  const kept = Made.safeParse(readJson(path.join(folder, 'made.json'))).data;
  if (!kept || !Object.entries(kept.of).every(([name, made]) => isSame(stamp(name), made))) return undefined;
  const program = path.join(folder, kept.program);
  const complete = Object.keys(plan.entries).every((name) => existsSync(path.join(program, `${name}.mjs`)));
  return complete ? pathToFileURL(`${program}/`) : undefined;
}

/**
 * @returns where its files are
 * @throws Error when a module cannot be read or understood
 */
export async function makeProgram(folder: string, plan: ProgramPlan): Promise<URL> {
  const { bundle } = await import('./bundle.ts');
  const began = Date.now();
  const { files, inputs } = await bundle(ROOT, folder, plan.entries);
  const names = [...inputs.filter((name) => existsSync(path.join(ROOT, name))), INSTALLED];
  // One that changes meanwhile may have been read before: the program is made again next time.
  const kept = (name: string) => stamp(name, began) ?? NEVER;
  const of = Object.fromEntries(names.map((name) => [name, kept(name)]));
  const hash = createHash('sha256').update(process.version);
  for (const [name, contents] of files) hash.update(name).update('\0').update(contents);
  const program = hash.digest('hex');
  const unfinished = path.join(folder, randomUUID());
  await mkdir(unfinished);
  for (const [name, contents] of files) await writeFile(path.join(unfinished, name), contents);
  // Whatever this process's umask is.
  for (const [name] of files) await chmod(path.join(unfinished, name), plan.shared ? 0o644 : 0o600);
  await chmod(unfinished, plan.shared ? 0o755 : 0o700);
  // Another service may have made the same one meanwhile.
  await rename(unfinished, path.join(folder, program)).catch(() => rm(unfinished, { recursive: true }));
  await forgetOld(folder, program);
  await replace(path.join(folder, 'made.json'), JSON.stringify({ program, of } satisfies Made));
  return pathToFileURL(`${path.join(folder, program)}/`);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Synchronous: for two thousand files that takes a fifth of the processor time. */
function stamp(name: string, before = Infinity): [time: number, size: number] | undefined {
  const found = statSync(path.join(ROOT, name), { throwIfNoEntry: false });
  return found && found.mtimeMs < before ? [found.mtimeMs, found.size] : undefined;
}

const isSame = (now: [number, number] | undefined, made: [number, number]) =>
  now !== undefined && now[0] === made[0] && now[1] === made[1];

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
