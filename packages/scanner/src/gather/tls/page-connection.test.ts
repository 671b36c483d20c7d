import { CAREFUL } from '@palisade/lab/tls/certificate-hosts';
import { issueOdd } from '@palisade/lab/tls/certificates';
import type { LabTlsHost } from '@palisade/lab/tls/lab-host';
import { ocspResponse } from '@palisade/lab/tls/ocsp';
import { pemOf } from '@palisade/lab/tls/pki';
import { serveTls } from '@palisade/lab/tls/tls-host';
import { startTlsLab, type TlsLab } from '@palisade/lab/tls/tls-lab';
import type { TlsOptions } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { offersTls13, serveBySplit } from '../../../test/flaky-front.ts';
import type { TlsEvidence } from '../../evidence/tls.ts';
import { parseTarget } from '../../parse-target.ts';
import { createEgress } from '../net/create-egress.ts';
import { gatherTls } from '../tls.ts';

const ADDRESS = '127.77.9.42';

const hostWith = (name: string, options: TlsOptions): LabTlsHost => ({
  name,
  what: name,
  async start(host, pki) {
    const leaf = await issueOdd({ names: [host], issuer: pki.intermediate });
    const staple = ocspResponse({ leaf, issuer: pki.intermediate });
    return serveTls({ ...CAREFUL, ...options, key: leaf.key, cert: pemOf(leaf, pki.intermediate), staple });
  },
  faults: {},
});

const split: LabTlsHost = {
  name: 'split',
  what: 'HTTP/2 with TLS 1.3 alone',
  async start(host, pki) {
    const newest = await hostWith('', {}).start(host, pki);
    const older = await hostWith('', { maxVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'] }).start(host, pki);
    const { server, port } = await serveBySplit([newest, older], ADDRESS, (hello) => !offersTls13(hello));
    const close = async () => {
      server.close();
      await Promise.all([newest.close(), older.close()]);
    };
    return { ...newest, address: ADDRESS, port, close };
  },
  faults: {},
};

let lab: TlsLab;
beforeAll(async () => {
  lab = await startTlsLab([
    hostWith('both', {}),
    hostWith('older', { maxVersion: 'TLSv1.2' }),
    hostWith('newest', { minVersion: 'TLSv1.3' }),
    split,
  ]);
});
afterAll(() => lab.close());

async function look(name: string, requestPage: boolean): Promise<TlsEvidence> {
  const egress = createEgress(lab.policy);
  const signal = AbortSignal.timeout(30_000);
  try {
    const url = lab.hosts.get(name)?.url ?? '';
    const page = requestPage ? egress.request({ url: new URL(url), signal }) : null;
    const tls = await gatherTls({ target: parseTarget(url, lab.policy), egress, signal });
    await page;
    if (!tls.ok) throw new Error(tls.reason);
    return tls.value;
  } finally {
    egress.close();
  }
}

it.each([
  ['both', -1],
  // Up to TLS 1.2 one more connection: resumption, which needs the page's session.
  ['older', 0],
  // No hello shows what it negotiates with an HTTP/2 client.
  ['newest', 0],
])('%s: the connection of the page shows what a separate handshake would', async (name, more) => {
  const [alone, withPage] = [await look(name, false), await look(name, true)];
  const compared = ({
    connections: _connections,
    sessions: _sessions,
    page_without_certificate: _page,
    ...rest
  }: TlsEvidence) => rest;
  expect(compared(withPage)).toEqual(compared(alone));
  expect([withPage.handshake.completed, withPage.alpn, withPage.staple?.status]).toEqual([true, 'h2', 'good']);
  expect([alone, withPage].map((one) => one.page_without_certificate)).toEqual([false, true]);
  expect(withPage.connections.opened).toBe(alone.connections.opened + more);
});

it('HTTP/2 that the server has with TLS 1.3 alone is found', async () => {
  expect((await look('split', true)).alpn).toBe('h2');
});
