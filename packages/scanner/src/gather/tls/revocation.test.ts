import { createHash } from 'node:crypto';
import { startSite, type Site } from '@palisade/lab/site';
import { CAREFUL } from '@palisade/lab/tls/certificate-hosts';
import { issueOdd, type Issued } from '@palisade/lab/tls/certificates';
import { revocationList } from '@palisade/lab/tls/crl';
import type { LabTlsHost } from '@palisade/lab/tls/lab-host';
import { ocspResponse } from '@palisade/lab/tls/ocsp';
import { pemOf, type LabPki } from '@palisade/lab/tls/pki';
import { serveTls } from '@palisade/lab/tls/tls-host';
import { startTlsLab, type TlsLab } from '@palisade/lab/tls/tls-lab';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseTarget } from '../../parse-target.ts';
import { createEgress } from '../net/create-egress.ts';
import { gatherTls } from '../tls.ts';

const CA_HOST = 'ca.test';
let authority: Site;
let lab: TlsLab;
const answers = new Map<string, Buffer>();
const asked: string[] = [];

type Answer = (leaf: Issued, pki: LabPki) => Promise<Buffer> | Buffer | null;

const nothing: Answer = () => null;

/** Names a responder and a list below its own name; null leaves one out. */
function host(name: string, ocsp: Answer | null, crl: Answer | null, staple: Answer = nothing): LabTlsHost {
  return {
    name,
    what: name,
    async start(serverName, pki) {
      const at = (path: string): string => `http://${CA_HOST}:${authority.httpPort}/${name}/${path}`;
      const leaf = await issueOdd({
        names: [serverName],
        issuer: pki.intermediate,
        ...(ocsp ? { ocspUrl: at('ocsp') } : {}),
        ...(crl ? { crlUrl: at('crl') } : {}),
      });
      const [said, list, stapled] = [await ocsp?.(leaf, pki), await crl?.(leaf, pki), await staple(leaf, pki)];
      if (said) answers.set(`/${name}/ocsp`, said);
      if (list) answers.set(`/${name}/crl`, list);
      return serveTls({
        ...CAREFUL,
        key: leaf.key,
        cert: pemOf(leaf, pki.intermediate),
        ...(stapled ? { staple: stapled } : {}),
      });
    },
    faults: {},
  };
}

const ocsp =
  (facts: object = {}): Answer =>
  (leaf, { intermediate }) =>
    ocspResponse({ leaf, issuer: intermediate, ...facts });
const crl =
  (facts: object = {}): Answer =>
  (_leaf, { intermediate }) =>
    revocationList({ issuer: intermediate, others: 500, ...facts });
const revokedList: Answer = (leaf, { intermediate }) =>
  revocationList({ issuer: intermediate, others: 500, revoked: [leaf] });

const TABLE: [name: string, ocsp: Answer | null, crl: Answer | null, expected: object | null, staple?: Answer][] = [
  ['neither', null, null, null],
  ['responder', ocsp(), null, { status: 'good', method: 'ocsp' }],
  ['revoked-ocsp', ocsp({ status: 'revoked' }), crl(), { status: 'revoked', method: 'ocsp' }],
  ['list', null, crl(), { status: 'good', method: 'crl', reason: null }],
  ['revoked-list', null, revokedList, { status: 'revoked', method: 'crl' }],
  ['falls-back', nothing, revokedList, { status: 'revoked', method: 'crl' }],
  ['gone', nothing, nothing, { status: 'unknown', reason: 'answered 404' }],
  [
    'old-answer',
    ocsp({ from: -14, to: -7 }),
    null,
    { status: 'unknown', reason: expect.stringContaining('the response is out of date since') },
  ],
  ['old-list', null, crl({ from: -14, to: -7 }), { status: 'unknown', reason: 'the list is out of date' }],
  [
    'forged-list',
    null,
    (leaf, { intermediate, stranger }) => revocationList({ issuer: intermediate, signer: stranger, revoked: [leaf] }),
    { status: 'unknown', reason: 'the list is not signed by the issuer of the certificate' },
  ],
  [
    'foreign-list',
    null,
    (leaf, { stranger }) => revocationList({ issuer: stranger, revoked: [leaf] }),
    { status: 'unknown', reason: 'the list is from another authority' },
  ],
  ['stapled', null, revokedList, null, ocsp()],
  // For a certificate that was revoked since, an attacker could replay an old answer forever.
  ['old-staple', null, revokedList, { status: 'revoked', method: 'crl' }, ocsp({ from: -14, to: -7 })],
  ['unknown-staple', null, revokedList, { status: 'revoked' }, ocsp({ status: 'unknown' })],
  [
    'no-list',
    null,
    () => Buffer.from('<html>'),
    { status: 'unknown', reason: 'the file is not a certificate revocation list in DER' },
  ],
];

beforeAll(async () => {
  authority = await startSite({
    host: CA_HOST,
    https: 'none',
    httpPort: 0,
    http: ({ path }) => {
      asked.push(path);
      const key = /^\/[^/]+\/(?:ocsp|crl)/u.exec(path)?.[0] ?? '';
      const body = answers.get(key);
      return body ? { body } : { status: 404, body: 'no' };
    },
  });
  lab = await startTlsLab(
    TABLE.map(([name, responder, list, , staple]) => host(name, responder, list, staple)),
    () => [`${CA_HOST} A ${authority.address}`],
  );
  lab.policy.allowPorts.push(authority.httpPort);
});
afterAll(() => Promise.all([lab.close(), authority.close()]));

async function scan(name: string) {
  const egress = createEgress(lab.policy);
  try {
    const target = parseTarget(lab.hosts.get(name)?.url ?? '', lab.policy);
    const tls = await gatherTls({ target, egress, signal: AbortSignal.timeout(15_000) });
    if (!tls.ok) throw new Error(tls.reason);
    return tls.value;
  } finally {
    egress.close();
  }
}

it.each(TABLE)('%s', async (name, _ocsp, _crl, expected) => {
  const { revocation, failures } = await scan(name);
  expect(failures).toEqual([]);
  if (expected === null) expect(revocation).toBeNull();
  else expect(revocation).toMatchObject(expected);
});

it('the status of one certificate is requested once', async () => {
  const before = asked.filter((path) => path.startsWith('/list/') || path.startsWith('/responder/')).length;
  await scan('list');
  await scan('responder');
  expect(asked.filter((path) => path.startsWith('/list/') || path.startsWith('/responder/'))).toHaveLength(before);
});

it('the request is that of RFC 5019: one certificate, SHA-1 of name and key', () => {
  const path = asked.find((one) => one.startsWith('/responder/ocsp/')) ?? '';
  const der = Buffer.from(decodeURIComponent(path.slice('/responder/ocsp/'.length)), 'base64');
  const key = Buffer.from(lab.pki.intermediate.certificate.publicKey.rawData).subarray(-65);
  expect(der.includes(createHash('sha1').update(key).digest())).toBe(true);
  expect(der.length).toBeLessThan(127);
});
