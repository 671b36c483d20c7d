import { renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keepSecret } from '@palisade/config/keep-secret';
import { newSigningKey, readSigningKey, signingKeyPem, type SigningKey } from './signing-key.ts';

/** Readable by this user only. The private key alone: public halves of earlier keys are kept in the database. */
function keyFile(dataDir: string): string {
  return path.join(dataDir, 'report-signing-key.pem');
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
  const file = keyFile(dataDir);
  const fresh = newSigningKey();
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, signingKeyPem(fresh), { mode: 0o600, flush: true });
  renameSync(draft, file);
  return fresh;
}
