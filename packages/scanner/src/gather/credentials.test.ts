import { startLab } from '@palisade/lab/lab';
import type { SiteRequest } from '@palisade/lab/site';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scan } from '../scan.ts';
import { credentialHeader, type Credentials } from './net/credentials.ts';

const SECRET = 'open-sesame-93';
const CREDENTIALS: Credentials = {
  headers: [
    ['X-Door', SECRET],
    ['Cookie', `gate=${SECRET}`],
    ['Authorization', `Basic ${Buffer.from(`ann:${SECRET}`).toString('base64')}`],
  ],
};
const held = ({ headers }: SiteRequest): boolean => JSON.stringify(headers).includes(SECRET);

describe('credentials that the caller presents', () => {
  it('goes to the origin that was named, never to another, and is not kept even when it is sent back', async () => {
    const lab = await startLab({
      sites: [
        {
          host: 'door.test',
          https: ({ path, headers }) =>
            path === '/'
              ? {
                  status: 302,
                  headers: [
                    ['Location', '/in'],
                    ['Set-Cookie', 'own=1'],
                  ],
                }
              : { status: 302, headers: [['Location', lab.url('away.test')], ['X-Echo', JSON.stringify(headers)]] }, // prettier-ignore
        },
        { host: 'away.test' },
      ],
    });
    onTestFinished(() => lab.close());
    const { evidence, report } = await scan(lab.url('door.test'), {
      policy: lab.policy,
      timeoutMs: 15_000,
      credentials: CREDENTIALS,
    });
    const [door, away] = [lab.site('door.test'), lab.site('away.test')];
    const secure = door.requests.filter(({ secure: https }) => https);
    expect(secure.length).toBeGreaterThan(1);
    expect(secure.every(held)).toBe(true);
    // http:// of the same host is another origin.
    expect(door.requests.filter((request) => !request.secure).some(held)).toBe(false);
    expect(away.requests.length).toBeGreaterThan(0);
    expect(away.requests.some(held)).toBe(false);
    expect(JSON.stringify(secure.find(({ path }) => path === '/in')?.headers)).toContain(`gate=${SECRET}; own=1`);
    expect(JSON.stringify([evidence, report])).not.toContain(SECRET);
    expect(JSON.stringify([evidence, report])).not.toContain(Buffer.from(`ann:${SECRET}`).toString('base64'));
  });

  it('stays at home where the page has scripts and the domain a mail policy on other hosts', async () => {
    const script = {
      headers: [['Content-Type', 'text/javascript']] as [string, string][],
      body: '/*! jQuery v3.7.1 */',
    };
    const lab = await startLab({
      sites: [
        { host: 'door.test', https: { body: '<!doctype html><title>Door</title><script src="/a.js"></script><script src="https://cdn.door.test/jquery.js"></script>' } }, // prettier-ignore
        { host: 'cdn.door.test', https: script },
        { host: 'mta-sts.door.test' },
      ],
      records: ['_mta-sts.door.test TXT "v=STSv1; id=1"', 'door.test MX 10 mx.door.test'],
    });
    onTestFinished(() => lab.close());
    const options = { policy: lab.policy, timeoutMs: 15_000, credentials: CREDENTIALS };
    const { report, evidence } = await scan(lab.url('door.test'), options);
    expect(lab.site('door.test').requests.some(held)).toBe(true);
    for (const host of ['cdn.door.test', 'mta-sts.door.test'])
      expect(lab.site(host).requests.filter(held), host).toEqual([]);
    expect(JSON.stringify([evidence, report])).not.toContain(SECRET);
  });

  it('a client certificate gives access to a site that requests one', async () => {
    const lab = await startLab({ sites: [] });
    const issued = await lab.ca.issue({ names: ['client.test'], purpose: 'client' });
    await lab.close();
    const guarded = await startLab({
      ca: lab.ca,
      sites: [
        {
          host: 'mtls.test',
          tls: { requestCert: true, rejectUnauthorized: true, ca: lab.ca.certificatePem },
        },
      ],
    });
    onTestFinished(() => guarded.close());
    const options = { policy: guarded.policy, timeoutMs: 15_000 };
    await expect(scan(guarded.url('mtls.test'), options)).rejects.toThrow();
    const clientCertificate = { cert: issued.chainPem, key: issued.key };
    const { report } = await scan(guarded.url('mtls.test'), {
      ...options,
      credentials: { headers: [], clientCertificate },
    });
    expect(report.status_code).toBe(200);
  });
});

describe('a header field of the caller', () => {
  it.each([
    ['X-A', 'ok', ['X-A', 'ok']],
    ['x_b', ' \tö ', ['x_b', 'ö']],
  ])('%s: %s is taken', (name, value, expected) => {
    expect(credentialHeader(name, value)).toEqual(expected);
  });
  it.each([
    ['X A', 'ok'],
    ['', 'ok'],
    ['X-A', 'one\r\nX-B: two'],
    ['X-A', 'one\u0000'],
    ['Host', 'other.test'],
    ['content-length', '5'],
    ['Transfer-Encoding', 'chunked'],
  ])('%s: %j is refused', (name, value) => {
    expect(() => credentialHeader(name, value)).toThrow();
  });
});
