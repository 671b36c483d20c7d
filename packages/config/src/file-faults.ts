import { readFileSync } from 'node:fs';
import { ed25519KeyFrom } from './signing-key-text.ts';

/** Settings that each service would end itself over at every start, long after the others were checked. */
export function fileFaults(given: Readonly<Record<string, string | undefined>>): string[] {
  const { SCAN_EXTRA_CA_FILE: roots, REPORT_SIGNING_KEY: key } = given;
  const faults: string[] = [];
  if (roots !== undefined) faults.push(...rootsFault(roots));
  if (key !== undefined && !isSigningKey(key)) {
    faults.push('REPORT_SIGNING_KEY must be an Ed25519 key in PEM, as "openssl genpkey -algorithm ed25519" prints it');
  }
  return faults;
}

function rootsFault(file: string): string[] {
  try {
    if (readFileSync(file, 'utf8').includes('-----BEGIN CERTIFICATE-----')) return [];
    return [`SCAN_EXTRA_CA_FILE ${file} contains no PEM certificate`];
  } catch (error) {
    return [`SCAN_EXTRA_CA_FILE ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`];
  }
}

function isSigningKey(text: string): boolean {
  try {
    ed25519KeyFrom(text);
    return true;
  } catch {
    return false;
  }
}
