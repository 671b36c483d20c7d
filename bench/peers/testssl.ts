import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { said, type Facts } from './facts.ts';

const run = promisify(execFile);
const MAX_MS = 300_000;
/** Protocols and the server's certificate; add -s (cipher categories) and -f (forward secrecy) with `TESTSSL_SECTIONS`. */
const sections = (process.env['TESTSSL_SECTIONS'] ?? '-p -S').split(' ');

interface Finding {
  id: string;
  severity: string;
  finding: string;
}

/** testssl.sh: protocols, cipher categories, forward secrecy and certificate; at least half a minute per host. */
export async function testssl(host: string, address: string, port: number, rootPem: string): Promise<Facts | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'palisade-testssl-'));
  const json = path.join(folder, 'out.json');
  await writeFile(path.join(folder, 'root.pem'), rootPem);
  const options = ['--quiet', '--color', '0', '--warnings', 'off', '--nodns', 'none', '--ip', address];
  const asked = ['--add-ca', path.join(folder, 'root.pem'), '--jsonfile', json, ...sections];
  try {
    await run('nice', ['-n', '15', 'testssl', ...options, ...asked, `${host}:${port}`], { timeout: MAX_MS }).catch(
      () => undefined, // Its exit code counts problems.
    );
    return read(findingsOf(await readFile(json, 'utf8')));
  } catch {
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** If it was interrupted, its output has the findings so far, without the closing bracket. */
function findingsOf(text: string): Finding[] {
  const whole = text.trimEnd().endsWith(']') ? text : `${text.slice(0, text.lastIndexOf('}') + 1)}]`;
  return JSON.parse(whole) as Finding[];
}

function read(findings: Finding[]): Facts {
  const text = (id: string): string | undefined => findings.find((one) => one.id === id)?.finding;
  const offered = (...ids: string[]): 'yes' | 'no' | 'unknown' => {
    const words = ids.map(text).filter((word) => word !== undefined);
    if (words.some((word) => /^(is )?offered|^supported|^vulnerable with/i.test(word))) return 'yes';
    return words.length > 0 && words.every((word) => /not offered|not supported|^no ciphers/i.test(word))
      ? 'no'
      : 'unknown';
  };
  const trust = text('cert_chain_of_trust');
  const name = text('cert_trust');
  const dates = text('cert_expirationStatus');
  const categories = {
    'NULL, anonymous or EXPORT': offered('cipherlist_NULL', 'cipherlist_aNULL', 'cipherlist_EXPORT'),
    'RC4 or DES': offered('cipherlist_LOW'),
    '3DES': offered('cipherlist_3DES_IDEA'),
    'forward secrecy': offered('FS', 'PFS'),
  } as const;
  return {
    ...(sections.includes('-s') ? categories : {}),
    SSLv2: offered('SSLv2'),
    SSLv3: offered('SSLv3'),
    'TLS 1.0': offered('TLS1'),
    'TLS 1.1': offered('TLS1_1'),
    'TLS 1.2': offered('TLS1_2'),
    'TLS 1.3': offered('TLS1_3'),
    ...(dates === undefined ? {} : { 'in date': said(!/expired|not yet/i.test(dates)) }),
    ...(trust === undefined ? {} : { trusted: said(/passed/i.test(trust)) }),
    ...(name === undefined ? {} : { name: said(/^ok/i.test(name)) }),
  };
}
