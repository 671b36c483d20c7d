import type { TLSSocket } from 'node:tls';
import { issueOdd } from '../tls/certificates.ts';
import { drip, flood, OK, send, type HostileSite } from './hostile-site.ts';

/** Content type 22 (handshake), TLS 1.2, and a length. */
const record = (length: number, body: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([0x16, 0x03, 0x03, length >> 8, length & 255]), body]);

/** A ServerHello that picks a suite that was not offered (TLS_NULL_WITH_NULL_NULL). */
const UNOFFERED = record(
  42,
  Buffer.concat([Buffer.from([2, 0, 0, 38, 3, 3]), Buffer.alloc(32, 7), Buffer.from([0, 0, 0, 0])]),
);

/** Handshakes that never complete. */
export const TLS_LEVEL: readonly HostileSite[] = [
  { name: 'tls-silent', what: 'accepts and never says hello', ends: 'fault', layer: 'tcp', serve: () => undefined },
  {
    name: 'tls-drip',
    what: 'a long record, one byte every 200 ms',
    ends: 'fault',
    layer: 'tcp',
    serve: (socket) => {
      socket.write(record(16_000, Buffer.from([2, 0, 0x3e, 0x70, 3, 3])));
      drip(socket, () => 'x', 200);
    },
  },
  {
    name: 'tls-garbage',
    what: 'a ServerHello of random bytes',
    ends: 'fault',
    layer: 'tcp',
    serve: send(record(512, Buffer.from(Array.from({ length: 512 }, (_, i) => (i * 31) % 256)))),
  },
  {
    name: 'tls-unoffered',
    what: 'a ServerHello with a suite that was not offered',
    ends: 'fault',
    layer: 'tcp',
    serve: send(UNOFFERED),
  },
  {
    name: 'tls-flood',
    what: 'empty handshake records as fast as they are read',
    ends: 'fault',
    layer: 'tcp',
    serve: (socket) => flood(socket, Buffer.concat(Array<Buffer>(500).fill(record(4, Buffer.from([0, 0, 0, 0]))))),
  },
  {
    name: 'tls-warnings',
    what: 'warning alerts as fast as they are read',
    ends: 'fault',
    layer: 'tcp',
    serve: (socket) => flood(socket, Buffer.concat(Array<Buffer>(500).fill(Buffer.from([0x15, 3, 3, 0, 2, 1, 112])))),
  },
  {
    name: 'tls-alert',
    what: 'refuses every handshake with an alert',
    ends: 'fault',
    layer: 'tcp',
    serve: send(Buffer.from([0x15, 3, 3, 0, 2, 2, 40])),
  },
  {
    name: 'tls-reset',
    what: 'resets on the ClientHello',
    ends: 'fault',
    layer: 'tcp',
    serve: (socket) => socket.once('data', () => socket.resetAndDestroy()),
  },
  {
    name: 'tls-plain',
    what: 'speaks plain HTTP instead of TLS',
    ends: 'fault',
    layer: 'tcp',
    serve: send('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\nplain HTTP'),
  },
  {
    name: 'tls-huge-chain',
    what: 'sends 400 certificates',
    ends: 'settled',
    layer: 'https',
    chainLength: 400,
    serve: send(`${OK}\r\n<p>`),
  },
  {
    name: 'tls-clique',
    what: 'ten certificates with the same name and key, any of which could have issued any other',
    ends: 'report',
    layer: 'https',
    certificate: async () => {
      const first = await issueOdd({ subject: 'CN=Anybody', ca: true });
      const others = Array.from({ length: 9 }, () => issueOdd({ subject: 'CN=Anybody', ca: true, keys: first.keys }));
      return { key: first.key, cert: [first, ...(await Promise.all(others))].map(({ pem }) => pem).join('') };
    },
    serve: send(`${OK}\r\n<p>`),
  },
  {
    name: 'tls-many-names',
    what: 'a certificate with 3,000 names',
    ends: 'report',
    layer: 'https',
    certificate: async () => {
      const names = Array.from({ length: 3000 }, (_, n) => `name-${n}.hostile.test`);
      const { key, pem } = await issueOdd({ names });
      return { key, cert: pem };
    },
    serve: send(`${OK}\r\n<p>`),
  },
  {
    name: 'tls-renegotiation',
    what: 'requests a renegotiation after each handshake, in the middle of the body',
    ends: 'report',
    layer: 'https',
    maxVersion: 'TLSv1.2',
    serve: (socket) => {
      const again = (): void => {
        (socket as TLSSocket).renegotiate({}, (error) => error ?? again());
      };
      socket.write(`${OK}Content-Length: 1000000\r\n\r\n<p>`, again);
    },
  },
];
