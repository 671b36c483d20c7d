import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startDnsServer, type LabDnsServer } from '@palisade/lab/dns-server';
import {
  authorityExtensions,
  distinguishedName,
  EXTENSION,
  issueRaw,
  keyPem,
  leafExtensions,
} from '@palisade/lab/tls/raw-certificate';
import { serveTls, type TlsHost } from '@palisade/lab/tls/tls-host';
import { afterAll, beforeAll, expect, it } from 'vitest';

const CHILD = fileURLToPath(new URL('../../../test/handshake-child.ts', import.meta.url));
const ec = (namedCurve: string, paramEncoding: 'named' | 'explicit' = 'named') =>
  generateKeyPairSync('ec', { namedCurve, paramEncoding });

const root = issueRaw({
  subject: distinguishedName({ CN: 'Root' }),
  keys: ec('P-256'),
  extensions: authorityExtensions(),
});
const authority = issueRaw({
  subject: distinguishedName({ CN: 'Authority' }),
  keys: ec('P-256'),
  issuer: root,
  extensions: authorityExtensions(0),
});
const leaf = issueRaw({
  subject: distinguishedName({ CN: 'site.test' }),
  keys: ec('P-256'),
  issuer: authority,
  extensions: leafExtensions('site.test'),
});

const hosts: TlsHost[] = [];
let dns: LabDnsServer | undefined;
beforeAll(async () => {
  dns = await startDnsServer({ records: ['site.test A 127.77.9.9'] });
});
afterAll(async () => {
  await Promise.all([...hosts.map((host) => host.close()), dns?.close()]);
});

/**
 * Node's legacy certificate object, built after every handshake whose chain verifies, crashes the process with SIGSEGV
 * when any certificate has an EC key on a prime curve without a NIST name.
 */
it('no curve in an extra certificate of a valid chain crashes the process', async () => {
  const named = ['brainpoolP256r1', 'brainpoolP384r1', 'secp256k1', 'prime239v1', 'secp224r1', 'SM2', 'secp160r1'];
  const explicit = ['brainpoolP256r1', 'P-256', 'sect233k1'].map((curve) => ec(curve, 'explicit'));
  const curves = [...named.map((curve) => ec(curve)), ...explicit];
  for (const keys of curves) {
    const fake = issueRaw({
      subject: authority.subject,
      keys,
      issuer: root,
      // OpenSSL uses the first issuer in date, so the path uses the real one.
      from: -90,
      to: -10,
      extensions: [...authorityExtensions(0), EXTENSION.subjectKeyId(authority.keyId)],
    });
    const cert = leaf.pem + fake.pem + authority.pem;
    hosts.push(await serveTls({ key: keyPem(leaf.keys), cert, address: '127.77.9.9' }));
  }
  const urls = hosts.map(({ port }) => `https://site.test:${port}/`);
  const policy = {
    allowCidrs: ['127.77.0.0/16'],
    allowPorts: hosts.map(({ port }) => port),
    dnsServers: [dns?.server],
    extraCa: root.pem,
    userAgent: 'Palisade-Lab',
  };
  const { stdout } = await promisify(execFile)(process.execPath, [CHILD, JSON.stringify({ policy, urls })]);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(lines.length).toBe(curves.length);
  for (const line of lines) {
    expect(line).toMatchObject({ tls: { ok: true, value: { chain: { trust: { state: 'trusted' } } } }, page: 200 });
  }
});
