import { readFile } from 'node:fs/promises';
import path from 'node:path';
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
      const bytes = await bytesOf(file);
      // A release of Prisma that ships it in another way is bundled as it is.
      if (bytes === undefined) return undefined;
      return {
        contents: `
          import { readFileSync } from 'node:fs';
          import place from ${JSON.stringify(`${NAMESPACE}:${path.basename(file, '-base64.mjs')}`)};
          export const wasm = readFileSync(new URL(place, import.meta.url));`,
        loader: 'js',
        pluginData: bytes,
      };
    });
    onResolve({ filter: new RegExp(`^${NAMESPACE}:`) }, ({ path: name, pluginData }) => ({
      path: name.slice(NAMESPACE.length + 1),
      namespace: NAMESPACE,
      pluginData,
    }));
    onLoad({ filter: /./, namespace: NAMESPACE }, ({ pluginData }) => ({
      contents: pluginData as Buffer,
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
