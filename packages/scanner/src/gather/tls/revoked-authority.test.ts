import { X509Certificate } from 'node:crypto';
import { issueOdd, type Issued } from '@palisade/lab/tls/certificates';
import { revocationList } from '@palisade/lab/tls/crl';
import { expect, it } from 'vitest';
import type { HttpAnswer, HttpRequestOptions } from '../net/egress.ts';
import { anchorsWith } from './anchors.ts';
import { askAboveLeaf } from './revoked-authority.ts';

const crlUrl = 'http://ca.test/root.crl';
const root = await issueOdd({ subject: 'CN=Root', ca: true });
const signer = { ca: true, issuer: root, crlUrl };
const [sound, revoked] = await Promise.all([
  issueOdd({ ...signer, subject: 'CN=Sound' }),
  issueOdd({ ...signer, subject: 'CN=Revoked' }),
]);
// The same name and key: clients may build the path with either.
const twin = await issueOdd({ ...signer, subject: 'CN=Revoked', keys: revoked.keys });
const below = await issueOdd({ ca: true, issuer: revoked, subject: 'CN=Below' });
const list = await revocationList({ issuer: root, revoked: [revoked] });
const leafOf = (issuer: Issued) => issueOdd({ names: ['a.test'], issuer });

it.each<[string, Issued[], string | null]>([
  ['none', [await leafOf(root)], null],
  ['a sound one', [await leafOf(sound), sound], null],
  ['a revoked one', [await leafOf(revoked), revoked], 'Revoked'],
  ['a revoked one, and the root', [await leafOf(revoked), revoked, root], 'Revoked'],
  ['a revoked one above another', [await leafOf(below), below, revoked], 'Revoked'],
  ['a revoked one that is not needed', [await leafOf(sound), sound, revoked], null],
  ['a revoked one with a twin', [await leafOf(revoked), revoked, twin], null],
  ['one that is not sent', [await leafOf(revoked)], null],
])('%s', async (_what, chain, subject) => {
  const x509 = chain.map(({ certificate }) => new X509Certificate(Buffer.from(certificate.rawData)));
  const request = ({ url }: HttpRequestOptions): Promise<HttpAnswer> =>
    Promise.resolve({ url: url.href, address: '', status: 200, headers: [], body: list, truncated: false, bodyFault: null, lenient: false }); // prettier-ignore
  const anchors = anchorsWith(root.certificate.toString('pem'));
  const question = {
    egress: { request, admit: (url: string, base?: string | URL) => new URL(url, base) },
    signal: AbortSignal.timeout(5000),
    now: Date.now(),
  };
  const found = await askAboveLeaf(x509, anchors, question);
  if (subject === null) expect(found).toBeNull();
  else expect(found?.subject).toContain(subject);
});
