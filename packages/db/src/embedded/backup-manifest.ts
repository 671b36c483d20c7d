import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CopiedTree } from './backup-copy.ts';
import { ClusterError } from './cluster-error.ts';

/** The last file written: without it the backup is incomplete. */
const FILE = 'manifest.json';

export interface Manifest extends CopiedTree {
  version: 1;
  /** When the copy was complete. */
  at: string;
  /** Major version of the server that wrote these files. */
  postgres: number;
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(path.join(folder, FILE), `${JSON.stringify(manifest)}\n`, { mode: 0o600, flush: true });
}

/** @throws ClusterError when the folder contains no complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, FILE);
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) throw new ClusterError(`${folder} contains no backup: ${FILE} is missing`);
  let manifest: Manifest | null;
  try {
    manifest = JSON.parse(text) as Manifest | null;
  } catch (error) {
    throw new ClusterError(`${file} is damaged: nothing was restored`, { cause: error });
  }
  if (manifest?.version !== 1) throw new ClusterError(`${file} has an unknown version: nothing was restored`);
  const outside = [...manifest.folders, ...Object.keys(manifest.files)].find((name) => !isInside(name));
  if (outside !== undefined)
    throw new ClusterError(`${file} refers to ${outside}, outside the backup: nothing was restored`);
  return manifest;
}

function isInside(name: string): boolean {
  return name !== '' && !path.isAbsolute(name) && !name.split(/[\\/]/).includes('..');
}
