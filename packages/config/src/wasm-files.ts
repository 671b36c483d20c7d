import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Prisma ships WebAssembly as a module with four megabytes of base64. Each process would read, decode and compile that as
 * JavaScript, a fifth of a second, and keep it. In a bundle it is a file of bytes. Prisma passes what it imports
 * to `Buffer.from`, which takes both.
 */
export const wasmFiles: Plugin = {
  name: 'wasm-files',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /\.wasm-base64\.mjs$/ }, async ({ path: file }) => {
      // A release of Prisma that ships it in another way is bundled as it is.
      if ((await bytesOf(file)) === undefined) return undefined;
      return {
        contents: `
          import { readFileSync } from 'node:fs';
          import place from ${JSON.stringify(`wasm-file:${file}`)};
          export const wasm = readFileSync(new URL(place, import.meta.url));`,
        loader: 'js',
      };
    });
    onResolve({ filter: /^wasm-file:/ }, ({ path: name }) => ({
      path: name.slice('wasm-file:'.length).replace(/-base64\.mjs$/, ''),
      namespace: NAMESPACE,
    }));
    onLoad({ filter: /./, namespace: NAMESPACE }, async ({ path: file }) => ({
      contents: (await bytesOf(`${file}-base64.mjs`)) ?? Buffer.alloc(0),
      loader: 'file',
    }));
  },
};

const NAMESPACE = 'wasm-file';

/** Not files of their own: the module that they were made from is an input too. */
export const isWasmFile = (input: string): boolean => input.startsWith(`${NAMESPACE}:`);

async function bytesOf(file: string): Promise<Buffer | undefined> {
  // No pattern: matching megabytes can exhaust the stack of regular expressions.
  const [, quoted = ''] = (await readFile(file, 'utf8')).split('"', 2);
  const bytes = Buffer.from(quoted, 'base64');
  return bytes.subarray(0, MAGIC.length).equals(MAGIC) ? bytes : undefined;
}

/** How every WebAssembly module begins. */
const MAGIC = Buffer.from('\0asm');
