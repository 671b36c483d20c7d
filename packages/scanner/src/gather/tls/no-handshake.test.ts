import { generateKeyPairSync } from 'node:crypto';
import { connect } from 'node:net';
import { CAREFUL } from '@palisade/lab/tls/certificate-hosts';
import { issueOdd } from '@palisade/lab/tls/certificates';
import { TLS_HOSTS } from '@palisade/lab/tls/hosts';
import type { LabTlsHost } from '@palisade/lab/tls/lab-host';
import { pemOf } from '@palisade/lab/tls/pki';
import { distinguishedName, issueRaw, keyPem, leafExtensions } from '@palisade/lab/tls/raw-certificate';
import { serveBytes, serveTls } from '@palisade/lab/tls/tls-host';
import { startTlsLab, type TlsLab } from '@palisade/lab/tls/tls-lab';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { alert, offersTls13, serveBySplit } from '../../../test/flaky-front.ts';
import { parseTarget } from '../../parse-target.ts';
import { gather } from '../gather.ts';
import { createEgress } from '../net/create-egress.ts';

const ADDRESS = '127.77.9.43';

/** Requires a client certificate, and is outdated as well. */
const wanting = (name: string, options: object): LabTlsHost => ({
  name,
  what: name,
  async start(host, pki) {
    const leaf = await issueOdd({ names: [host], issuer: pki.intermediate, key: 'rsa' });
    const pem = pemOf(leaf, pki.intermediate);
    return serveTls({ ...CAREFUL, requestCert: true, rejectUnauthorized: true, ...options, key: leaf.key, cert: pem });
  },
  faults: {},
});
/** A curve for other uses, with which OpenSSL signs but which no client offers. */
const foreign: LabTlsHost = {
  name: 'foreignkey',
  what: 'a key on secp256k1',
  async start(host, pki) {
    const curve = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
    const keys = { publicKey: curve.publicKey, privateKey: curve.privateKey };
    const leaf = issueRaw({ subject: distinguishedName({ CN: host }), keys, extensions: leafExtensions(host) });
    return serveTls({ key: keyPem(keys), cert: leaf.pem + pki.intermediate.pem });
  },
  faults: {},
};
const nameless: LabTlsHost = {
  name: 'noname502',
  what: 'knows no such name',
  start: () => serveBytes((socket) => socket.once('data', () => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 112])))),
  faults: {},
};
const otherProtocol: LabTlsHost = {
  name: 'xmpp',
  what: 'serves another protocol',
  async start(host, pki) {
    const leaf = await issueOdd({ names: [host], issuer: pki.intermediate });
    return serveTls({ ...CAREFUL, key: leaf.key, cert: pemOf(leaf, pki.intermediate), ALPNProtocols: ['xmpp-server'] });
  },
  faults: {},
};
const small: LabTlsHost = {
  name: 'ccm8',
  what: 'TLS 1.3 with a suite for small devices',
  async start(host, pki) {
    const leaf = await issueOdd({ names: [host], issuer: pki.intermediate });
    const ciphers = 'TLS_AES_128_CCM_8_SHA256:ECDHE+AESGCM:@SECLEVEL=0';
    return serveTls({ ...CAREFUL, key: leaf.key, cert: pemOf(leaf, pki.intermediate), minVersion: 'TLSv1.3', ciphers });
  },
  faults: {},
};
/** RFC 8446 §4.1.3: its ServerHello of TLS 1.2 says that it has TLS 1.3, which something in front struck out of the hello. */
const downgraded: LabTlsHost = {
  name: 'downgraded',
  what: 'TLS 1.3 behind something that strikes it out',
  async start(host, pki) {
    const leaf = await issueOdd({ names: [host], issuer: pki.intermediate });
    const behind = await serveTls({ ...CAREFUL, key: leaf.key, cert: pemOf(leaf, pki.intermediate) });
    const front = await serveBytes((client) => {
      client.once('data', (hello) => {
        const struck = Buffer.from(hello);
        const at = struck.indexOf(Buffer.from([3, 4, 3, 3]));
        if (at > 0) struck[at + 1] = 3;
        const server = connect(behind.port, behind.address).on('error', () => client.destroy());
        client.on('close', () => server.destroy());
        server.write(struck);
        client.pipe(server).pipe(client);
      });
    });
    return { ...front, close: async () => void (await Promise.all([front.close(), behind.close()])) };
  },
  faults: {},
};
const intolerant: LabTlsHost = {
  name: 'intolerant',
  what: 'refuses hellos that offer TLS 1.3',
  async start(host, pki) {
    const leaf = await issueOdd({ names: [host], issuer: pki.intermediate });
    const behind = await serveTls({ ...CAREFUL, maxVersion: 'TLSv1.2', key: leaf.key, cert: pemOf(leaf, pki.intermediate) }); // prettier-ignore
    const refusing = await serveBytes((socket) => socket.once('data', () => socket.end(alert(70))));
    const { server, port } = await serveBySplit([behind, refusing], ADDRESS, offersTls13);
    const close = async () => {
      server.close();
      await Promise.all([behind.close(), refusing.close()]);
    };
    return { ...behind, address: ADDRESS, port, close };
  },
  faults: {},
};
const OLD = [
  intolerant,
  small,
  otherProtocol,
  downgraded,
  nameless,
  foreign,
  wanting('mtls10', { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'AES128-SHA:@SECLEVEL=0' }),
  wanting('mtls13only', { minVersion: 'TLSv1.3' }),
  wanting('mtls12h2', { maxVersion: 'TLSv1.2', ALPNProtocols: ['h2'] }),
];

const WANTED: [name: string, words: RegExp][] = [
  ['mtls12', /could not complete a TLS handshake \(.+\): it requests a client certificate$/u],
  ['mtls10', /: it speaks TLS 1\.0 only, with TLS_RSA_WITH_AES_128_CBC_SHA, and requests a client certificate$/u],
  ['mtls13only', /: it requests a client certificate$/u],
  // Not the alert about HTTP/1.1.
  [
    'mtls12h2',
    /could not complete a TLS handshake(?! \(tlsv1 alert no application protocol).*: it requests a client certificate$/u,
  ],
  ['foreignkey', /: its certificate has a key of type EC secp256k1, which no current client accepts$/u],
  ['plainhttp', /: it speaks HTTP there, without encryption$/u],
  ['banner', /: it does not speak TLS there, and says “220 .+”$/u],
  ['alert', /: it refuses TLS in every form that was offered$/u],
  ['noname502', /: it has no site named noname502\.tls\.test$/u],
  ['ssl3only', /: it speaks SSLv3 only, with TLS_RSA_WITH_AES_128_CBC_SHA and TLS_RSA_WITH_AES_256_CBC_SHA$/u],
  ['ssl3', /: it speaks SSLv3/u],
  ['intolerant', /: it speaks TLS 1\.2, but refuses clients that also offer TLS 1\.3$/u],
  ['xmpp', /: it serves neither HTTP\/2 nor HTTP\/1\.1 there \(ALPN\)$/u],
  ['ccm8', /: it speaks TLS 1\.3 only, with TLS_AES_128_CCM_8_SHA256$/u],
  ['downgraded', /: it responds with an older version than it supports, which clients treat as an attack; .+$/u],
];
let lab: TlsLab;
beforeAll(async () => {
  lab = await startTlsLab([...TLS_HOSTS.filter(({ name }) => WANTED.some(([one]) => one === name)), ...OLD]);
});
afterAll(() => lab.close());

it.each(WANTED)(
  'if no client can complete a handshake, the message names what the server supports: %s',
  async (name, words) => {
    const egress = createEgress(lab.policy);
    const target = parseTarget(lab.hosts.get(name)?.url ?? '', lab.policy);
    try {
      await expect(gather({ target, egress, signal: AbortSignal.timeout(15_000) })).rejects.toThrow(words);
    } finally {
      egress.close();
    }
  },
);
