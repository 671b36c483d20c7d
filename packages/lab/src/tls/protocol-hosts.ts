import type { TlsOptions } from 'node:tls';
import { CAREFUL } from './certificate-hosts.ts';
import { issueOdd, type OddRequest } from './certificates.ts';
import type { LabTlsHost } from './lab-host.ts';
import { pemOf } from './pki.ts';
import { serveTls } from './tls-host.ts';

function host(
  name: string,
  what: string,
  tls: TlsOptions,
  faults: LabTlsHost['faults'] = {},
  request: OddRequest = { key: 'rsa' },
): LabTlsHost {
  return {
    name,
    what,
    async start(hostName, pki) {
      const leaf = await issueOdd({ names: [hostName], issuer: pki.intermediate, ...request });
      return serveTls({ ...CAREFUL, key: leaf.key, cert: pemOf(leaf, pki.intermediate), ...tls });
    },
    faults,
  };
}

const AT_LEVEL_0 = (ciphers: string): string => `${ciphers}:@SECLEVEL=0`;
const OLD = 'ECDHE-RSA-AES128-SHA:AES128-SHA';

export const PROTOCOL_HOSTS: readonly LabTlsHost[] = [
  host('tls13only', 'TLS 1.3 alone', { minVersion: 'TLSv1.3' }),
  host('tls12only', 'TLS 1.2 alone', { maxVersion: 'TLSv1.2' }, { 'tls/modern-versions': 'no_tls13' }),
  host(
    'tls11only',
    'TLS 1.1 alone',
    { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: AT_LEVEL_0(OLD) },
    {
      'tls/modern-versions': 'none',
      'tls/legacy-versions': 'tls11',
      'tls/aead': 'none',
      'tls/forward-secrecy': 'optional',
    },
  ),
  host(
    'tls10only',
    'TLS 1.0 alone',
    { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: AT_LEVEL_0('ECDHE-RSA-AES128-SHA') },
    { 'tls/modern-versions': 'none', 'tls/legacy-versions': 'tls10', 'tls/aead': 'none' },
  ),
  host(
    'tlsall',
    'TLS 1.0 to 1.3',
    { minVersion: 'TLSv1', ciphers: AT_LEVEL_0(`ECDHE+AESGCM:${OLD}`) },
    { 'tls/legacy-versions': 'tls10', 'tls/forward-secrecy': 'optional' },
  ),
  host(
    'tls11and12',
    'TLS 1.1 and 1.2',
    { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.2', ciphers: AT_LEVEL_0('ECDHE+AESGCM:ECDHE-RSA-AES128-SHA') },
    { 'tls/legacy-versions': 'tls11', 'tls/modern-versions': 'no_tls13' },
  ),
  host(
    'cbc12',
    'TLS 1.2 with CBC alone',
    { maxVersion: 'TLSv1.2', ciphers: AT_LEVEL_0('ECDHE-RSA-AES256-SHA384') },
    { 'tls/aead': 'none', 'tls/modern-versions': 'no_tls13' },
  ),
  host(
    'nofs',
    'static RSA alone',
    { maxVersion: 'TLSv1.2', ciphers: AT_LEVEL_0('AES128-GCM-SHA256') },
    { 'tls/forward-secrecy': 'never', 'tls/modern-versions': 'no_tls13', 'tls/cipher-preference': 'http2_refused' },
  ),
  host(
    'oldrsa',
    'TLS 1.0 to 1.2, static RSA with CBC alone',
    { minVersion: 'TLSv1', maxVersion: 'TLSv1.2', ciphers: AT_LEVEL_0('AES128-SHA'), ALPNProtocols: ['http/1.1'] },
    {
      'tls/aead': 'none',
      'tls/forward-secrecy': 'never',
      'tls/legacy-versions': 'tls10',
      'tls/modern-versions': 'no_tls13',
    },
  ),
  host(
    'nullcipher',
    'no encryption',
    { maxVersion: 'TLSv1.2', ciphers: AT_LEVEL_0('NULL-SHA256:ECDHE+AESGCM') },
    { 'tls/broken-ciphers': 'accepted', 'tls/modern-versions': 'no_tls13' },
  ),
  host(
    'anon',
    'no authentication',
    { maxVersion: 'TLSv1.2', ciphers: AT_LEVEL_0('ECDHE+AESGCM:AECDH-AES128-SHA') },
    { 'tls/broken-ciphers': 'accepted', 'tls/modern-versions': 'no_tls13' },
  ),
  host('clientorder', 'clients choose', { honorCipherOrder: false }),
  host(
    'badorder',
    'insists on static RSA first',
    {
      maxVersion: 'TLSv1.2',
      honorCipherOrder: true,
      ciphers: AT_LEVEL_0('AES128-SHA:ECDHE-RSA-AES128-GCM-SHA256'),
      // With HTTP/2, browsers would refuse it.
      ALPNProtocols: ['http/1.1'],
    },
    {
      'tls/cipher-preference': 'weak_first',
      'tls/forward-secrecy': 'unused',
      'tls/modern-versions': 'no_tls13',
    },
  ),
  host('pqonly', 'X25519MLKEM768 alone', { minVersion: 'TLSv1.3', ecdhCurve: 'X25519MLKEM768' }),
  host('nopq', 'X25519 and P-256', { ecdhCurve: 'X25519:P-256' }),
  host('p384group', 'one curve', { ecdhCurve: 'P-384' }),
  host('noalpn', 'no ALPN', { ALPNProtocols: [] }),
  host('mtls13', 'requests a client certificate, TLS 1.3', { requestCert: true, rejectUnauthorized: true }),
  host(
    'mtls12',
    'requests a client certificate, TLS 1.2',
    { requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' },
    { 'tls/modern-versions': 'no_tls13' },
  ),
];

/** Two certificates: browsers see only the first. */
function dual(name: string, what: string, second: OddRequest, faults: LabTlsHost['faults']): LabTlsHost {
  return {
    name,
    what,
    async start(hostName, pki) {
      const leaf = await issueOdd({ names: [hostName], issuer: pki.intermediate });
      const rsa = await issueOdd({ names: [hostName], issuer: pki.intermediate, key: 'rsa', ...second });
      return serveTls({
        ...CAREFUL,
        key: [leaf.key, rsa.key],
        cert: [pemOf(leaf, pki.intermediate), pemOf(rsa, pki.intermediate)],
      });
    },
    faults,
  };
}

export const DUAL_HOSTS: readonly LabTlsHost[] = [
  dual('dualcert', 'the RSA certificate has expired', { from: -90, to: -1 }, { 'tls/second-certificate': 'refused' }),
  dual(
    'dualother',
    'the RSA certificate is for another host',
    { names: ['other.test'] },
    { 'tls/second-certificate': 'refused' },
  ),
  dual('dualgood', 'both are sound', {}, {}),
];
