/**
 * `node --import ./packages/pdf/src/register-tsx.ts …`: documents and mails are written in TSX, which Node does not read.
 * When the first such file of a package is imported, all of the package's files are translated at once and in memory, so
 * that no code from a shared folder is run. Node itself reads everything else.
 */
import { globSync } from 'node:fs';
import { createRequire, registerHooks, setSourceMapsSupport } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as esbuild from 'esbuild';

// Otherwise esbuild would keep a process running as long as this one.
process.env['ESBUILD_WORKER_THREADS'] = '0';
const require = createRequire(import.meta.url);

/** By path. */
const translated = new Map<string, string>();

// Stack traces give lines of the TSX.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
registerHooks({
  load(url, context, nextLoad) {
    // A query distinguishes copies of one module, such as tests make.
    if (!/^file:.*\.tsx(?:\?|$)/u.test(url)) return nextLoad(url, context);
    const file = fileURLToPath(url);
    if (!translated.has(file)) translateSiblings(file);
    const source = translated.get(file);
    return source === undefined ? nextLoad(url, context) : { format: 'module', source, shortCircuit: true };
  },
});

function translateSiblings(file: string): void {
  const src = `${path.sep}src${path.sep}`;
  const root = file.includes(src) ? file.slice(0, file.lastIndexOf(src) + src.length) : path.dirname(file);
  // Only for a program that is not bundled.
  const { buildSync } = require('esbuild') as typeof esbuild;
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
