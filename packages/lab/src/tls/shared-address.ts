import { constants } from 'node:crypto';
import { connect } from 'node:net';
import { CAREFUL } from './certificate-hosts.ts';
import { issueOdd } from './certificates.ts';
import type { LabTlsHost } from './lab-host.ts';
import { pemOf, type LabPki } from './pki.ts';
import { serveBytes, serveTls, type TlsHost } from './tls-host.ts';

/** Which server gets a connection: the first is number 1. */
export type Pick = (connection: number) => number;

export const IN_TURN: Pick = (connection) => connection % 2;
export const BY_CHANCE: Pick = () => Math.floor(Math.random() * 2);

/** Several servers at one address, as behind a load balancer. */
export async function serveShared(servers: readonly TlsHost[], pick: Pick): Promise<TlsHost> {
  let connection = 0;
  const front = await serveBytes((socket) => {
    const server = servers[pick((connection += 1))];
    if (!server) return void socket.destroy();
    const inner = connect(server.port, server.address);
    inner.on('error', () => socket.destroy());
    socket.on('close', () => inner.destroy());
    socket.pipe(inner).pipe(socket);
  });
  return { ...front, close: async () => void (await Promise.all([front, ...servers].map((one) => one.close()))) };
}

/** A current server, and one that accepts TLS 1.0, too: with the same certificate, unless it has its own. */
export async function currentAndOld(hostName: string, pki: LabPki, ownCertificate = false): Promise<TlsHost[]> {
  const issue = () => issueOdd({ names: [hostName], issuer: pki.intermediate });
  const [leaf, other] = await Promise.all([issue(), issue()]);
  const served = (one: typeof leaf) => ({ ...CAREFUL, key: one.key, cert: pemOf(one, pki.intermediate) });
  const ciphers = 'ECDHE+AES:@SECLEVEL=0';
  return Promise.all([
    serveTls({ ...served(leaf), ciphers }),
    serveTls({
      ...served(ownCertificate ? other : leaf),
      ciphers,
      minVersion: 'TLSv1',
      secureOptions: constants.SSL_OP_NO_TLSv1_1,
    }),
  ]);
}

/** Every second connection reaches a server that also accepts TLS 1.0. */
export const SHARED_HOSTS: readonly LabTlsHost[] = [
  {
    name: 'inturn',
    what: 'two servers that take turns, one with TLS 1.0',
    start: async (hostName, pki) => serveShared(await currentAndOld(hostName, pki, true), IN_TURN),
    faults: { 'tls/legacy-versions': 'tls10' },
    // Each refusal may have been the other server's.
    mayBeUnknown: [
      'tls/broken-ciphers',
      'tls/compression',
      'tls/forward-secrecy',
      'tls/rc4-des',
      'tls/ssl-versions',
      'tls/triple-des',
    ],
  },
];
