import { lstatSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/palisade-modules', import.meta.url));

/**
 * The folder where Node keeps the modules that it has compiled (`NODE_COMPILE_CACHE`): the next start of a
 * service takes half the processor time. What lies there is run, so only a folder that is ours, and that no other
 * user can write to, will do; undefined where there is none, on a read-only file system for example. Scanners
 * do without it: Node would want them to be able to write to it.
 */
export function compileCache(folder = FOLDER): string | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(folder);
    const ours = found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid);
    return ours && (found.mode & 0o022) === 0 ? folder : undefined;
  } catch {
    return undefined;
  }
}
