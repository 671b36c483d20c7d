import { issueOdd, type Issued, type OddRequest } from './certificates.ts';
import type { LabTlsHost } from './lab-host.ts';
import { pemOf, type LabPki } from './pki.ts';
import { serveTls, type TlsHost } from './tls-host.ts';

/** What a careful operator sets; only the certificate is out of the ordinary. */
const HASHES = ['SHA256', 'SHA384', 'SHA512'];
export const SOUND_SIGNATURES = [
  ...['ECDSA', 'RSA-PSS', 'RSA'].flatMap((kind) => HASHES.map((hash) => `${kind}+${hash}`)),
  ...HASHES.map((hash) => `rsa_pss_pss_${hash.toLowerCase()}`),
  'ed25519',
  'ed448',
].join(':');

export const CAREFUL = {
  minVersion: 'TLSv1.2',
  ciphers: 'ECDHE+AESGCM:ECDHE+CHACHA20:@SECLEVEL=0',
  // At that level, which odd certificates need, OpenSSL would sign over SHA-1 too.
  sigalgs: SOUND_SIGNATURES,
  ALPNProtocols: ['h2', 'http/1.1'],
} as const;

type Chain = (leaf: Issued, pki: LabPki) => readonly Issued[];
const usual: Chain = (leaf, { intermediate }) => [leaf, intermediate];

interface Case {
  name: string;
  what: string;
  request?: (host: string, pki: LabPki) => OddRequest;
  chain?: Chain;
  faults?: LabTlsHost['faults'];
}

const CASES: readonly Case[] = [
  { name: 'good', what: 'nothing to fix' },
  { name: 'goodrsa', what: 'RSA 2048', request: () => ({ key: 'rsa' }) },
  { name: 'rsa4096', what: 'RSA 4096', request: () => ({ key: 'rsa4096' }) },
  { name: 'p384', what: 'a larger curve', request: () => ({ key: 'p384' }) },
  {
    name: 'expired',
    what: 'yesterday was its last day',
    request: () => ({ from: -90, to: -1 }),
    faults: { 'tls/certificate-validity': 'expired' },
  },
  {
    name: 'expiring',
    what: 'two of ninety days left',
    request: () => ({ from: -88, to: 2 }),
    faults: { 'tls/certificate-validity': 'last_days' },
  },
  {
    name: 'soon',
    what: 'ten of ninety days left',
    request: () => ({ from: -80, to: 10 }),
    faults: { 'tls/certificate-validity': 'soon' },
  },
  {
    name: 'notyet',
    what: 'begins tomorrow',
    request: () => ({ from: 1 }),
    faults: { 'tls/certificate-validity': 'not_yet_valid' },
  },
  {
    name: 'wronghost',
    what: 'the common name matches, the SAN names another host',
    request: (host) => ({ subject: `CN=${host}`, names: ['other.test'] }),
    faults: { 'tls/certificate-name': 'common_name_only' },
  },
  {
    name: 'nosan',
    what: 'the common name matches, there is no SAN',
    request: (host) => ({ subject: `CN=${host}`, names: [] }),
    faults: { 'tls/certificate-name': 'common_name_only' },
  },
  {
    name: 'noname',
    what: 'no host named anywhere',
    request: () => ({ subject: 'O=Nobody', names: [] }),
    faults: { 'tls/certificate-name': 'no_names' },
  },
  {
    name: 'otherhost',
    what: 'a certificate for someone else',
    request: () => ({ names: ['other.test', 'www.other.test'] }),
    faults: { 'tls/certificate-name': 'other_names' },
  },
  { name: 'wildcard', what: '*.tls.test', request: () => ({ names: ['*.tls.test'] }) },
  {
    name: 'very.deep',
    what: 'two labels below a wildcard',
    request: () => ({ names: ['*.tls.test'] }),
    faults: { 'tls/certificate-name': 'other_names' },
  },
  {
    name: 'manysan',
    what: '800 names, in several records',
    request: (host) => ({ names: [...Array.from({ length: 800 }, (_, at) => `n${at}.some-long-name.test`), host] }),
  },
  {
    name: 'untrusted',
    what: 'a root no one trusts, sent along',
    request: (_host, { stranger }) => ({ issuer: stranger }),
    chain: (leaf, { stranger, strangerRoot }) => [leaf, stranger, strangerRoot],
    faults: { 'tls/certificate-trust': 'untrusted_root' },
  },
  {
    name: 'stranger',
    what: 'an authority no one knows',
    request: (_host, { stranger }) => ({ issuer: stranger }),
    chain: (leaf, { stranger }) => [leaf, stranger],
    faults: { 'tls/certificate-trust': 'unknown_issuer' },
  },
  {
    name: 'incomplete',
    what: 'the intermediate is left out, and no address leads to it',
    chain: (leaf) => [leaf],
    faults: { 'tls/certificate-trust': 'unknown_issuer' },
  },
  {
    name: 'disorder',
    what: 'leaf, root, intermediate',
    chain: (leaf, { root, intermediate }) => [leaf, root, intermediate],
    faults: { 'tls/chain-order': 'disordered' },
  },
  {
    name: 'withroot',
    what: 'the root is sent too',
    chain: (leaf, { root, intermediate }) => [leaf, intermediate, root],
  },
  {
    name: 'extra',
    what: 'a stranger in the chain',
    chain: (leaf, { intermediate, stranger }) => [leaf, intermediate, stranger],
  },
  {
    name: 'bundle',
    what: 'twelve others before the intermediate',
    chain: (leaf, { intermediate, stranger }) => [leaf, ...Array<Issued>(12).fill(stranger), intermediate],
  },
  {
    name: 'dup',
    what: 'the intermediate twice',
    chain: (leaf, { intermediate }) => [leaf, intermediate, intermediate],
  },
  {
    name: 'sha1leaf',
    what: 'signed with SHA-1',
    request: () => ({ hash: 'SHA-1' }),
    faults: { 'tls/certificate-signature': 'broken' },
  },
  {
    name: 'md5leaf',
    what: 'signed with MD5',
    request: (_host, { rsaIntermediate }) => ({ issuer: rsaIntermediate, hash: 'MD5' }),
    chain: (leaf, { rsaIntermediate }) => [leaf, rsaIntermediate],
    faults: { 'tls/certificate-signature': 'broken' },
  },
  {
    name: 'sha1int',
    what: 'an intermediate signed with SHA-1',
    request: (_host, { sha1Intermediate }) => ({ issuer: sha1Intermediate }),
    chain: (leaf, { sha1Intermediate }) => [leaf, sha1Intermediate],
    faults: { 'tls/certificate-signature': 'broken' },
  },
  {
    name: 'expiredint',
    what: 'an intermediate that has expired',
    request: (_host, { expiredIntermediate }) => ({ issuer: expiredIntermediate }),
    chain: (leaf, { expiredIntermediate }) => [leaf, expiredIntermediate],
    faults: { 'tls/intermediate-validity': 'expired' },
  },
  {
    name: 'rsa1024',
    what: 'RSA 1024',
    request: () => ({ key: 'rsa1024' }),
    faults: { 'tls/certificate-key': 'broken' },
  },
  {
    name: 'rsa768',
    what: 'RSA 768',
    request: () => ({ key: 'rsa768' }),
    faults: { 'tls/certificate-key': 'broken' },
  },
  { name: 'long825', what: '825 days, from an authority that no rule binds', request: () => ({ from: -100, to: 725 }) },
  {
    name: 'badeku',
    what: 'made for clients',
    request: () => ({ purposes: ['1.3.6.1.5.5.7.3.2'] }),
    faults: { 'tls/certificate-purpose': 'wrong_purpose' },
  },
  {
    name: 'caleaf',
    what: 'may sign certificates itself',
    request: () => ({ ca: true }),
    faults: { 'tls/certificate-purpose': 'authority' },
  },
  {
    name: 'expiredwrong',
    what: 'expired and for another host: two faults, not one',
    request: () => ({ from: -90, to: -1, names: ['other.test'] }),
    faults: { 'tls/certificate-validity': 'expired', 'tls/certificate-name': 'other_names' },
  },
  {
    name: 'expireduntrusted',
    what: 'expired, and from an authority no one knows',
    request: (_host, { stranger }) => ({ issuer: stranger, from: -90, to: -1 }),
    chain: (leaf, { stranger }) => [leaf, stranger],
    faults: { 'tls/certificate-validity': 'expired', 'tls/certificate-trust': 'unknown_issuer' },
  },
];

const SELF_SIGNED: LabTlsHost = {
  name: 'selfsigned',
  what: 'vouches for itself',
  async start(host) {
    const leaf = await issueOdd({ names: [host] });
    return serveTls({ ...CAREFUL, key: leaf.key, cert: leaf.pem });
  },
  faults: { 'tls/certificate-trust': 'self_signed' },
};

async function serveCase(one: Case, host: string, pki: LabPki): Promise<TlsHost> {
  const leaf = await issueOdd({ names: [host], issuer: pki.intermediate, ...one.request?.(host, pki) });
  return serveTls({ ...CAREFUL, key: leaf.key, cert: pemOf(...(one.chain ?? usual)(leaf, pki)) });
}

export const CERTIFICATE_HOSTS: readonly LabTlsHost[] = [
  ...CASES.map((one) => ({
    name: one.name,
    what: one.what,
    start: (host: string, pki: LabPki) => serveCase(one, host, pki),
    faults: one.faults ?? {},
  })),
  SELF_SIGNED,
];
