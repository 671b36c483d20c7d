import type { Certificate, TlsEvidence, TlsVersion } from '../../evidence/tls.ts';
import { schemeName } from '../../parse/tls/signature-schemes.ts';

/** What a client can check a server's signature with. */
export interface Verifier {
  /** Codes of signature schemes; empty: not known. */
  schemes: ReadonlySet<number>;
  /** Codes of groups; empty: it sends no list. */
  groups: readonly number[];
  /** It may offer more groups. */
  hasMoreGroups: boolean;
}

const PSS = [0x0804, 0x0805, 0x0806];
const PKCS1 = [0x0401, 0x0501, 0x0601, 0x0301];
const ECDSA = [0x0403, 0x0503, 0x0603, 0x0303];
/** With SHA-1, by type of key. */
const OVER_SHA1: Readonly<Record<string, number>> = { RSA: 0x0201, EC: 0x0203 };
/** What most browsers lack, by type of key. */
const RARE: Readonly<Record<string, readonly { kind: 'ecdsa_sha512' | 'sha224'; scheme: number }[]>> = {
  RSA: [{ kind: 'sha224', scheme: 0x0301 }],
  EC: [
    { kind: 'ecdsa_sha512', scheme: 0x0603 },
    { kind: 'sha224', scheme: 0x0303 },
  ],
};
const OF_PSS_KEYS = [0x0809, 0x080a, 0x080b];

/** RFC 8446 §4.2.3, RFC 8734: TLS 1.3 ties each curve to one scheme. */
const IN_TLS13: Readonly<Record<string, readonly number[]>> = {
  RSA: PSS,
  'RSA-PSS': OF_PSS_KEYS,
  'P-256': [0x0403],
  'P-384': [0x0503],
  'P-521': [0x0603],
  brainpoolP256r1: [0x081a],
  brainpoolP384r1: [0x081b],
  brainpoolP512r1: [0x081c],
  Ed25519: [0x0807],
  Ed448: [0x0808],
};
/** In TLS 1.2 a scheme is a hash for a type of key, and every curve goes with every hash (RFC 5246 §7.4.1.4.1). */
const IN_TLS12: Readonly<Record<string, readonly number[]>> = {
  RSA: [...PKCS1, ...PSS],
  'RSA-PSS': OF_PSS_KEYS,
  EC: ECDSA,
  Ed25519: [0x0807],
  Ed448: [0x0808],
};
/** Keys that clients could use before they sent lists of schemes. */
const OLD_KEYS: ReadonlySet<string> = new Set(['RSA', 'EC']);

const CURVE_GROUPS: Readonly<Record<string, number>> = {
  secp256k1: 0x16,
  'P-256': 0x17,
  'P-384': 0x18,
  'P-521': 0x19,
  brainpoolP256r1: 0x1a,
  brainpoolP384r1: 0x1b,
  brainpoolP512r1: 0x1c,
};

/** Whether the client can use a suite with one of the server's certificates; null if that is not known. */
export function canVerify(client: Verifier, tls: TlsEvidence, version: TlsVersion, suite: string): boolean | null {
  const leaves = leavesOf(tls);
  if (leaves.length === 0 || suite.includes('_anon_')) return true;
  const answers = leaves
    .filter((leaf) => version === 'TLS 1.3' || belongsTo(leaf, suite))
    .map((leaf) =>
      version === 'TLS 1.3' ? verifies(client, leaf) : verifiesClassic(client, leaf, tls, version, suite),
    );
  if (answers.includes(true)) return true;
  // A suite for another type of key: the server has a certificate that the scan did not get.
  return answers.length === 0 || answers.includes(null) ? null : false;
}

/** "an Ed25519 key": the one that the client does not support. */
export function keyOf(tls: TlsEvidence): string {
  const [leaf] = leavesOf(tls);
  const name = leaf ? (leaf.key.curve ?? leaf.key.type) : 'unknown';
  return `${/^[ER]/u.test(name) ? 'an' : 'a'} ${name} key`;
}

/** Every certificate that some clients are given. */
export function leavesOf({ chain, second_chain: second, other_chains: others }: TlsEvidence): Certificate[] {
  const usual = [chain, second].flatMap((one) => one?.certificates[0] ?? []);
  const known = new Set(usual.map((leaf) => leaf.sha256));
  const leaves = others.flatMap((one) => one.chain.certificates[0] ?? []);
  return [...usual, ...leaves.filter((leaf) => !known.has(leaf.sha256))];
}

function belongsTo({ key }: Certificate, suite: string): boolean {
  // RFC 8422 §5.10: EdDSA keys use the suites of ECDSA.
  if (suite.includes('_ECDSA_')) return key.type.startsWith('E');
  // Static RSA encrypts to the key, which one for PSS signatures does not allow.
  if (suite.startsWith('TLS_RSA_')) return key.type === 'RSA';
  return suite.includes('_RSA_') ? key.type.startsWith('RSA') : key.type === 'DSA';
}

function verifies({ schemes }: Verifier, { key }: Certificate): boolean | null {
  if (schemes.size === 0) return key.type === 'RSA' || key.curve === 'P-256' || key.curve === 'P-384' ? true : null;
  const wanted = IN_TLS13[key.curve ?? key.type] ?? [];
  return wanted.some((scheme) => schemes.has(scheme));
}

function verifiesClassic(
  client: Verifier,
  { key }: Certificate,
  tls: TlsEvidence,
  version: TlsVersion,
  suite: string,
): boolean | null {
  const signed = version === 'TLS 1.2' ? verifiesScheme(client, key.type, tls) : OLD_KEYS.has(key.type);
  // Nothing is signed with static RSA, but servers of OpenSSL and NSS end a handshake without a scheme in common all the same.
  if (suite.startsWith('TLS_RSA_')) return signed === false ? null : true;
  const { groups, hasMoreGroups } = client;
  if (key.type !== 'EC' || groups.length === 0 || signed === false) return signed;
  // The curve of the key is one of the client's groups too (RFC 8422 §5.1).
  const curve = CURVE_GROUPS[key.curve ?? ''];
  if (curve !== undefined && groups.includes(curve)) return signed;
  return hasMoreGroups ? null : false;
}

function verifiesScheme({ schemes }: Verifier, type: string, tls: TlsEvidence): boolean | null {
  const stateOf = (one: TlsEvidence['signature_list'][number]['kind']): boolean | null | undefined =>
    tls.signature_list.find(({ version, kind }) => version === 'TLS 1.2' && kind === one)?.offered;
  const usual = stateOf(type === 'EC' ? 'ecdsa' : type.startsWith('RSA') ? 'rsa' : 'eddsa');
  const sha1 = OVER_SHA1[type];
  const isWithoutUsual = sha1 !== undefined && usual === false;
  if (schemes.size === 0) return OLD_KEYS.has(type) && !isWithoutUsual ? true : null;
  const has = (wanted: readonly number[]): boolean => wanted.some((scheme) => schemes.has(scheme));
  const rare = (RARE[type] ?? []).filter(({ kind }) => stateOf(kind) === true).map(({ scheme }) => scheme);
  if (isWithoutUsual) return has(rare.length > 0 && stateOf('sha1') === false ? rare : [...rare, sha1]);
  // Not every server that signs with PSS also signs in the old way.
  const isPss =
    tls.signatures.some((name) => name.startsWith('rsa_pss')) &&
    !tls.signatures.some((name) => name.startsWith('rsa_pkcs1'));
  if (type === 'RSA' && isPss && !has(PSS)) return has(PKCS1) ? null : false;
  const possible = has(IN_TLS12[type] ?? []);
  const isAsked = usual === true && (rare.length > 0 || stateOf('sha1') === true);
  return !isAsked && possible && !has(rareAlone(type, tls)) ? null : possible;
}

/** It was offered the usual schemes before: a server that chose only others, or SHA-1, may insist on them. All of them if it did not. */
function rareAlone(type: string, { signatures }: TlsEvidence): readonly number[] {
  const seen = signatures.filter((name) => name.startsWith(type === 'EC' ? 'ecdsa_' : 'rsa_'));
  const all = [...(RARE[type] ?? []).map(({ scheme }) => scheme), OVER_SHA1[type] ?? 0];
  const rare = all.filter((scheme) => seen.includes(schemeName(scheme)));
  const isAlone = rare.length > 0 && rare.length === seen.length;
  return isAlone ? rare : (IN_TLS12[type] ?? []);
}
