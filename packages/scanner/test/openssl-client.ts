import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';

/** What `openssl s_client` saw of a server. */
export interface OpenSslSaw {
  /** SHA-256 of each certificate sent, leaf first. */
  chain: string[];
  /** That of the ordinary handshake. */
  version: string | null;
  alpn: string | null;
  stapled: boolean;
  /** Number and words of the verification. */
  verified: string | null;
}

export const ASKED_VERSIONS = ['TLS 1.3', 'TLS 1.2', 'TLS 1.1', 'TLS 1.0'] as const;
export type AskedVersion = (typeof ASKED_VERSIONS)[number];

const FLAG: Record<AskedVersion, string> = {
  'TLS 1.3': '-tls1_3',
  'TLS 1.2': '-tls1_2',
  'TLS 1.1': '-tls1_1',
  'TLS 1.0': '-tls1',
};

const AGREED = /^New, .+, Cipher is (?!\(NONE\))/mu;

interface Server {
  host: string;
  address: string;
  port: number;
}

/** An ordinary handshake, trusting the roots of this file alone; null where the command is not on the machine. */
export async function openSslSees(server: Server, roots: string): Promise<OpenSslSaw | null> {
  const verify = ['-CAfile', roots, '-purpose', 'sslserver', '-auth_level', '0'];
  const said = await client(server, [...verify, '-showcerts', '-status', '-alpn', 'h2,http/1.1']);
  if (said === null) return null;
  // What a staple brings along stands before it.
  const listed = said.slice(Math.max(said.indexOf('\nCertificate chain\n'), 0));
  const sent = listed.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu) ?? [];
  // The version in the line with the suite is the suite's, except that of TLS 1.3.
  const spoken = /^ +Protocol +: TLSv(?<number>[\d.]+)$/mu.exec(said)?.groups?.['number'] ?? '1.3';
  return {
    chain: sent.map((pem) => new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()),
    version: AGREED.test(said) ? `TLS ${spoken === '1' ? '1.0' : spoken}` : null,
    alpn: /^ALPN protocol: (?<name>.+)$/mu.exec(said)?.groups?.['name'] ?? null,
    stapled: said.includes('OCSP Response Data:') || /^OCSP response: (?!no response)./mu.test(said),
    verified: /^ *Verify return code: (?<code>.+)$/mu.exec(said)?.groups?.['code'] ?? null,
  };
}

/** Whether it shakes hands with this version and no other; a client certificate that is asked for comes after that. */
export async function openSslSpeaks(server: Server, version: AskedVersion): Promise<boolean | null> {
  const said = await client(server, [FLAG[version]]);
  return said === null ? null : AGREED.test(said);
}

function client({ host, address, port }: Server, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve, reject) => {
    // The roots of the system take it 25 ms to read.
    const roots = ['-no-CApath', '-no-CAstore', ...(args.includes('-CAfile') ? [] : ['-no-CAfile'])];
    const to = ['-connect', `${address}:${port}`, '-servername', host, '-cipher', 'ALL:@SECLEVEL=0'];
    const child = spawn('openssl', ['s_client', ...to, ...roots, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
    const timer = setTimeout(() => child.kill(), 5000);
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      if (error.code !== 'ENOENT' || process.env['CI']) reject(error);
      else resolve(null);
    });
    child.on('close', () => {
      clearTimeout(timer);
      resolve(said);
    });
  });
}
