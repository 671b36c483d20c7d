/** IANA TLS SignatureScheme registry; up to TLS 1.2 the same bytes are a hash and a signature algorithm (RFC 5246 §7.4.1.4.1). */
const NAMES: Readonly<Record<number, string>> = {
  0x0401: 'rsa_pkcs1_sha256',
  0x0501: 'rsa_pkcs1_sha384',
  0x0601: 'rsa_pkcs1_sha512',
  0x0403: 'ecdsa_secp256r1_sha256',
  0x0503: 'ecdsa_secp384r1_sha384',
  0x0603: 'ecdsa_secp521r1_sha512',
  0x0804: 'rsa_pss_rsae_sha256',
  0x0805: 'rsa_pss_rsae_sha384',
  0x0806: 'rsa_pss_rsae_sha512',
  0x0807: 'ed25519',
  0x0808: 'ed448',
  0x0809: 'rsa_pss_pss_sha256',
  0x080a: 'rsa_pss_pss_sha384',
  0x080b: 'rsa_pss_pss_sha512',
  0x0301: 'rsa_pkcs1_sha224',
  0x0303: 'ecdsa_sha224',
  0x0201: 'rsa_pkcs1_sha1',
  0x0203: 'ecdsa_sha1',
  0x0202: 'dsa_sha1',
  0x0402: 'dsa_sha256',
};

export function schemeName(code: number): string {
  return NAMES[code] ?? `0x${code.toString(16).padStart(4, '0')}`;
}
