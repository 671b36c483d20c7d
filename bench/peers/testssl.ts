import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { said, type Facts } from './facts.ts';

interface Asked {
  name: string;
  host: string;
  address: string;
  port: number;
  /** As in testssl-batch.sh. */
  sections: string;
}

interface Finding {
  id: string;
  severity: string;
  finding: string;
}

/** testssl.sh on all of these, one after the other: half a minute of processor time each, so hand over as they are finished. */
export async function testssl(
  hosts: readonly Asked[],
  rootPem: string,
  finished: (name: string, facts: Facts | null, seconds: number) => void,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'palisade-testssl-'));
  const root = path.join(folder, 'root.pem');
  await writeFile(root, rootPem);
  const batch = path.join(import.meta.dirname, 'testssl-batch.sh');
  const child = spawn('nice', ['-n', '15', 'bash', batch, root, folder], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.end(
    hosts.map(({ name, host, address, port, sections }) => `${name} ${host} ${address} ${port} ${sections}\n`).join(''),
  );
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const [name = '', seconds = ''] = line.split(' ');
      finished(name, await factsIn(path.join(folder, `${name}.json`)), Number(seconds));
    }
  } finally {
    child.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

async function factsIn(file: string): Promise<Facts | null> {
  try {
    return read(findingsOf(await readFile(file, 'utf8')));
  } catch {
    return null;
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
  const wereAsked = (id: string): boolean => text(id) !== undefined;
  const categories = {
    'NULL, anonymous or EXPORT': offered('cipherlist_NULL', 'cipherlist_aNULL', 'cipherlist_EXPORT'),
    'RC4 or DES': offered('cipherlist_LOW'),
    '3DES': offered('cipherlist_3DES_IDEA'),
    'forward secrecy': offered('FS', 'PFS'),
  } as const;
  const versions = {
    SSLv2: offered('SSLv2'),
    SSLv3: offered('SSLv3'),
    'TLS 1.0': offered('TLS1'),
    'TLS 1.1': offered('TLS1_1'),
    'TLS 1.2': offered('TLS1_2'),
    'TLS 1.3': offered('TLS1_3'),
  } as const;
  return {
    ...(wereAsked('cipherlist_NULL') ? categories : {}),
    ...(wereAsked('TLS1_2') ? versions : {}),
    ...(dates === undefined ? {} : { 'in date': said(!/expired|not yet/i.test(dates)) }),
    ...(trust === undefined ? {} : { trusted: said(/passed/i.test(trust)) }),
    ...(name === undefined ? {} : { name: said(/^ok/i.test(name)) }),
  };
}
