import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';

/** What `openssl s_client` reports about a server. */
export interface OpenSslSaw {
  /** SHA-256 of each certificate sent, leaf first. */
  chain: string[];
  /** The version of the ordinary handshake. */
  version: string | null;
  alpn: string | null;
  stapled: boolean;
  /** Number and text of the verification result. */
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

/** An ordinary handshake that trusts only the roots in this file. Null if the command is not installed. */
export async function openSslSees(server: Server, roots: string): Promise<OpenSslSaw | null> {
  const verify = ['-CAfile', roots, '-purpose', 'sslserver', '-auth_level', '0'];
  const said = await client(server, [...verify, '-showcerts', '-status', '-alpn', 'h2,http/1.1']);
  if (said === null) return null;
  // Certificates in a staple are printed before it.
  const listed = said.slice(Math.max(said.indexOf('\nCertificate chain\n'), 0));
  const sent = listed.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu) ?? [];
  // The line with the suite contains the suite's version, except for TLS 1.3.
  const spoken = /^ +Protocol +: TLSv(?<number>[\d.]+)$/mu.exec(said)?.groups?.['number'] ?? '1.3';
  return {
    chain: sent.map((pem) => new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()),
    version: AGREED.test(said) ? `TLS ${spoken === '1' ? '1.0' : spoken}` : null,
    alpn: /^ALPN protocol: (?<name>.+)$/mu.exec(said)?.groups?.['name'] ?? null,
    stapled: said.includes('OCSP Response Data:') || /^OCSP response: (?!no response)./mu.test(said),
    verified: /^ *Verify return code: (?<code>.+)$/mu.exec(said)?.groups?.['code'] ?? null,
  };
}

/** Whether a handshake with only this version succeeds. A client certificate is requested after that. */
export async function openSslSpeaks(server: Server, version: AskedVersion): Promise<boolean | null> {
  const said = await client(server, [FLAG[version]]);
  return said === null ? null : AGREED.test(said);
}

function client({ host, address, port }: Server, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve, reject) => {
    // Loading the system's roots takes 25 ms.
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
