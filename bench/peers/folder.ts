import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a peer is stored: in this clone, readable only by this user. A program in the shared temporary folder could be another user's. */
export function peerFolder(name: string): string {
  const folder = fileURLToPath(new URL(`../../.cache/peers/${name}`, import.meta.url));
  mkdirSync(folder, { recursive: true });
  chmodSync(path.dirname(folder), 0o700);
  return folder;
}
