import { X509Certificate } from 'node:crypto';
import {
  authorityExtensions,
  distinguishedName,
  EXTENSION,
  ia5,
  issueRaw,
  keyPem,
  leafExtensions,
  octets,
  oid,
  sequence,
  type RawExtension,
} from '@palisade/lab/tls/raw-certificate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keys } from '../../../test/built-chain.ts';
import { rawResponse, revoked } from '../../../test/raw-ocsp.ts';
import { CA_HOST, scanServed, serveAuthority, type Authority } from '../../../test/served-chain.ts';
import { CT_LOGS } from '../../data/ct-logs.ts';

const root = issueRaw({ subject: distinguishedName({ CN: 'Root' }), keys: keys(), extensions: authorityExtensions() });
const issuer = issueRaw({
  subject: distinguishedName({ CN: 'Issuer' }),
  keys: keys(),
  issuer: root,
  extensions: authorityExtensions(0),
});
const serial = Buffer.from([1, 2, 3, 4]);
const answers = new Map<string, Buffer>();
const asked: string[] = [];
let authority: Authority;
beforeAll(async () => {
  authority = await serveAuthority(({ url = '' }, response) => {
    const path = url.split('/')[1] ?? '';
    asked.push(path);
    const body = answers.get(path);
    response.writeHead(body ? 200 : 404).end(body);
  });
});
afterAll(() => authority.close());

/** The addresses of the issuer and optionally of a responder (RFC 5280 §4.2.2.1). */
function access(responder: boolean): RawExtension {
  const one = (method: string, path: string) =>
    sequence(oid(`1.3.6.1.5.5.7.48.${method}`), ia5(0x86, `http://${CA_HOST}:${authority.port}/${path}`));
  return {
    oid: '1.3.6.1.5.5.7.1.1',
    value: sequence(one('2', 'issuer'), ...(responder ? [one('1', 'ocsp')] : [])),
  };
}

/** One timestamp of a log that browsers accept, with an invalid signature. */
function forgedTimestamp(): RawExtension {
  const [id = ''] = [...CT_LOGS].find(([, log]) => log.state === 'current') ?? [];
  const signature = Buffer.alloc(70, 7);
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(Date.now() - 86_400_000));
  const sct = Buffer.concat([
    Buffer.from([0]),
    Buffer.from(id, 'hex'),
    time,
    Buffer.from([0, 0, 4, 3, 0, signature.length]),
    signature,
  ]);
  const vector = (content: Buffer): Buffer =>
    Buffer.concat([Buffer.from([content.length >> 8, content.length & 0xff]), content]);
  return { oid: '1.3.6.1.4.1.11129.2.4.2', value: octets(vector(vector(sct))) };
}

/** A leaf sent without its issuer, whose address in the leaf may or may not return it. */
async function scanAlone(
  isThere: boolean,
  { responder = false, more = [] as RawExtension[], staple = null as Buffer | null } = {},
) {
  answers.delete('issuer');
  if (isThere) answers.set('issuer', issuer.der);
  asked.length = 0;
  const leaf = issueRaw({
    subject: distinguishedName({ CN: 'shop.test' }),
    keys: keys(),
    issuer,
    serial,
    extensions: [...leafExtensions('shop.test'), access(responder), ...more],
  });
  return scanServed(
    { key: keyPem(leaf.keys), cert: leaf.pem, ...(staple ? { staple } : {}) },
    { root: root.pem, ports: [authority.port] },
  );
}

it.each<[string, Buffer, string]>([
  ['a good staple', rawResponse({ issuer, serial }), 'good'],
  ['a staple that says revoked', rawResponse({ issuer, serial, status: revoked() }), 'revoked'],
  ['a staple signed by another', rawResponse({ issuer, serial, signer: root }), 'refused'],
])('%s is proved with the issuer that was fetched', async (_what, staple, expected) => {
  const { outcomes, tls } = await scanAlone(true, { staple });
  expect(tls.chain.trust?.state).toBe('incomplete');
  expect(outcomes['ocsp-stapling']).toBe(expected);
  const without = await scanAlone(false, { staple });
  expect(without.outcomes['ocsp-stapling']).toContain('the issuer of the certificate is unknown');
});

it.each<[string, Buffer, string]>([
  ['revoked', rawResponse({ issuer, serial, status: revoked() }), 'revoked'],
  ['good', rawResponse({ issuer, serial }), 'asked'],
])('the responder is asked about a leaf whose issuer was fetched: %s', async (_what, response, expected) => {
  answers.set('ocsp', response);
  const { outcomes } = await scanAlone(true, { responder: true });
  expect(outcomes['ocsp-stapling']).toBe(expected);
  // One fetch serves trust, revocation and timestamps.
  expect(asked.filter((path) => path === 'issuer')).toHaveLength(1);
  expect(asked.filter((path) => path === 'ocsp')).toHaveLength(1);
});

it('timestamps are checked against the key of an issuer that was fetched', async () => {
  const more = [forgedTimestamp()];
  const seen = await scanAlone(true, { more });
  expect(seen.tls.chain.certificates[0]?.scts).toMatchObject([{ signature: 'invalid' }]);
  const without = await scanAlone(false, { more });
  expect(without.tls.chain.certificates[0]?.scts).toMatchObject([{ signature: 'unchecked' }]);
});

it('of several certificates with the issuer’s name, the one that signed counts', async () => {
  const namesake = issueRaw({
    subject: issuer.subject,
    keys: keys(),
    issuer: root,
    extensions: authorityExtensions(0),
  });
  expect(new X509Certificate(namesake.der).subject).toBe(new X509Certificate(issuer.der).subject);
  const staple = rawResponse({ issuer: namesake, serial });
  const { outcomes } = await scanAlone(true, { staple, more: [EXTENSION.subjectKeyId(namesake.keyId)] });
  expect(outcomes['ocsp-stapling']).toBe('refused');
});
