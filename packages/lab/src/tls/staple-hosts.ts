import { issueOdd, type Issued, type OddRequest } from './certificates.ts';
import { CAREFUL } from './certificate-hosts.ts';
import type { LabTlsHost } from './lab-host.ts';
import { ocspResponse, type OcspRequest } from './ocsp.ts';
import { pemOf, type LabPki } from './pki.ts';
import { serveTls } from './tls-host.ts';

const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';
const OCSP_URL = 'http://ocsp.tls.test/';

type Staple = (leaf: Issued, pki: LabPki) => Promise<Buffer> | Buffer;

function stapleHost(
  name: string,
  what: string,
  request: OddRequest,
  staple: Staple | null,
  outcome: string | null,
): LabTlsHost {
  return {
    name,
    what,
    async start(host, pki) {
      const leaf = await issueOdd({ names: [host], issuer: pki.intermediate, ocspUrl: OCSP_URL, ...request });
      const response = await staple?.(leaf, pki);
      return serveTls({
        ...CAREFUL,
        key: leaf.key,
        cert: pemOf(leaf, pki.intermediate),
        ...(response ? { staple: response } : {}),
      });
    },
    faults: outcome === null ? {} : { 'tls/ocsp-stapling': outcome },
  };
}

const answer =
  (facts: Partial<OcspRequest>): Staple =>
  (leaf, { intermediate }) =>
    ocspResponse({ leaf, issuer: intermediate, ...facts });

const delegated =
  (purposes: string[]): Staple =>
  async (leaf, { intermediate }) => {
    const delegate = await issueOdd({ subject: 'CN=OCSP Responder', issuer: intermediate, purposes });
    return ocspResponse({ leaf, issuer: intermediate, delegate });
  };

export const STAPLE_HOSTS: readonly LabTlsHost[] = [
  stapleHost('nostaple', 'names a responder, staples nothing', {}, null, null),
  stapleHost('staple', 'a good staple', {}, answer({}), null),
  stapleHost('muststaple', 'must staple and does not', { mustStaple: true }, null, 'required_missing'),
  stapleHost('muststapleok', 'must staple and does', { mustStaple: true }, answer({}), null),
  stapleHost('revoked', 'revoked, says its issuer', {}, answer({ status: 'revoked' }), 'revoked'),
  stapleHost('oldstaple', 'ran out last week', {}, answer({ from: -14, to: -7 }), 'stale'),
  stapleHost('unknownstaple', 'the issuer does not know it', {}, answer({ status: 'unknown' }), 'refused'),
  stapleHost(
    'fakestaple',
    'a staple for another certificate',
    {},
    async (_leaf, { intermediate }) =>
      ocspResponse({ leaf: await issueOdd({ names: ['x.test'], issuer: intermediate }), issuer: intermediate }),
    'refused',
  ),
  stapleHost(
    'forgedstaple',
    'signed by someone else',
    {},
    (leaf, { intermediate, stranger }) => ocspResponse({ leaf, issuer: intermediate, signer: stranger }),
    'unproven',
  ),
  stapleHost(
    'forgedrevoked',
    'revoked, says someone else',
    {},
    (leaf, { intermediate, stranger }) =>
      ocspResponse({ leaf, issuer: intermediate, signer: stranger, status: 'revoked' }),
    'unproven',
  ),
  stapleHost('delegated', 'signed by a responder its issuer appointed', {}, delegated([OCSP_SIGNING]), null),
  stapleHost('usurped', 'signed by a certificate no one appointed', {}, delegated(['1.3.6.1.5.5.7.3.1']), 'unproven'),
  stapleHost('junkstaple', 'bytes that are no OCSP response', {}, () => Buffer.from('300a0a0100', 'hex'), 'refused'),
];
