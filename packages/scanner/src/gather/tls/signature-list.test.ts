import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { LabTlsHost } from '@palisade/lab/tls/lab-host';
import { CAREFUL } from '@palisade/lab/tls/certificate-hosts';
import { issueOdd } from '@palisade/lab/tls/certificates';
import { pemOf } from '@palisade/lab/tls/pki';
import { serveBytes, serveTls } from '@palisade/lab/tls/tls-host';
import { startTlsLab, type TlsLab } from '@palisade/lab/tls/tls-lab';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseTarget } from '../../parse-target.ts';
import { createEgress } from '../net/create-egress.ts';
import { gatherTls } from '../tls.ts';

const signing = (name: string, key: 'rsa' | 'ec', options: object): LabTlsHost => ({
  name,
  what: name,
  async start(host, pki) {
    const leaf = await issueOdd({ names: [host], issuer: pki.intermediate, key });
    return serveTls({ ...CAREFUL, ...options, key: leaf.key, cert: pemOf(leaf, pki.intermediate) });
  },
  faults: {},
});
const OLD = { ciphers: 'ECDHE+AES:DHE+AES:@SECLEVEL=0', sigalgs: 'RSA+SHA256:RSA-PSS+SHA256:ECDSA+SHA256:RSA+SHA1:ECDSA+SHA1' }; // prettier-ignore
/** Only current suites, in the client's order. */
const SHA1 = { ...OLD, ciphers: 'ECDHE+AESGCM:@SECLEVEL=0', honorCipherOrder: false };

const TLS12 = { maxVersion: 'TLSv1.2', honorCipherOrder: true };

/** Its ServerHello comes before it finds that no key of its fits, as in Java: a short encrypted message, an alert, the end. */
const decidesLate: LabTlsHost = {
  name: 'tls13-late',
  what: 'refuses signatures after its ServerHello',
  async start(host, pki) {
    const behind = await signing('', 'rsa', { minVersion: 'TLSv1.3' }).start(host, pki);
    const takesAll = await signing('', 'ec', { minVersion: 'TLSv1.3' }).start(host, pki);
    const front = await serveBytes((client) => {
      client.once('data', (hello: Buffer) => {
        const isForOthers = hello.includes(Buffer.from([0, 50])) && !hello.includes(Buffer.from([0, 13, 0, 24, 0, 22, 8, 4])); // prettier-ignore
        const { port, address } = isForOthers ? takesAll : behind;
        const server = connect(port, address).on('error', () => client.destroy());
        client.on('close', () => server.destroy());
        server.write(hello);
        if (!isForOthers) return void client.pipe(server).pipe(client);
        server.once('data', (flight: Buffer) => {
          const records = recordsOf(flight).slice(0, 3);
          client.end(Buffer.concat([...records, Buffer.from([23, 3, 3, 0, 19]), randomBytes(19)]));
        });
      });
    });
    const closeAll = async () => void (await Promise.all([front, behind, takesAll].map((one) => one.close())));
    return { ...front, close: closeAll };
  },
  faults: {},
};

/** Sends its ServerHello and an alert: no handshake is completed, whatever is offered. */
const endsEarly: LabTlsHost = {
  name: 'tls13-early',
  what: 'ends after its ServerHello',
  async start(host, pki) {
    const behind = await signing('', 'ec', { minVersion: 'TLSv1.3' }).start(host, pki);
    const front = await serveBytes((client) => {
      const server = connect(behind.port, behind.address).on('error', () => client.destroy());
      client.pipe(server).once('data', (flight: Buffer) => {
        client.end(Buffer.concat([...recordsOf(flight).slice(0, 1), Buffer.from([21, 3, 3, 0, 2, 2, 40])]));
        server.destroy();
      });
    });
    return { ...front, close: async () => void (await Promise.all([front.close(), behind.close()])) };
  },
  faults: {},
};

function recordsOf(bytes: Buffer): Buffer[] {
  const records: Buffer[] = [];
  for (let at = 0; at + 5 <= bytes.length; at += 5 + bytes.readUInt16BE(at + 3))
    records.push(bytes.subarray(at, at + 5 + bytes.readUInt16BE(at + 3)));
  return records;
}

let lab: TlsLab;
beforeAll(async () => {
  lab = await startTlsLab([
    signing('current-rsa', 'rsa', {}),
    signing('current-ec', 'ec', {}),
    signing('usual-rsa', 'rsa', { ciphers: 'ECDHE+AES:@SECLEVEL=0' }),
    signing('usual-ec', 'ec', { ciphers: 'ECDHE+AES:@SECLEVEL=0' }),
    signing('old-rsa', 'rsa', OLD),
    signing('old-ec', 'ec', OLD),
    signing('sha1-rsa', 'rsa', SHA1),
    signing('sha1-ec', 'ec', SHA1),
    signing('sha1-own-order', 'rsa', { ...SHA1, honorCipherOrder: true }),
    signing('tls12', 'ec', { maxVersion: 'TLSv1.2' }),
    signing('sha512-ec', 'ec', { ...TLS12, sigalgs: 'ECDSA+SHA512' }),
    signing('sha512-first', 'ec', { ...TLS12, sigalgs: 'ECDSA+SHA512:ECDSA+SHA256' }),
    signing('sha224-rsa', 'rsa', { ...TLS12, sigalgs: 'RSA+SHA224' }),
    dual('sha512-behind-rsa', { ...TLS12, sigalgs: 'RSA+SHA256:ECDSA+SHA512', ciphers: 'ECDHE-RSA-AES128-GCM-SHA256:ECDHE+AESGCM:ECDHE+AES:@SECLEVEL=0' }), // prettier-ignore
    signing('static', 'rsa', { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256:AES128-SHA:@SECLEVEL=0' }),
    signing('tls13-rsa', 'rsa', { minVersion: 'TLSv1.3' }),
    signing('tls13-ec', 'ec', { minVersion: 'TLSv1.3' }),
    // Not offered by Node's own client, nor by the signature probes.
    signing('tls13-mlkem1024', 'ec', { minVersion: 'TLSv1.3', ecdhCurve: 'SecP384r1MLKEM1024' }),
    signing('tls13-mlkem768', 'ec', { minVersion: 'TLSv1.3', ecdhCurve: 'X25519MLKEM768' }),
    dual('two-keys', OLD),
    dual('two-keys-sound', { ...TLS12, ciphers: 'ECDHE+AESGCM:ECDHE+AES:@SECLEVEL=0' }),
    dual('two-keys-rsa-first', { ...TLS12, ciphers: 'ECDHE-RSA-AES128-GCM-SHA256:ECDHE+AESGCM:ECDHE+AES:@SECLEVEL=0' }),
    dual('tls13-two', { minVersion: 'TLSv1.3' }),
    decidesLate,
    endsEarly,
  ]);
});
afterAll(() => lab.close());

const dual = (name: string, options: object): LabTlsHost => ({
  name,
  what: 'ECDSA and RSA',
  async start(host, pki) {
    const leaves = [
      await issueOdd({ names: [host], issuer: pki.intermediate, key: 'ec' }),
      await issueOdd({ names: [host], issuer: pki.intermediate, key: 'rsa' }),
    ];
    const pems = leaves.map((leaf) => pemOf(leaf, pki.intermediate));
    return serveTls({ ...CAREFUL, ...options, key: leaves.map(({ key }) => key), cert: pems });
  },
  faults: {},
});

it.each([
  // Only the newest: not worth a connection.
  ['current-rsa', { ecdsa: null, rsa: true, eddsa: null, sha1: null }],
  ['current-ec', { ecdsa: true, rsa: null, eddsa: null, sha1: null }],
  // The acceptance of SHA-1 is found by a probe that is sent anyway.
  ['sha1-rsa', { ecdsa: null, rsa: true, eddsa: null, sha1: true }],
  ['sha1-ec', { ecdsa: true, rsa: null, eddsa: null, sha1: true }],
  ['sha1-own-order', { ecdsa: null, rsa: true, eddsa: null, sha1: null }],
  ['usual-rsa', { ecdsa: false, rsa: true, eddsa: false, sha1: false }],
  ['usual-ec', { ecdsa: true, rsa: false, eddsa: false, sha1: false }],
  ['old-rsa', { ecdsa: false, rsa: true, eddsa: false, sha1: true }],
  ['old-ec', { ecdsa: true, rsa: false, eddsa: false, sha1: true }],
  ['tls12', { ecdsa: true, rsa: false, eddsa: false, sha1: false }],
  // Chromium 156 and Safari do not take the first.
  ['sha512-ec', { ecdsa_sha512: true, ecdsa: false, rsa: false, eddsa: false, sha1: false }],
  ['sha512-first', { ecdsa_sha512: true, ecdsa: true, rsa: false, eddsa: false, sha1: false }],
  ['sha224-rsa', { sha224: true, ecdsa: false, rsa: false, eddsa: false, sha1: false }],
  ['sha512-behind-rsa', { rsa: true, ecdsa_sha512: true, ecdsa: false, eddsa: false, sha1: false }],
  // Nothing is signed with static RSA.
  ['static', { ecdsa: null, rsa: null, eddsa: null, sha1: null }],
  ['tls13-rsa', { ecdsa: false, rsa: true, eddsa: false }],
  ['tls13-ec', { ecdsa: true, rsa: false, eddsa: false }],
  // Refused for the group; nothing is known of the signature.
  ['tls13-mlkem1024', { ecdsa: null, rsa: null, eddsa: null }],
  ['tls13-mlkem768', { ecdsa: true, rsa: null, eddsa: null }],
  // It would be no to all three, although it has a key for one.
  ['tls13-early', { ecdsa: null, rsa: null, eddsa: null }],
  ['tls13-late', { ecdsa: false, rsa: true, eddsa: false }],
  ['tls13-two', { ecdsa: true, rsa: true, eddsa: false }],
  // With SHA-1 for both types of key in the hello, OpenSSL takes the suite it prefers and finds no signature for it.
  ['two-keys-sound', { ecdsa: true, rsa: true, eddsa: false, sha1: false }],
  ['two-keys-rsa-first', { ecdsa: true, rsa: true, eddsa: false, sha1: false }],
  ['two-keys', { ecdsa: true, rsa: true, eddsa: false, sha1: true }],
])('%s: kinds of signatures taken', async (name, expected) => {
  const egress = createEgress(lab.policy);
  const target = parseTarget(lab.hosts.get(name)?.url ?? '', lab.policy);
  const tls = await gatherTls({ target, egress, signal: AbortSignal.timeout(15_000) });
  egress.close();
  const list = tls.ok ? tls.value.signature_list : [];
  expect(Object.fromEntries(list.map(({ kind, offered }) => [kind, offered]))).toEqual(expected);
  expect(tls.ok && tls.value.connections.opened).toBeLessThanOrEqual(30);
});
