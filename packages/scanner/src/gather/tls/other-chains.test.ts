import { startDnsServer, type LabDnsServer } from '@palisade/lab/dns-server';
import { issueOdd } from '@palisade/lab/tls/certificates';
import { createPki, pemOf, type LabPki } from '@palisade/lab/tls/pki';
import { serveTls, type TlsHost } from '@palisade/lab/tls/tls-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gatherAt, offersTls13, serveBySplit, type Split } from '../../../test/flaky-front.ts';

const ADDRESS = '127.77.9.41';
const CAREFUL = { minVersion: 'TLSv1.2', ciphers: 'ECDHE+AESGCM:ECDHE+CHACHA20' } as const;

let dns: LabDnsServer;
let pki: LabPki;
const hosts: TlsHost[] = [];
const fronts: { close(): unknown }[] = [];
const serials = new Map<string, string>();

/** A server with a new certificate of its own. */
async function server(name: string, request: Parameters<typeof issueOdd>[0] = {}, isWhole = true): Promise<TlsHost> {
  const leaf = await issueOdd({ names: ['shop.test'], issuer: pki.intermediate, ...request });
  serials.set(name, leaf.certificate.serialNumber.toUpperCase());
  const cert = isWhole ? pemOf(leaf, pki.intermediate) : leaf.pem;
  const host = await serveTls({ ...CAREFUL, key: leaf.key, cert });
  hosts.push(host);
  return host;
}

beforeAll(async () => {
  dns = await startDnsServer({ records: [`shop.test A ${ADDRESS}`] });
  pki = await createPki();
});
afterAll(async () => {
  for (const front of fronts) front.close();
  await Promise.all([...hosts.map((host) => host.close()), dns.close()]);
});

async function scan(current: TlsHost, other: TlsHost, isOther: Split) {
  const { server: front, port } = await serveBySplit([current, other], ADDRESS, isOther);
  fronts.push(front);
  return gatherAt(port, dns.server);
}

it('sees the certificate that only clients up to TLS 1.2 get', async () => {
  const tls = await scan(
    await server('new'),
    await server('old', { from: -90, to: -2 }),
    (hello) => !offersTls13(hello),
  );
  expect(tls.chain.certificates[0]?.serial).toBe(serials.get('new'));
  expect(tls.other_chains).toEqual([
    { version: 'TLS 1.2', chain: expect.objectContaining({ certificates: [expect.anything(), expect.anything()] }) },
  ]);
  expect(tls.other_chains[0]?.chain.certificates[0]?.serial).toBe(serials.get('old'));
});

it('and the one of every second connection, which a client without a server name may get too', async () => {
  const pair = [await server('one'), await server('two', { from: -90, to: -2 })] as const;
  const tls = await scan(...pair, (_hello, connection) => connection % 2 === 0);
  const seen = [tls.chain, ...tls.other_chains.map(({ chain }) => chain)].map(
    ({ certificates: [leaf] }) => leaf?.serial,
  );
  expect(seen.toSorted()).toEqual([serials.get('one'), serials.get('two')].toSorted());
  expect(tls.without_name?.answer).not.toBe('other');
});

it('and a server behind the address that does not send the intermediate', async () => {
  const leaf = await issueOdd({ names: ['shop.test'], issuer: pki.intermediate });
  const serve = (cert: string) => serveTls({ ...CAREFUL, key: leaf.key, cert });
  const [whole, cut] = await Promise.all([serve(pemOf(leaf, pki.intermediate)), serve(leaf.pem)]);
  hosts.push(whole, cut);
  const tls = await scan(whole, cut, (hello) => !offersTls13(hello));
  expect(tls.chain.certificates).toHaveLength(2);
  expect(tls.other_chains.map(({ chain }) => chain.certificates.length)).toEqual([1]);
});

it('a server with one certificate has no other', async () => {
  const host = await server('sound');
  const tls = await scan(host, host, () => false);
  expect(tls.other_chains).toEqual([]);
});
