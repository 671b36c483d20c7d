import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import {
  authorityExtensions,
  distinguishedName,
  ia5,
  issueRaw,
  leafExtensions,
  oid,
  sequence,
} from '@palisade/lab/tls/raw-certificate';
import { expect, it } from 'vitest';
import { NetworkFault } from '../../errors.ts';
import type { HttpAnswer } from '../net/egress.ts';
import { KnownPaths } from './known-paths.ts';

const POLICY = { allowCidrs: [], allowPorts: [], dnsServers: [], userAgent: 'Palisade-Test' };
const keys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const root = issueRaw({ subject: distinguishedName({ CN: 'Root' }), keys: keys(), extensions: authorityExtensions() });
const subject = distinguishedName({ CN: 'Authority' });
const authority = issueRaw({ subject, keys: keys(), issuer: root, extensions: authorityExtensions(0) });
const stranger = issueRaw({ subject: distinguishedName({ CN: 'Stranger' }), keys: keys() });
/** The authority's key and name, self-signed: a path that ends in no known root. */
const itself = issueRaw({ subject, keys: authority.keys, extensions: authorityExtensions() });
/** The same key, not allowed to sign certificates, below the root. */
const barred = issueRaw({ subject, keys: authority.keys, issuer: root });

/** id-ad-caIssuers (RFC 5280 §4.2.2.1), in this order. */
function issuersAt(...urls: string[]) {
  const one = (url: string) => sequence(oid('1.3.6.1.5.5.7.48.2'), ia5(0x86, url));
  return { oid: '1.3.6.1.5.5.7.1.1', value: sequence(...urls.map(one)) };
}

type Answer = { status: number; headers?: [string, string][]; body?: Buffer; truncated?: boolean };
const file = (one: { der: Buffer }): Answer => ({ status: 200, body: one.der });
const to = (location: string, status = 301): Answer => ({ status, headers: [['location', location]] });

const sought = (files: Record<string, Answer | Error>, ...urls: string[]) => soughtBeside([], files, ...urls);

/** @param sent next to the leaf */
async function soughtBeside(sent: { der: Buffer }[], files: Record<string, Answer | Error>, ...urls: string[]) {
  const leaf = issueRaw({
    subject: distinguishedName({ CN: 'a.test' }),
    keys: keys(),
    issuer: authority,
    extensions: [...leafExtensions('a.test'), issuersAt(...urls)],
  });
  const chain = [leaf, ...sent].map(({ der }) => new X509Certificate(der));
  const asked: string[] = [];
  const egress = {
    admit: (url: string, base?: string | URL) => new URL(url, base),
    request: ({ url }: { url: URL }) => {
      asked.push(url.href);
      const answer = files[url.href];
      if (!answer) return Promise.reject(new NetworkFault('refused', `${url.host} refused the connection`));
      if (answer instanceof Error) return Promise.reject(answer);
      return Promise.resolve({
        headers: [],
        body: Buffer.alloc(0),
        truncated: false,
        ...answer,
      } as unknown as HttpAnswer);
    },
  };
  const policy = { ...POLICY, extraCa: root.pem };
  const trust = await new KnownPaths({ ...egress, policy }, AbortSignal.timeout(10_000)).trustOf(chain, undefined);
  if (!trust) throw new Error('no verdict');
  return { ...trust, asked };
}

const [ONE, TWO, FIVE] = ['http://one.test/a.crt', 'http://two.test/a.crt', 'http://5.test/'];
const upper = issueRaw({
  subject: distinguishedName({ CN: 'Upper' }),
  keys: keys(),
  issuer: root,
  extensions: authorityExtensions(),
});
/** The authority's key and name, below one that is at the second address. */
const beyond = issueRaw({
  subject,
  keys: authority.keys,
  issuer: upper,
  extensions: [...authorityExtensions(0), issuersAt(TWO)],
});

it.each<[string, Record<string, Answer | Error>, string[], string]>([
  ['at its address', { [ONE]: file(authority) }, [ONE], 'incomplete'],
  ['behind a redirect', { [ONE]: to(TWO), [TWO]: file(authority) }, [ONE], 'incomplete'],
  ['behind a relative redirect', { [ONE]: to('/b', 302), 'http://one.test/b': file(authority) }, [ONE], 'incomplete'],
  ['behind a redirect to https', { [ONE]: to('https://two.test/a.crt') }, [ONE], 'issuer_unreachable'],
  ['behind redirects without end', { [ONE]: to(ONE) }, [ONE], 'issuer_unreachable'],
  ['at the second address, the first being dead', { [TWO]: file(authority) }, [ONE, TWO], 'incomplete'],
  [
    'at the second, after a file that is none',
    { [ONE]: { status: 200, body: Buffer.from('no') }, [TWO]: file(authority) },
    [ONE, TWO],
    'incomplete',
  ],
  [
    'at the second, after another certificate',
    { [ONE]: file(stranger), [TWO]: file(authority) },
    [ONE, TWO],
    'incomplete',
  ],
  [
    'at the second, after one that vouches for itself',
    { [ONE]: file(itself), [TWO]: file(authority) },
    [ONE, TWO],
    'incomplete',
  ],
  [
    'at the second, after one that may not sign',
    { [ONE]: file(barred), [TWO]: file(authority) },
    [ONE, TWO],
    'incomplete',
  ],
  ['nowhere but one that vouches for itself', { [ONE]: file(itself) }, [ONE, TWO], 'untrusted_root'],
  ['nowhere but one that may not sign', { [ONE]: file(barred) }, [ONE], 'invalid'],
  ['nowhere', {}, [ONE, TWO], 'issuer_unreachable'],
  [
    'at the fifth address, as Chrome goes',
    { [FIVE]: file(authority) },
    [ONE, TWO, 'http://3.test/', 'http://4.test/', FIVE],
    'incomplete',
  ],
  ['nowhere, next to a stranger', { [ONE]: file(stranger) }, [ONE, TWO], 'issuer_unreachable'],
  ['nowhere but a stranger', { [ONE]: file(stranger) }, [ONE], 'unknown_issuer'],
  ['there, and its own issuer is not', { [ONE]: file(beyond) }, [ONE], 'issuer_unreachable'],
  ['there, and its own issuer, too', { [ONE]: file(beyond), [TWO]: file(upper) }, [ONE], 'incomplete'],
])('the issuer is %s', async (_what, files, urls, state) => {
  const found = await sought(files, ...urls);
  expect(found.state).toBe(state);
  expect(found.asked.length).toBeLessThanOrEqual(5);
  expect(found.asked.every((url) => url.startsWith('http:'))).toBe(true);
});

it.each<[string, Record<string, Answer | Error>, string, string]>([
  ['and the known one is at the address', { [ONE]: file(authority) }, 'incomplete', 'CN=Authority'],
  ['and so is another', { [ONE]: file(beyond), [TWO]: file(upper) }, 'incomplete', 'CN=Authority'],
  ['and nothing else is there', { [ONE]: file(itself) }, 'untrusted_root', 'CN=Authority'],
  ['and what is there may not sign', { [ONE]: file(barred) }, 'untrusted_root', 'CN=Authority'],
  ['and a stranger is there', { [ONE]: file(stranger) }, 'untrusted_root', 'CN=Authority'],
  ['and the address is dead', {}, 'untrusted_root', 'CN=Authority'],
])('the server sends an unknown root, %s', async (_what, files, state, issuer) => {
  expect(await soughtBeside([itself], files, ONE)).toMatchObject({ state, issuer });
});

it('an issuer that cannot be fetched is reported with every address and its reason', async () => {
  const files = { [ONE]: { status: 404 }, [TWO]: to('https://two.test/a.crt') };
  const others = ['three', 'four', 'five', 'six'].map((name) => `http://${name}.test/`);
  const found = await sought(files, ONE, TWO, ...others);
  expect(found.unfetched).toEqual([
    { url: ONE, reason: 'answered 404' },
    { url: TWO, reason: 'redirects to a URL that is not http' },
    ...['three', 'four', 'five'].map((name) => ({
      url: `http://${name}.test/`,
      reason: `${name}.test refused the connection`,
    })),
  ]);
  expect((await sought({ [ONE]: to(ONE) }, ONE)).unfetched).toEqual([
    { url: ONE, reason: 'redirects more than 3 times' },
  ]);
  const none = { status: 200, body: Buffer.from('no') };
  const torn = { status: 200, body: authority.der.subarray(0, 50), truncated: true };
  expect((await sought({ [ONE]: torn }, ONE)).unfetched).toMatchObject([
    { reason: 'the response ends early or takes too long' },
  ]);
  const large = { status: 200, body: Buffer.alloc(64 * 1024), truncated: true };
  expect((await sought({ [ONE]: large }, ONE)).unfetched).toMatchObject([
    { reason: 'the response is too large for a certificate' },
  ]);
  expect((await sought({ [ONE]: none }, ONE)).unfetched).toMatchObject([
    { reason: 'the response contains no certificate' },
  ]);
});

it('our own fault proves nothing about the authority, and another address may still return it', async () => {
  const full = new NetworkFault('limit', 'this service has no free connection', { blame: 'us' });
  await expect(sought({ [ONE]: full }, ONE, TWO)).rejects.toBe(full);
  await expect(sought({ [ONE]: full, [TWO]: file(stranger) }, ONE, TWO)).rejects.toBe(full);
  expect((await sought({ [ONE]: full, [TWO]: file(authority) }, ONE, TWO)).state).toBe('incomplete');
});
