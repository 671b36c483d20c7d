import { nextLabAddress } from '@palisade/lab/site/lab-address';
import { startSite, type Site } from '@palisade/lab/site';
import { CAREFUL } from '@palisade/lab/tls/certificate-hosts';
import { issueOdd } from '@palisade/lab/tls/certificates';
import type { LabTlsHost } from '@palisade/lab/tls/lab-host';
import { derOf } from '@palisade/lab/tls/pki';
import { pkcs7Of } from '@palisade/lab/tls/raw-certificate';
import { serveTls } from '@palisade/lab/tls/tls-host';
import { startTlsLab, type TlsLab } from '@palisade/lab/tls/tls-lab';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { evidenceWith } from '../../../test/evidence.ts';
import { runCheck, type AnyCheck } from '../../check.ts';
import certificateName from '../../checks/tls/certificate-name.ts';
import certificateTrust from '../../checks/tls/certificate-trust.ts';
import httpsAvailable from '../../checks/tls/https-available.ts';
import { parseTarget } from '../../parse-target.ts';
import { createEgress } from '../net/create-egress.ts';
import { gatherTls } from '../tls.ts';

const CA_HOST = 'ca.test';
let authority: Site;
let lab: TlsLab;

/** A leaf without its intermediate, which can be fetched from `issuerUrl`. */
function leafAlone(name: string, path: string): LabTlsHost {
  return {
    name,
    what: path,
    async start(host, pki) {
      const issuer =
        path === '/stranger.der' ? pki.stranger : path === '/expired.der' ? pki.expiredIntermediate : pki.intermediate;
      const issuerUrl = `http://${CA_HOST}:${authority.httpPort}${path}`;
      const leaf = await issueOdd({ names: [host], issuer, issuerUrl });
      return serveTls({ ...CAREFUL, key: leaf.key, cert: leaf.pem });
    },
    faults: {},
  };
}

const LITERAL: LabTlsHost = {
  name: 'literal',
  what: 'reached by its address, which the certificate names',
  async start(_host, pki) {
    const address = nextLabAddress();
    const leaf = await issueOdd({ addresses: [address], issuer: pki.intermediate });
    return serveTls({ ...CAREFUL, address, key: leaf.key, cert: leaf.pem + pki.intermediate.pem });
  },
  faults: {},
};

beforeAll(async () => {
  authority = await startSite({
    host: CA_HOST,
    https: 'none',
    httpPort: 0,
    http: ({ path }) => {
      const { intermediate, stranger, expiredIntermediate } = lab.pki;
      const [intermediateDer = new Uint8Array(), strangerDer = new Uint8Array(), expiredDer = new Uint8Array()] = derOf(
        intermediate,
        stranger,
        expiredIntermediate,
      );
      const body = {
        '/intermediate.der': intermediateDer,
        '/stranger.der': strangerDer,
        '/expired.der': expiredDer,
        '/intermediate.pem': Buffer.from(intermediate.pem),
        '/chain.p7c': pkcs7Of(strangerDer, intermediateDer),
      }[path];
      return body ? { body: Buffer.from(body) } : { status: 404, body: 'no' };
    },
  });
  lab = await startTlsLab(
    [
      leafAlone('forgot', '/intermediate.der'),
      leafAlone('foreign', '/stranger.der'),
      leafAlone('lost', '/gone.der'),
      leafAlone('inpem', '/intermediate.pem'),
      leafAlone('inpkcs7', '/chain.p7c'),
      leafAlone('outofdate', '/expired.der'),
      LITERAL,
    ],
    () => [`${CA_HOST} A ${authority.address}`, 'plain.test A 127.77.255.254'],
  );
  lab.policy.allowPorts.push(authority.httpPort);
});
afterAll(() => Promise.all([lab.close(), authority.close()]));

async function judge(check: AnyCheck, url: string) {
  const egress = createEgress(lab.policy);
  try {
    const target = parseTarget(url, lab.policy);
    const tls = await gatherTls({ target, egress, signal: AbortSignal.timeout(15_000) });
    return runCheck(check, evidenceWith({ tls, target: { host: target.host }, scanned_at: new Date().toISOString() }));
  } finally {
    egress.close();
  }
}

test.each([
  ['forgot', 'incomplete', 79],
  ['foreign', 'unknown_issuer', 49],
  ['lost', 'unreachable_issuer', 49],
  ['inpem', 'incomplete', 79],
  ['inpkcs7', 'incomplete', 79],
  // Sent along, the same chain is refused for its dates.
  ['outofdate', 'invalid', 49],
])('a leaf alone whose issuer can be fetched, or not: %s', async (name, outcome, cap) => {
  expect(await judge(certificateTrust, lab.hosts.get(name)?.url ?? '')).toMatchObject({ outcome, cap });
});

test('a certificate may name an address', async () => {
  const { address = '', port } = lab.hosts.get('literal') ?? {};
  expect(await judge(certificateName, `https://${address}:${port}/`)).toMatchObject({
    outcome: 'covered',
    evidence: [address],
  });
});

test('an http target is tested on port 443, and a closed port is a finding', async () => {
  expect(await judge(httpsAvailable, 'http://plain.test/')).toMatchObject({
    outcome: 'closed',
    evidence: ['plain.test:443 refuses connections'],
  });
});
