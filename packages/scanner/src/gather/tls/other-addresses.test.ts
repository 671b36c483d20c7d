import { CAREFUL } from '@palisade/lab/tls/certificate-hosts';
import { issueOdd } from '@palisade/lab/tls/certificates';
import { nextLabAddress } from '@palisade/lab/site/lab-address';
import type { LabTlsHost } from '@palisade/lab/tls/lab-host';
import { pemOf } from '@palisade/lab/tls/pki';
import { serveTls, type TlsHost } from '@palisade/lab/tls/tls-host';
import { startTlsLab, type TlsLab } from '@palisade/lab/tls/tls-lab';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { evidenceWith } from '../../../test/evidence.ts';
import { parseTarget } from '../../parse-target.ts';
import { tlsEvidence } from '../../sections/tls.ts';
import { createEgress } from '../net/create-egress.ts';
import { gatherTls } from '../tls.ts';

const SILENT = nextLabAddress();
let forgotten: TlsHost;
const pair: LabTlsHost = {
  name: 'pair',
  what: 'one machine was forgotten',
  async start(host, pki) {
    const leaf = await issueOdd({ names: [host], issuer: pki.intermediate });
    const old = await issueOdd({ names: ['old.test'], issuer: pki.intermediate, to: -3 });
    const first = await serveTls({ ...CAREFUL, key: leaf.key, cert: pemOf(leaf, pki.intermediate) });
    forgotten = await serveTls({
      ...CAREFUL,
      maxVersion: 'TLSv1.2',
      key: old.key,
      cert: pemOf(old, pki.intermediate),
      port: first.port,
    });
    return first;
  },
  faults: {},
};

let unbundled: TlsHost;
let newest: TlsHost;
/** At a second address the same certificate without its issuer; at a third an expired one, with TLS 1.3 only. */
const trio: LabTlsHost = {
  name: 'trio',
  what: 'two machines were forgotten',
  async start(host, pki) {
    const leaf = await issueOdd({ names: [host], issuer: pki.intermediate });
    const old = await issueOdd({ names: [host], issuer: pki.intermediate, to: -3 });
    const first = await serveTls({ ...CAREFUL, key: leaf.key, cert: pemOf(leaf, pki.intermediate) });
    unbundled = await serveTls({ ...CAREFUL, key: leaf.key, cert: leaf.pem, port: first.port });
    const cert = pemOf(old, pki.intermediate);
    newest = await serveTls({ ...CAREFUL, minVersion: 'TLSv1.3', key: old.key, cert, port: first.port });
    return first;
  },
  faults: {},
};

let lab: TlsLab;
beforeAll(async () => {
  lab = await startTlsLab([pair, trio], () => [
    `pair.tls.test A ${forgotten.address}`,
    `pair.tls.test A ${SILENT}`,
    `trio.tls.test A ${unbundled.address}`,
    `trio.tls.test A ${newest.address}`,
  ]);
});
afterAll(() => Promise.all([lab.close(), forgotten.close(), unbundled.close(), newest.close()]));

async function gathered(name: string) {
  const egress = createEgress(lab.policy);
  const target = parseTarget(lab.hosts.get(name)?.url ?? '', lab.policy);
  const tls = await gatherTls({ target, egress, signal: AbortSignal.timeout(15_000) });
  egress.close();
  return { tls, host: target.host };
}

it('a server at another address of the host is also tested', async () => {
  const { tls, host } = await gathered('pair');
  const scanned_at = new Date().toISOString();
  const { details } = tlsEvidence(evidenceWith({ tls, target: { host }, scanned_at }));
  expect(tls.ok && tls.value.failures).toEqual([]);
  expect(details?.other_addresses?.toSorted((one, other) => one.address.localeCompare(other.address))).toEqual(
    [
      { address: SILENT, family: 4, answers: false, differences: ['no TLS response (refused)'] },
      {
        address: forgotten.address,
        family: 4,
        answers: true,
        differences: [
          'TLS 1.3 is refused there',
          expect.stringMatching(/^another certificate: CN=old\.test, valid until /u) as string,
          expect.stringMatching(/^that certificate: expired on \d{4}-\d\d-\d\d$/u) as string,
          'that certificate: does not cover pair.tls.test',
        ],
      },
    ].toSorted((one, other) => one.address.localeCompare(other.address)),
  );
});

it('an incomplete chain there, and a certificate that only TLS 1.3 shows, are found', async () => {
  const { tls, host } = await gathered('trio');
  const scanned_at = new Date().toISOString();
  const { details } = tlsEvidence(evidenceWith({ tls, target: { host }, scanned_at }));
  const differencesAt = ({ address }: TlsHost) =>
    details?.other_addresses?.find((one) => one.address === address)?.differences;
  expect(differencesAt(unbundled)).toEqual(['that certificate: not trusted (unknown issuer)']);
  expect(differencesAt(newest)).toEqual([
    'TLS 1.2 is refused there',
    expect.stringMatching(/^another certificate: CN=trio\.tls\.test, valid until /u),
    expect.stringMatching(/^that certificate: expired on \d{4}-\d\d-\d\d$/u),
  ]);
});
