/** Named groups (IANA "TLS Supported Groups") that a server may pick, by code. */
const GROUPS = {
  0x11ec: 'X25519MLKEM768',
  0x11eb: 'SecP256r1MLKEM768',
  0x11ed: 'SecP384r1MLKEM1024',
  0x0200: 'MLKEM512',
  0x0201: 'MLKEM768',
  0x0202: 'MLKEM1024',
  0x001d: 'X25519',
  0x0017: 'secp256r1',
  0x001e: 'X448',
  0x0018: 'secp384r1',
  0x0019: 'secp521r1',
  0x001a: 'brainpoolP256r1',
  0x001b: 'brainpoolP384r1',
  0x001c: 'brainpoolP512r1',
  0x0016: 'secp256k1',
  0x0015: 'secp224r1',
  0x0014: 'secp224k1',
  0x0013: 'secp192r1',
  0x0012: 'secp192k1',
  0x0011: 'secp160r2',
  0x0010: 'secp160r1',
  0x000f: 'secp160k1',
  0x000e: 'sect571r1',
  0x000d: 'sect571k1',
  0x000c: 'sect409r1',
  0x000b: 'sect409k1',
  0x000a: 'sect283r1',
  0x0009: 'sect283k1',
  0x0008: 'sect239k1',
  0x0007: 'sect233r1',
  0x0006: 'sect233k1',
  0x0005: 'sect193r2',
  0x0004: 'sect193r1',
  0x0003: 'sect163r2',
  0x0002: 'sect163r1',
  0x0001: 'sect163k1',
  0x0100: 'ffdhe2048',
  0x0101: 'ffdhe3072',
  0x0102: 'ffdhe4096',
  0x0103: 'ffdhe6144',
  0x0104: 'ffdhe8192',
} as const satisfies Record<number, string>;

/** Key exchange that a quantum computer is not known to break: FIPS 203, alone or with an elliptic curve. */
export const POST_QUANTUM_GROUPS = [0x11ec, 0x11eb, 0x11ed, 0x0201, 0x0202, 0x0200] as const;

/** What clients of the last ten years offer. */
export const CURRENT_GROUPS = [0x001d, 0x0017, 0x001e, 0x0018, 0x0019, 0x0100, 0x0101, 0x0102] as const;

/** Below 112 bits of strength: the square root attack needs 2^(n/2) steps on an n-bit curve. */
export const WEAK_GROUPS = [0x0013, 0x0012, 0x0011, 0x0010, 0x000f, 0x0005, 0x0004, 0x0003, 0x0002, 0x0001] as const;

/** Curves of at least 112 bits that are seldom met; offered so that a server with nothing else still answers. */
export const RARE_GROUPS = [
  0x001a, 0x001b, 0x001c, 0x0016, 0x0015, 0x0014, 0x000e, 0x000d, 0x000c, 0x000b, 0x000a, 0x0009, 0x0008, 0x0007,
  0x0006,
] as const;

export function groupName(code: number): string {
  return (GROUPS as Record<number, string>)[code] ?? `0x${code.toString(16).padStart(4, '0')}`;
}
