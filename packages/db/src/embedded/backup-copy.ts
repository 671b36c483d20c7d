import { createHash } from 'node:crypto';
import { mkdir, open, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Checksum of one file, to detect a damaged copy. */
export interface FileSum {
  bytes: number;
  sha256: string;
}

/** Relative paths, with forward slashes. */
export interface CopiedTree {
  folders: string[];
  files: Record<string, FileSum>;
}

const CHUNK_BYTES = 1_048_576;

/** Copies a file in one pass. @returns null when it does not exist (any more) */
export async function copySummed(source: string, target: string): Promise<FileSum | null> {
  const from = await open(source, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!from) return null;
  try {
    const to = await open(target, 'w', 0o600);
    try {
      const hash = createHash('sha256');
      const chunk = Buffer.alloc(CHUNK_BYTES);
      let bytes = 0;
      for (;;) {
        const { bytesRead } = await from.read(chunk, 0, CHUNK_BYTES);
        if (bytesRead === 0) break;
        const read = chunk.subarray(0, bytesRead);
        hash.update(read);
        await to.writeFile(read);
        bytes += bytesRead;
      }
      return { bytes, sha256: hash.digest('hex') };
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

/** A live server removes files while they are copied; removed files are not needed. */
export async function copyLiveTree(
  from: string,
  to: string,
  copied: CopiedTree,
  within: string,
  leaveOut: ReadonlySet<string> = new Set(),
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  copied.folders.push(within);
  const entries = await readdir(from, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries) {
    if (leaveOut.has(entry.name)) continue;
    const [source, target, relative] = [
      path.join(from, entry.name),
      path.join(to, entry.name),
      `${within}/${entry.name}`,
    ];
    if (entry.isDirectory()) {
      await copyLiveTree(source, target, copied, relative);
    } else if (entry.isFile()) {
      const sum = await copySummed(source, target);
      if (sum) copied.files[relative] = sum;
    }
  }
}
