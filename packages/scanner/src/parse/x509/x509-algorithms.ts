/** Signature algorithms by OID: the name OpenSSL prints, and the hash that decides how strong it is. */
const SIGNATURES: Record<string, readonly [name: string, hash: SignatureHash]> = {
  '1.2.840.113549.1.1.2': ['md2WithRSAEncryption', 'MD2'],
  '1.2.840.113549.1.1.4': ['md5WithRSAEncryption', 'MD5'],
  '1.2.840.113549.1.1.5': ['sha1WithRSAEncryption', 'SHA-1'],
  '1.3.14.3.2.29': ['sha1WithRSA', 'SHA-1'],
  '1.2.840.113549.1.1.14': ['sha224WithRSAEncryption', 'SHA-224'],
  '1.2.840.113549.1.1.11': ['sha256WithRSAEncryption', 'SHA-256'],
  '1.2.840.113549.1.1.12': ['sha384WithRSAEncryption', 'SHA-384'],
  '1.2.840.113549.1.1.13': ['sha512WithRSAEncryption', 'SHA-512'],
  '1.2.840.10040.4.3': ['dsa-with-SHA1', 'SHA-1'],
  '2.16.840.1.101.3.4.3.2': ['dsa-with-SHA256', 'SHA-256'],
  '1.2.840.10045.4.1': ['ecdsa-with-SHA1', 'SHA-1'],
  '1.2.840.10045.4.3.1': ['ecdsa-with-SHA224', 'SHA-224'],
  '1.2.840.10045.4.3.2': ['ecdsa-with-SHA256', 'SHA-256'],
  '1.2.840.10045.4.3.3': ['ecdsa-with-SHA384', 'SHA-384'],
  '1.2.840.10045.4.3.4': ['ecdsa-with-SHA512', 'SHA-512'],
  '1.3.101.112': ['Ed25519', 'intrinsic'],
  '1.3.101.113': ['Ed448', 'intrinsic'],
  '2.16.840.1.101.3.4.3.17': ['ML-DSA-44', 'intrinsic'],
  '2.16.840.1.101.3.4.3.18': ['ML-DSA-65', 'intrinsic'],
  '2.16.840.1.101.3.4.3.19': ['ML-DSA-87', 'intrinsic'],
};
export const RSASSA_PSS = '1.2.840.113549.1.1.10';

export const SIGNATURE_HASHES = [
  'MD2',
  'MD5',
  'SHA-1',
  'SHA-224',
  'SHA-256',
  'SHA-384',
  'SHA-512',
  'intrinsic',
] as const;
/** `intrinsic`: the algorithm does its own hashing (EdDSA, ML-DSA). */
export type SignatureHash = (typeof SIGNATURE_HASHES)[number];

const HASHES: Record<string, SignatureHash> = {
  '1.2.840.113549.2.5': 'MD5',
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.4': 'SHA-224',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};

export function signatureAlgorithm(oid: string): { name: string; hash: SignatureHash | null } {
  const known = SIGNATURES[oid];
  return known ? { name: known[0], hash: known[1] } : { name: oid, hash: null };
}
export function hashAlgorithm(oid: string): SignatureHash | null {
  return HASHES[oid] ?? null;
}

/** Elliptic curves by OID, with the size of their field in bits. */
const CURVES: Record<string, readonly [name: string, bits: number]> = {
  '1.2.840.10045.3.1.1': ['P-192', 192],
  '1.3.132.0.33': ['P-224', 224],
  '1.2.840.10045.3.1.7': ['P-256', 256],
  '1.3.132.0.34': ['P-384', 384],
  '1.3.132.0.35': ['P-521', 521],
  '1.3.132.0.10': ['secp256k1', 256],
  '1.3.36.3.3.2.8.1.1.7': ['brainpoolP256r1', 256],
  '1.3.36.3.3.2.8.1.1.11': ['brainpoolP384r1', 384],
  '1.3.36.3.3.2.8.1.1.13': ['brainpoolP512r1', 512],
};
export function curve(oid: string): { name: string; bits: number | null } {
  const known = CURVES[oid];
  return known ? { name: known[0], bits: known[1] } : { name: oid, bits: null };
}

/** Public key types by OID, other than RSA and EC: name and nominal size in bits. */
const KEYS: Record<string, readonly [type: string, bits: number | null]> = {
  '1.2.840.10040.4.1': ['DSA', null],
  '1.3.101.112': ['Ed25519', 256],
  '1.3.101.113': ['Ed448', 456],
  '2.16.840.1.101.3.4.3.17': ['ML-DSA-44', null],
  '2.16.840.1.101.3.4.3.18': ['ML-DSA-65', null],
  '2.16.840.1.101.3.4.3.19': ['ML-DSA-87', null],
};
export function otherKey(oid: string): { type: string; bits: number | null } {
  const known = KEYS[oid];
  return known ? { type: known[0], bits: known[1] } : { type: oid, bits: null };
}
