import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keepSecret } from '@palisade/config/keep-secret';
import { newSigningKey, readSigningKey, signingKeyPem, type PublicJwk, type SigningKey } from './signing-key.ts';

/** Readable by this user only. The private key alone. */
function keyFile(dataDir: string): string {
  return path.join(dataDir, 'report-signing-key.pem');
}

/** Public halves of the keys before it, the newest first. The database keeps them too; this is for those without one. */
function earlierKeysFile(dataDir: string): string {
  return path.join(dataDir, 'report-signing-keys-before.json');
}

/** What was signed in this folder can be verified with these, without a database or a network. Empty where nothing was. */
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

/** The key that signs reports at this moment: a rotation is noticed without a restart. */
export type CurrentKey = () => SigningKey;

/** The one given, else the one under DATA_DIR, made the first time it is asked for. @throws Error at once when it is none */
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
    // Gone with its folder, say: what was read still signs.
    if (writtenAt !== undefined && writtenAt !== current.writtenAt) current = { key: read(), writtenAt };
    return current.key;
  };
}

/** A fresh key in the place of the old one, whole or not at all. Reports signed by the old one stay verifiable. */
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
