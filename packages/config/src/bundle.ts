import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Loader, Plugin } from 'esbuild';
import { englishOnly } from './english-only.ts';
import { isWasmFile, wasmFiles } from './wasm-files.ts';

/** This module, in the clone. It only writes of `import.meta`, and would replace nothing if that were replaced in it. */
const OWN = 'packages/config/src/bundle.ts';

/** Available to every module: what Node gives a module, here from its place relative to the bundle. */
const BANNER = `import { createRequire as palisadeRequire } from 'node:module';
import { fileURLToPath as palisadePathOf } from 'node:url';
const require = palisadeRequire(import.meta.url);
const palisadeUrl = (place) => new URL(place, import.meta.url).href;
const palisadePath = (place) => palisadePathOf(new URL(place, import.meta.url));`;

/**
 * @param folder the bundle will lie one folder below this one
 * @param entries path by name
 * @returns the bundle's files by name, and the files it was made of, relative to `root`
 */
export async function bundle(
  root: string,
  folder: string,
  entries: Readonly<Record<string, string>>,
): Promise<{ files: [name: string, contents: Uint8Array][]; inputs: string[] }> {
  const { build, stop } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { ...entries },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    jsx: 'automatic',
    // Names stay, and so do the comments that say which module a line is from: traces are read by people.
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'silent',
    // They start programs of their packages, and find files in them.
    external: ['esbuild', 'playwright-core'],
    plugins: [englishOnly, wasmFiles, ownPlaces(root, path.join(folder, 'program'), entries)],
    banner: { js: BANNER },
  }).finally(() => void stop());
  return {
    files: outputFiles.map(({ path: name, contents, text }) => [
      path.basename(name),
      name.endsWith('.mjs') ? Buffer.from(inAscii(text), 'latin1') : contents,
    ]),
    inputs: Object.keys(metafile.inputs).filter((input) => !isWasmFile(input)),
  };
}

/**
 * With one character outside Latin-1, V8 keeps a whole source with two bytes a character, and Node takes longer to decode it.
 * esbuild has escaped the strings. It leaves comments, regular expressions and tagged templates, where an escape means
 * the same.
 */
export function inAscii(source: string): string {
  return source.replaceAll(/(\\*)([^\0-\x7f])/g, (_, slashes: string, unit: string) => {
    // A character that was escaped by a backslash means itself.
    const kept = slashes.length % 2 === 1 ? slashes.slice(1) : slashes;
    return `${kept}\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/**
 * A module finds its files where they are, not next to the bundle. Only the threads and processes that are entries
 * themselves are started from the bundle.
 */
function ownPlaces(root: string, below: string, entries: Readonly<Record<string, string>>): Plugin {
  const built = new Map(Object.entries(entries).map(([name, file]) => [path.join(root, file), name]));
  return {
    name: 'own-places',
    setup({ onLoad }) {
      onLoad({ filter: /\.[cm]?[jt]sx?$/ }, ({ path: file }) => {
        if (file === path.join(root, OWN)) return undefined;
        // One at a time: esbuild asks for hundreds at once, and a process may have only 64 descriptors.
        const text = readFileSync(file, 'utf8');
        if (!/import\.meta|__(?:dir|file)name/.test(text)) return undefined;
        const place = (of: string) => JSON.stringify(path.relative(below, of).split(path.sep).join('/'));
        const placed = text
          .replaceAll(/new URL\('([\w-]+\.ts)', import\.meta\.url\)/g, (whole, name: string) => {
            const entry = built.get(path.join(path.dirname(file), name));
            return entry === undefined ? whole : `new URL(palisadeUrl('./${entry}.mjs'))`;
          })
          .replaceAll('import.meta.url', `palisadeUrl(${place(file)})`)
          .replaceAll('import.meta.filename', `palisadePath(${place(file)})`)
          .replaceAll('import.meta.dirname', `palisadePath(${place(path.dirname(file))})`);
        const isOld = /\b__(?:dir|file)name\b/.test(text) && !/\b(?:const|let|var)\s+__(?:dir|file)name\b/.test(text);
        const contents =
          isOld && file.includes('node_modules')
            ? `var __filename = palisadePath(${place(file)}), __dirname = palisadePath(${place(path.dirname(file))});${placed}`
            : placed;
        return { contents, loader: /\.[cm]?(\w+)$/.exec(file)?.[1] as Loader };
      });
    },
  };
}
