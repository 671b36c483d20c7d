/**
 * `node --import ./packages/pdf/src/register-tsx.ts …`: documents and mails are written in TSX, which Node does not read.
 * The first such file of a package has all of that package's files translated, in one go and in memory: nothing is run
 * that lay in a folder meanwhile. Everything else is read by Node itself.
 */
import { globSync } from 'node:fs';
import { registerHooks, setSourceMapsSupport } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Or esbuild would keep a process for as long as this one lasts.
process.env['ESBUILD_WORKER_THREADS'] = '0';
const { buildSync } = await import('esbuild');

/** By path. */
const translated = new Map<string, string>();

// Stack traces name lines of the TSX.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
registerHooks({
  load(url, context, nextLoad) {
    // A query tells copies of one module apart, as tests make them.
    if (!/^file:.*\.tsx(?:\?|$)/u.test(url)) return nextLoad(url, context);
    const file = fileURLToPath(url);
    if (!translated.has(file)) translateAllBeside(file);
    const source = translated.get(file);
    return source === undefined ? nextLoad(url, context) : { format: 'module', source, shortCircuit: true };
  },
});

function translateAllBeside(file: string): void {
  const src = `${path.sep}src${path.sep}`;
  const root = file.includes(src) ? file.slice(0, file.lastIndexOf(src) + src.length) : path.dirname(file);
  const { outputFiles } = buildSync({
    entryPoints: globSync('**/*.tsx', { cwd: root }).map((name) => path.join(root, name)),
    outdir: root,
    outbase: root,
    write: false,
    jsx: 'automatic',
    target: 'esnext',
    sourcemap: 'inline',
    logLevel: 'silent',
  });
  for (const { path: name, text } of outputFiles) translated.set(name.replace(/\.js$/u, '.tsx'), text);
}
