import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keepSecret } from '@palisade/config/keep-secret';
import { newSigningKey, readSigningKey, signingKeyPem, type PublicJwk, type SigningKey } from './signing-key.ts';

/** Readable by this user only. Contains only the private key. */
function keyFile(dataDir: string): string {
  return path.join(dataDir, 'report-signing-key.pem');
}

/** Public halves of the previous keys, newest first. The database stores them too; this file is for installations without one. */
function earlierKeysFile(dataDir: string): string {
  return path.join(dataDir, 'report-signing-keys-before.json');
}

/** The keys that verify what was signed in this folder, without a database or a network. Empty if nothing was signed. */
export function publicKeysIn(dataDir: string): PublicJwk[] {
  const pem = readIfThere(keyFile(dataDir));
  const earlier = readIfThere(earlierKeysFile(dataDir));
  return [
    ...(pem === null ? [] : [readSigningKey(pem).jwk]),
    ...(earlier === null ? [] : (JSON.parse(earlier) as { keys: PublicJwk[] }).keys),
  ];
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** The current signing key: a rotation takes effect without a restart. */
export type CurrentKey = () => SigningKey;

/** The configured key, else the one under DATA_DIR, created on first use. @throws Error immediately when it is invalid */
export function currentSigningKey(config: { dataDir: string; given: string | undefined }): CurrentKey {
  if (config.given !== undefined) {
    const given = readSigningKey(config.given);
    return () => given;
  }
  const file = keyFile(config.dataDir);
  const read = () => readSigningKey(keepSecret(file, () => signingKeyPem(newSigningKey())));
  let current = { key: read(), writtenAt: statSync(file).mtimeMs };
  return () => {
    const writtenAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    // If the folder has been removed, the key already read keeps signing.
    if (writtenAt !== undefined && writtenAt !== current.writtenAt) current = { key: read(), writtenAt };
    return current.key;
  };
}

/** Replaces the old key with a new one, completely or not at all. Reports signed with the old one stay verifiable. */
export function rotateSigningKey(dataDir: string): SigningKey {
  const fresh = newSigningKey();
  writeWhole(earlierKeysFile(dataDir), `${JSON.stringify({ keys: publicKeysIn(dataDir) }, null, 2)}\n`);
  writeWhole(keyFile(dataDir), signingKeyPem(fresh));
  return fresh;
}

function writeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  renameSync(draft, file);
}
