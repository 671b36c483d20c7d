import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Self-signed, for this test alone. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgGSFqtqoxr4WIikW9
V0FxBjIK/bkp8X75f3zLpBz5z4OhRANCAAQo8BUpM0aHtZjJgwTwIYleJ2ev2Zpc
h8vMt961F3sUnSYmGsg2tu0tB1FZXfSUgluCsmPXneZZNweYXak0J6zh
-----END PRIVATE KEY-----
`;
const CERT = `-----BEGIN CERTIFICATE-----
MIIBhzCCAS2gAwIBAgIUUvUlItjBTJW76soii2ikpyAVWZMwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNZGF0YWJhc2UudGVzdDAgFw0yNjExMjcyMzQwMjRaGA8yMTI2
MTEwMzIzNDAyNFowGDEWMBQGA1UEAwwNZGF0YWJhc2UudGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABCjwFSkzRoe1mMmDBPAhiV4nZ6/ZmlyHy8y33rUXexSd
JiYayDa27S0HUVld9JSCW4KyY9ed5lk3B5hdqTQnrOGjUzBRMB0GA1UdDgQWBBSq
Nubm8qzWe4iE7zdvxH5N+ntaOzAfBgNVHSMEGDAWgBSqNubm8qzWe4iE7zdvxH5N
+ntaOzAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIDK5ndRU4+S9
eXKxRw4Rcw+T9VPiu27yMK7W2vXjtiNGAiEAgK2uMWcKsBunodZbJml4WuYtN5tN
xTD9ubTNrK2k9d8=
-----END CERTIFICATE-----
`;

/** PostgreSQL's SSLRequest: its length and a code instead of a protocol version. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/**
 * A PostgreSQL that accepts TLS only, as managed ones do (`hostssl`): in front of one that has none.
 * @returns the URL to reach it
 */
export async function tlsOnly(url: string): Promise<{ url: string; refused(): number; close(): void }> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  let refused = 0;
  const server = createServer((near) => {
    open.add(near);
    near.on('error', () => undefined).on('close', () => open.delete(near));
    near.once('data', (first) => {
      if (!first.equals(SSL_REQUEST)) {
        refused += 1;
        near.destroy();
        return;
      }
      near.write('S');
      const secure = new TLSSocket(near, { isServer: true, key: KEY, cert: CERT });
      const far = connect(Number(port), hostname);
      far.on('error', () => secure.destroy()).on('close', () => secure.destroy());
      secure.on('error', () => far.destroy()).on('close', () => far.destroy());
      secure.pipe(far).pipe(secure);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const secured = new URL(url);
  secured.port = String((server.address() as AddressInfo).port);
  secured.searchParams.set('sslmode', 'no-verify');
  return {
    url: secured.href,
    refused: () => refused,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
