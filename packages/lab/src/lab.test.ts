import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:tls';
import { Resolver } from 'node:dns/promises';
import { request } from 'node:https';
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCa, daysFromNow } from './ca.ts';
import { startLab, type Lab } from './lab.ts';
import { startSite } from './site.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({
    sites: [
      {
        host: 'odd.test',
        https: {
          headers: [
            ['content-TYPE', 'text/html'],
            ['X-Twice', 'one'],
            ['X-Twice', 'two'],
            ['X-Odd', 'tab\there \u00e9'],
          ],
          body: 'root',
          routes: {
            '/other': { status: 404, body: 'gone' },
            '/echo': ({ method, path }) => ({ body: `${method} ${path}` }),
          },
          cors: { allow: 'reflect', credentials: true, methods: ['GET'] },
        },
      },
      { host: 'rsa.test', certificate: { keyType: 'rsa', intermediate: true }, http: 'close' },
      { host: 'old.test', certificate: { notBefore: daysFromNow(-60), notAfter: daysFromNow(-1) }, http: 'none' },
    ],
    records: ['odd.test TXT "v=spf1 -all"'],
  });
});
afterAll(() => lab.close());

interface Answer {
  status: number | undefined;
  raw: string[];
  body: string;
}
function fetchFrom(host: string, path = '/', headers: Record<string, string> = {}): Promise<Answer> {
  const site = lab.site(host);
  return new Promise((resolve, reject) => {
    request(
      {
        host: site.address,
        port: site.httpsPort,
        servername: host,
        path,
        headers: { ...headers, host },
        ca: lab.ca.certificatePem,
        agent: false,
      },
      (response) => {
        let body = '';
        response.setEncoding('latin1').on('data', (chunk: string) => (body += chunk));
        response.on('end', () => resolve({ status: response.statusCode, raw: response.rawHeaders, body }));
      },
    )
      .on('error', reject)
      .end();
  });
}

describe('a lab site', () => {
  it('sends header fields verbatim, in order, repeated', async () => {
    const { raw, status, body } = await fetchFrom('odd.test');
    expect(status).toBe(200);
    expect(body).toBe('root');
    expect(raw.slice(0, 8)).toEqual([
      'content-TYPE',
      'text/html',
      'X-Twice',
      'one',
      'X-Twice',
      'two',
      'X-Odd',
      'tab\there \u00e9',
    ]);
  });

  it('serves routes with and without a query', async () => {
    expect(await fetchFrom('odd.test', '/other')).toMatchObject({ status: 404, body: 'gone' });
    expect(await fetchFrom('odd.test', '/echo?x=1')).toMatchObject({ body: 'GET /echo?x=1' });
  });

  it('reflects an origin when configured to', async () => {
    const { raw } = await fetchFrom('odd.test', '/', { origin: 'https://evil.example' });
    expect(raw.join('\n')).toContain(
      'Access-Control-Allow-Origin\nhttps://evil.example\nAccess-Control-Allow-Credentials\ntrue',
    );
  });

  it('redirects plain http by default and closes the connection when configured to', async () => {
    const plain = (host: string): Promise<string | undefined> =>
      new Promise((resolve, reject) => {
        const { address, httpPort } = lab.site(host);
        get({ host: address, port: httpPort, path: '/a?b', headers: { host }, agent: false }, (response) => {
          response.resume();
          resolve(response.headers.location);
        }).on('error', reject);
      });
    expect(await plain('odd.test')).toBe(lab.url('odd.test', '/a?b'));
    await expect(plain('rsa.test')).rejects.toThrow();
  });

  it('uses the next address when one is in use', async () => {
    const first = await startSite({ host: 'one.test' });
    const second = await startSite({ host: 'two.test' });
    expect(second.address).not.toBe(first.address);
    await expect(startSite({ host: 'three.test', address: first.address })).rejects.toThrow(/EADDRINUSE/);
    await Promise.all([first.close(), second.close()]);
  });
});

describe('the certificate authority', () => {
  const handshake = (
    host: string,
    ca: string,
  ): Promise<{ authorized: boolean; error: string; chain: number; kind: string | undefined }> =>
    new Promise((resolve, reject) => {
      const { address, httpsPort } = lab.site(host);
      const socket = connect(
        { host: address, port: httpsPort, servername: host, ca, rejectUnauthorized: false },
        () => {
          const leaf = socket.getPeerCertificate(true);
          const chain = leaf.issuerCertificate?.fingerprint256 === leaf.fingerprint256 ? 1 : 2;
          resolve({
            authorized: socket.authorized,
            error: String(socket.authorizationError),
            chain,
            kind: socket.getPeerX509Certificate()?.publicKey.asymmetricKeyType,
          });
          socket.destroy();
        },
      );
      socket.on('error', reject);
    });

  it('issues certificates that are trusted only under its own root', async () => {
    expect(await handshake('odd.test', lab.ca.certificatePem)).toMatchObject({ authorized: true, kind: 'ec' });
    const other = await createCa();
    expect(await handshake('odd.test', other.certificatePem)).toMatchObject({ authorized: false });
  });

  it('issues RSA keys under an intermediate, and expired certificates', async () => {
    expect(await handshake('rsa.test', lab.ca.certificatePem)).toMatchObject({
      authorized: true,
      kind: 'rsa',
      chain: 2,
    });
    expect(await handshake('old.test', lab.ca.certificatePem)).toMatchObject({
      authorized: false,
      error: 'CERT_HAS_EXPIRED',
    });
  });
});

describe('the complete lab', () => {
  it('resolves its sites in DNS and provides the environment variables', async () => {
    const resolver = new Resolver();
    resolver.setServers([lab.env.SCAN_DNS_SERVERS]);
    expect(await resolver.resolve4('odd.test')).toEqual([lab.site('odd.test').address]);
    expect(await resolver.resolveTxt('odd.test')).toEqual([['v=spf1 -all']]);
    expect(lab.env.SCAN_ALLOW_CIDRS.split(',')).toContain(`${lab.site('odd.test').address}/32`);
    expect(await readFile(lab.env.SCAN_EXTRA_CA_FILE, 'utf8')).toBe(lab.ca.certificatePem);
  });

  it('ends with the npm that was told to run it', { timeout: 120_000 }, async () => {
    const npm = spawn('npm', ['run', 'lab'], { cwd: new URL('../../..', import.meta.url), detached: true });
    try {
      await new Promise<void>((up) => npm.stdout.on('data', (text: Buffer) => String(text).includes('is up') && up()));
      // The pipe closes when no process has it any more.
      const ended = once(npm, 'close');
      npm.kill('SIGTERM');
      await ended;
    } finally {
      try {
        process.kill(-(npm.pid ?? 0), 'SIGKILL');
      } catch {
        // Nothing is left of it.
      }
    }
  });
});
