import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keepSecret } from '@palisade/config/keep-secret';
import { newSigningKey, readSigningKey, signingKeyPem, type SigningKey } from './signing-key.ts';

/** Readable by this user only. The private key alone: public halves of earlier keys are kept in the database. */
function keyFile(dataDir: string): string {
  return path.join(dataDir, 'report-signing-key.pem');
}

/** The key that signs reports: the one given, else the one under DATA_DIR, made the first time it is asked for. */
export function keepSigningKey(config: { dataDir: string; given: string | undefined }): SigningKey {
  if (config.given !== undefined) return readSigningKey(config.given);
  return readSigningKey(keepSecret(keyFile(config.dataDir), () => signingKeyPem(newSigningKey())));
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
