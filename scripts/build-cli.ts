/**
 * `npm run build:cli [folder]`: the command line as a single file that needs only Node.js 20.19, and the
 * package.json with which `npx` runs it.
 */
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { englishOnly } from '@palisade/config/english-only';
import { ENGINE_VERSION } from '@palisade/scanner/engine-version';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const folder = path.resolve(process.argv[2] ?? path.join(ROOT, 'dist'));
const file = path.join(folder, 'palisade.mjs');

/** The thread that parses pages runs the same file: it is the only one. */
const ownThread: Plugin = {
  name: 'own-thread',
  setup({ onLoad }) {
    onLoad({ filter: /gather\/page-thread\.ts$/ }, async ({ path: source }) => {
      const text = await readFile(source, 'utf8');
      const start = "new URL('page-thread-worker.ts', import.meta.url)";
      if (!text.includes(start))
        throw new Error(`${source} starts its thread in a way that this build does not support`);
      return { contents: text.replace(start, 'new URL(import.meta.url)'), loader: 'ts' };
    });
  },
};

await mkdir(folder, { recursive: true });
const { outputFiles } = await build({
  write: false,
  entryPoints: [path.join(ROOT, 'apps/cli/src/standalone.ts')],
  outfile: file,
  bundle: true,
  platform: 'node',
  // Static imports would load every built-in module of Node at startup; here each is loaded on first use.
  format: 'cjs',
  define: { 'import.meta.url': 'palisadeUrl' },
  target: 'node20.19',
  // Most of the startup time is parsing this file: no comments and no spaces. Names stay and lines are short, because Node
  // prints the line on which an error occurred.
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 160,
  charset: 'ascii',
  legalComments: 'eof',
  logLevel: 'warning',
  plugins: [ownThread, englishOnly],
  // Looked up on the machine where it is installed. The scan reports when it is missing.
  external: ['playwright-core'],
  banner: {
    js: [
      '#!/usr/bin/env node',
      "import { createRequire } from 'node:module';",
      'const palisadeUrl = import.meta.url;',
      'const require = createRequire(palisadeUrl);',
    ].join('\n'),
  },
});
// What esbuild leaves in regular expressions and tagged templates. V8 stores one-byte text in half the memory and
// parses it in two thirds of the time; one letter above U+00FF makes all of it two-byte.
const text = (outputFiles[0]?.text ?? '').replaceAll(
  /[^\0-\x7f]/g,
  (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
);
await writeFile(file, text);
await chmod(file, 0o755);

const manifest = {
  name: 'palisade',
  version: ENGINE_VERSION,
  description: 'Scans a website and reports what weakens its security: for pipelines, terminals and agents.',
  license: 'Apache-2.0',
  type: 'module',
  bin: { palisade: 'palisade.mjs' },
  files: ['palisade.mjs', 'palisade.config.schema.json'],
  engines: { node: '>=20.19.0' },
};
await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
const { size } = await stat(file);
console.log(`${path.relative(process.cwd(), file) || file}: ${(size / 1e6).toFixed(1)} MB, version ${ENGINE_VERSION}`);
