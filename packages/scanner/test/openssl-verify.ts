import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The result of `openssl verify` for each leaf, with these intermediates and this root. Null, with a message, if the
 * command is not installed. Uses security level 0 like the scanner: weak keys and hashes are judged separately.
 */
export async function openSslAccepts(
  root: string,
  authorities: readonly string[],
  leaves: readonly string[],
  flags: readonly string[] = [],
): Promise<boolean[] | null> {
  const folder = await mkdtemp(join(tmpdir(), 'verify-'));
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  try {
    const options = [
      '-CAfile',
      await file('root.pem', root),
      '-untrusted',
      await file('sent.pem', authorities.join('')),
    ];
    const names = await Promise.all(leaves.map((leaf, at) => file(`leaf-${at}.pem`, leaf)));
    const said = await run([
      'verify',
      '-no-CApath',
      '-no-CAstore',
      '-purpose',
      'sslserver',
      '-auth_level',
      '0',
      ...flags,
      ...options,
      ...names,
    ]);
    return said === null ? null : names.map((name) => said.includes(`${name}: OK\n`));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The result of `openssl ocsp` for a response about this leaf. Null as above. */
export async function openSslOcsp(
  response: Uint8Array,
  leaf: string,
  issuer: string,
): Promise<{ verified: boolean; status: string } | null> {
  const folder = await mkdtemp(join(tmpdir(), 'ocsp-'));
  const files = { response: join(folder, 'response.der'), leaf: join(folder, 'leaf'), issuer: join(folder, 'issuer') };
  try {
    await writeFile(files.response, response);
    await Promise.all([writeFile(files.leaf, leaf), writeFile(files.issuer, issuer)]);
    const about = ['-issuer', files.issuer, '-cert', files.leaf, '-CAfile', files.issuer];
    const said = await run(['ocsp', '-respin', files.response, '-no_nonce', ...about, '-no-CApath', '-no-CAstore']);
    if (said === null) return null;
    const status = /(?:^|: )(?<status>good|revoked|unknown)$/mu.exec(said)?.groups?.['status'] ?? 'none';
    return { verified: said.includes('Response verify OK'), status };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function run(args: readonly string[]): Promise<string | null> {
  return new Promise((resolve, reject) => {
    execFile('openssl', args, (error, stdout, stderr) => {
      if (error?.code !== 'ENOENT') return resolve(`${stdout}${stderr}`);
      const line = 'not compared with OpenSSL: the command openssl is missing (Debian package openssl)';
      if (process.env['CI']) return reject(new Error(line));
      console.warn(line);
      resolve(null);
    });
  });
}
