import { X509Certificate } from 'node:crypto';
import { issueOdd, type Issued } from '@palisade/lab/tls/certificates';
import { revocationList } from '@palisade/lab/tls/crl';
import { ocspResponse, type OcspRequest } from '@palisade/lab/tls/ocsp';
import { beforeAll, expect, it } from 'vitest';
import { NetworkFault } from '../../errors.ts';
import type { HttpAnswer, HttpRequestOptions } from '../net/egress.ts';
import { askRevocation } from './revocation.ts';

let issuer: Issued;
beforeAll(async () => {
  issuer = await issueOdd({ subject: 'CN=Issuer', ca: true });
});

type Reply = Buffer | number | 'own' | 'moved' | 'to_https' | 'dead' | 'slow';

const PLACES: Readonly<Record<string, string>> = { moved: '/moved', to_https: 'https://ca.test/' };

/** Asks about a fresh certificate with an OCSP responder at `/ocsp` and a list at `/crl`, at a host of its own. */
async function asked(
  { get = 'own', post = get, list }: { get?: Reply; post?: Reply; list?: 'revoked' | 'good' },
  about: Partial<OcspRequest> = {},
): Promise<unknown> {
  const host = `ca-${Math.random().toString(36).slice(2)}.test`;
  const [ocspUrl, crlUrl] = [`http://${host}/ocsp`, `http://list.${host}/crl`];
  const leaf = await issueOdd({ names: ['a.test'], issuer, ocspUrl, ...(list ? { crlUrl } : {}) });
  const own = ocspResponse({ leaf, issuer, ...about });
  const crl = list && (await revocationList({ issuer, revoked: list === 'revoked' ? [leaf] : [] }));
  const request = async ({ url, method = 'GET' }: HttpRequestOptions): Promise<HttpAnswer> => {
    const reply = url.pathname === '/crl' ? crl : method === 'POST' ? post : get;
    if (reply === 'dead') throw new NetworkFault('refused', 'refused');
    if (reply === 'slow') await new Promise((resolve) => setTimeout(resolve, 1500));
    if (typeof reply === 'string' && reply in PLACES && url.pathname !== '/moved') {
      const headers: HttpAnswer['headers'] = [['location', PLACES[reply] ?? '']];
      return { url: url.href, address: '', status: 302, headers, body: own, truncated: false, bodyFault: null, lenient: false }; // prettier-ignore
    }
    const [status, body] = typeof reply === 'number' ? [reply, Buffer.alloc(0)] : [200, Buffer.isBuffer(reply) ? reply : own]; // prettier-ignore
    return { url: url.href, address: '', status, headers: [], body, truncated: false, bodyFault: null, lenient: false };
  };
  return askRevocation({
    leaf: new X509Certificate(Buffer.from(leaf.certificate.rawData)),
    issuer: new X509Certificate(Buffer.from(issuer.certificate.rawData)),
    egress: { request, admit: (url, base) => new URL(url, base) },
    signal: AbortSignal.timeout(5000),
    now: Date.now(),
  });
}

const HTML = Buffer.from('<html>');
const MALFORMED = Buffer.from('30030a0101', 'hex');
const OLD = { from: -14, to: -7 };
const out = (text: string) => expect.stringContaining(text);

it.each<[string, Parameters<typeof asked>[0], Partial<OcspRequest>, object]>([
  ['an answer', {}, {}, { status: 'good', method: 'ocsp' }],
  // Firefox and OpenSSL send POST.
  ['an answer to POST alone', { get: 405, post: 'own' }, {}, { status: 'good', method: 'ocsp' }],
  ['a page for GET', { get: HTML, post: 'own' }, {}, { status: 'good', method: 'ocsp' }],
  ['an error for GET', { get: MALFORMED, post: 'own' }, {}, { status: 'good', method: 'ocsp' }],
  ['an error for both', { get: MALFORMED }, {}, { status: 'unknown', reason: out('malformedRequest') }],
  ['nothing', { get: 404 }, {}, { status: 'unknown', reason: 'answered 404' }],
  // As OpenSSL: of GET alone.
  ['a redirect', { get: 'moved', post: 405 }, {}, { status: 'good', method: 'ocsp' }],
  ['one to https', { get: 'to_https', post: 405 }, {}, { status: 'unknown', reason: out('not http') }],
  ['a redirect of POST', { get: HTML, post: 302 }, {}, { status: 'unknown', reason: 'answered 302' }],
  ['a dead responder, and a list', { get: 'dead', list: 'revoked' }, {}, { status: 'revoked', method: 'crl' }],
  ['a slow responder, and a list', { get: 'slow', list: 'revoked' }, {}, { status: 'revoked', method: 'crl' }],
  // As in mozilla::pkix: for 10 days at most, and for 2 without an end; what was revoked stays revoked.
  ['an old answer', {}, { from: -30, to: 300 }, { status: 'unknown', reason: out('for at most 10 days') }],
  ['an answer that ended', {}, OLD, { status: 'unknown', reason: out('out of date since') }],
  ['an answer that ended, revoked', {}, { ...OLD, status: 'revoked' }, { status: 'revoked' }],
  ['an answer from the future', {}, { from: 2, to: 4 }, { status: 'unknown', reason: out('in the future') }],
  ['the same, revoked', {}, { from: 2, to: 4, status: 'revoked' }, { status: 'unknown' }],
])('%s', async (_what, replies, about, expected) => {
  expect(await asked(replies, about)).toMatchObject(expected);
});
