/**
 * Cipher suites by strength, each class in the order in which a careful client would list it.
 * Codes and names: IANA registry "TLS Cipher Suites". Left out: PSK, SRP, Kerberos, GOST and
 * fixed-DH suites, which no public web server accepts.
 */
const SUITES = {
  tls13: [
    [0x1301, 'TLS_AES_128_GCM_SHA256'],
    [0x1302, 'TLS_AES_256_GCM_SHA384'],
    [0x1303, 'TLS_CHACHA20_POLY1305_SHA256'],
    [0x1304, 'TLS_AES_128_CCM_SHA256'],
    [0x1305, 'TLS_AES_128_CCM_8_SHA256'],
  ],
  ecdhe_aead: [
    [0xc02b, 'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256'],
    [0xc02f, 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'],
    [0xc02c, 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384'],
    [0xc030, 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384'],
    [0xcca9, 'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256'],
    [0xcca8, 'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256'],
    [0xc0ac, 'TLS_ECDHE_ECDSA_WITH_AES_128_CCM'],
    [0xc0ad, 'TLS_ECDHE_ECDSA_WITH_AES_256_CCM'],
    [0xc0ae, 'TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8'],
    [0xc0af, 'TLS_ECDHE_ECDSA_WITH_AES_256_CCM_8'],
    [0xc086, 'TLS_ECDHE_ECDSA_WITH_CAMELLIA_128_GCM_SHA256'],
    [0xc087, 'TLS_ECDHE_ECDSA_WITH_CAMELLIA_256_GCM_SHA384'],
    [0xc08a, 'TLS_ECDHE_RSA_WITH_CAMELLIA_128_GCM_SHA256'],
    [0xc08b, 'TLS_ECDHE_RSA_WITH_CAMELLIA_256_GCM_SHA384'],
    [0xc05c, 'TLS_ECDHE_ECDSA_WITH_ARIA_128_GCM_SHA256'],
    [0xc05d, 'TLS_ECDHE_ECDSA_WITH_ARIA_256_GCM_SHA384'],
    [0xc060, 'TLS_ECDHE_RSA_WITH_ARIA_128_GCM_SHA256'],
    [0xc061, 'TLS_ECDHE_RSA_WITH_ARIA_256_GCM_SHA384'],
  ],
  dhe_aead: [
    [0x009e, 'TLS_DHE_RSA_WITH_AES_128_GCM_SHA256'],
    [0x009f, 'TLS_DHE_RSA_WITH_AES_256_GCM_SHA384'],
    [0xccaa, 'TLS_DHE_RSA_WITH_CHACHA20_POLY1305_SHA256'],
    [0xc09e, 'TLS_DHE_RSA_WITH_AES_128_CCM'],
    [0xc09f, 'TLS_DHE_RSA_WITH_AES_256_CCM'],
    [0xc0a2, 'TLS_DHE_RSA_WITH_AES_128_CCM_8'],
    [0xc0a3, 'TLS_DHE_RSA_WITH_AES_256_CCM_8'],
    [0xc07c, 'TLS_DHE_RSA_WITH_CAMELLIA_128_GCM_SHA256'],
    [0xc07d, 'TLS_DHE_RSA_WITH_CAMELLIA_256_GCM_SHA384'],
    [0xc052, 'TLS_DHE_RSA_WITH_ARIA_128_GCM_SHA256'],
    [0xc053, 'TLS_DHE_RSA_WITH_ARIA_256_GCM_SHA384'],
  ],
  static_aead: [
    [0x009c, 'TLS_RSA_WITH_AES_128_GCM_SHA256'],
    [0xc02d, 'TLS_ECDH_ECDSA_WITH_AES_128_GCM_SHA256'],
    [0xc031, 'TLS_ECDH_RSA_WITH_AES_128_GCM_SHA256'],
    [0x009d, 'TLS_RSA_WITH_AES_256_GCM_SHA384'],
    [0xc02e, 'TLS_ECDH_ECDSA_WITH_AES_256_GCM_SHA384'],
    [0xc032, 'TLS_ECDH_RSA_WITH_AES_256_GCM_SHA384'],
    [0xc09c, 'TLS_RSA_WITH_AES_128_CCM'],
    [0xc09d, 'TLS_RSA_WITH_AES_256_CCM'],
    [0xc0a0, 'TLS_RSA_WITH_AES_128_CCM_8'],
    [0xc0a1, 'TLS_RSA_WITH_AES_256_CCM_8'],
    [0xc07a, 'TLS_RSA_WITH_CAMELLIA_128_GCM_SHA256'],
    [0xc07b, 'TLS_RSA_WITH_CAMELLIA_256_GCM_SHA384'],
    [0xc088, 'TLS_ECDH_ECDSA_WITH_CAMELLIA_128_GCM_SHA256'],
    [0xc089, 'TLS_ECDH_ECDSA_WITH_CAMELLIA_256_GCM_SHA384'],
    [0xc08c, 'TLS_ECDH_RSA_WITH_CAMELLIA_128_GCM_SHA256'],
    [0xc08d, 'TLS_ECDH_RSA_WITH_CAMELLIA_256_GCM_SHA384'],
    [0xc050, 'TLS_RSA_WITH_ARIA_128_GCM_SHA256'],
    [0xc051, 'TLS_RSA_WITH_ARIA_256_GCM_SHA384'],
    [0xc05e, 'TLS_ECDH_ECDSA_WITH_ARIA_128_GCM_SHA256'],
    [0xc05f, 'TLS_ECDH_ECDSA_WITH_ARIA_256_GCM_SHA384'],
    [0xc062, 'TLS_ECDH_RSA_WITH_ARIA_128_GCM_SHA256'],
    [0xc063, 'TLS_ECDH_RSA_WITH_ARIA_256_GCM_SHA384'],
  ],
  ecdhe_cbc: [
    [0xc023, 'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256'],
    [0xc027, 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256'],
    [0xc024, 'TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384'],
    [0xc028, 'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384'],
    [0xc009, 'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA'],
    [0xc013, 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA'],
    [0xc00a, 'TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA'],
    [0xc014, 'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA'],
    [0xc072, 'TLS_ECDHE_ECDSA_WITH_CAMELLIA_128_CBC_SHA256'],
    [0xc073, 'TLS_ECDHE_ECDSA_WITH_CAMELLIA_256_CBC_SHA384'],
    [0xc076, 'TLS_ECDHE_RSA_WITH_CAMELLIA_128_CBC_SHA256'],
    [0xc077, 'TLS_ECDHE_RSA_WITH_CAMELLIA_256_CBC_SHA384'],
    [0xc048, 'TLS_ECDHE_ECDSA_WITH_ARIA_128_CBC_SHA256'],
    [0xc049, 'TLS_ECDHE_ECDSA_WITH_ARIA_256_CBC_SHA384'],
    [0xc04c, 'TLS_ECDHE_RSA_WITH_ARIA_128_CBC_SHA256'],
    [0xc04d, 'TLS_ECDHE_RSA_WITH_ARIA_256_CBC_SHA384'],
  ],
  dhe_cbc: [
    [0x0067, 'TLS_DHE_RSA_WITH_AES_128_CBC_SHA256'],
    [0x006b, 'TLS_DHE_RSA_WITH_AES_256_CBC_SHA256'],
    [0x0033, 'TLS_DHE_RSA_WITH_AES_128_CBC_SHA'],
    [0x0039, 'TLS_DHE_RSA_WITH_AES_256_CBC_SHA'],
    [0x0045, 'TLS_DHE_RSA_WITH_CAMELLIA_128_CBC_SHA'],
    [0x0088, 'TLS_DHE_RSA_WITH_CAMELLIA_256_CBC_SHA'],
    [0x00be, 'TLS_DHE_RSA_WITH_CAMELLIA_128_CBC_SHA256'],
    [0x00c4, 'TLS_DHE_RSA_WITH_CAMELLIA_256_CBC_SHA256'],
    [0xc044, 'TLS_DHE_RSA_WITH_ARIA_128_CBC_SHA256'],
    [0xc045, 'TLS_DHE_RSA_WITH_ARIA_256_CBC_SHA384'],
    [0x009a, 'TLS_DHE_RSA_WITH_SEED_CBC_SHA'],
  ],
  static_cbc: [
    [0x003c, 'TLS_RSA_WITH_AES_128_CBC_SHA256'],
    [0xc025, 'TLS_ECDH_ECDSA_WITH_AES_128_CBC_SHA256'],
    [0xc029, 'TLS_ECDH_RSA_WITH_AES_128_CBC_SHA256'],
    [0x003d, 'TLS_RSA_WITH_AES_256_CBC_SHA256'],
    [0xc026, 'TLS_ECDH_ECDSA_WITH_AES_256_CBC_SHA384'],
    [0xc02a, 'TLS_ECDH_RSA_WITH_AES_256_CBC_SHA384'],
    [0x002f, 'TLS_RSA_WITH_AES_128_CBC_SHA'],
    [0xc004, 'TLS_ECDH_ECDSA_WITH_AES_128_CBC_SHA'],
    [0xc00e, 'TLS_ECDH_RSA_WITH_AES_128_CBC_SHA'],
    [0x0035, 'TLS_RSA_WITH_AES_256_CBC_SHA'],
    [0xc005, 'TLS_ECDH_ECDSA_WITH_AES_256_CBC_SHA'],
    [0xc00f, 'TLS_ECDH_RSA_WITH_AES_256_CBC_SHA'],
    [0x0041, 'TLS_RSA_WITH_CAMELLIA_128_CBC_SHA'],
    [0x0084, 'TLS_RSA_WITH_CAMELLIA_256_CBC_SHA'],
    [0x00ba, 'TLS_RSA_WITH_CAMELLIA_128_CBC_SHA256'],
    [0x00c0, 'TLS_RSA_WITH_CAMELLIA_256_CBC_SHA256'],
    [0xc074, 'TLS_ECDH_ECDSA_WITH_CAMELLIA_128_CBC_SHA256'],
    [0xc075, 'TLS_ECDH_ECDSA_WITH_CAMELLIA_256_CBC_SHA384'],
    [0xc078, 'TLS_ECDH_RSA_WITH_CAMELLIA_128_CBC_SHA256'],
    [0xc079, 'TLS_ECDH_RSA_WITH_CAMELLIA_256_CBC_SHA384'],
    [0xc03c, 'TLS_RSA_WITH_ARIA_128_CBC_SHA256'],
    [0xc03d, 'TLS_RSA_WITH_ARIA_256_CBC_SHA384'],
    [0xc04a, 'TLS_ECDH_ECDSA_WITH_ARIA_128_CBC_SHA256'],
    [0xc04b, 'TLS_ECDH_ECDSA_WITH_ARIA_256_CBC_SHA384'],
    [0xc04e, 'TLS_ECDH_RSA_WITH_ARIA_128_CBC_SHA256'],
    [0xc04f, 'TLS_ECDH_RSA_WITH_ARIA_256_CBC_SHA384'],
    [0x0096, 'TLS_RSA_WITH_SEED_CBC_SHA'],
  ],
  block64: [
    [0xc008, 'TLS_ECDHE_ECDSA_WITH_3DES_EDE_CBC_SHA'],
    [0xc012, 'TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA'],
    [0x0016, 'TLS_DHE_RSA_WITH_3DES_EDE_CBC_SHA'],
    [0x000a, 'TLS_RSA_WITH_3DES_EDE_CBC_SHA'],
    [0xc003, 'TLS_ECDH_ECDSA_WITH_3DES_EDE_CBC_SHA'],
    [0xc00d, 'TLS_ECDH_RSA_WITH_3DES_EDE_CBC_SHA'],
    [0x0007, 'TLS_RSA_WITH_IDEA_CBC_SHA'],
  ],
  rc4: [
    [0xc007, 'TLS_ECDHE_ECDSA_WITH_RC4_128_SHA'],
    [0xc011, 'TLS_ECDHE_RSA_WITH_RC4_128_SHA'],
    [0x0004, 'TLS_RSA_WITH_RC4_128_MD5'],
    [0x0005, 'TLS_RSA_WITH_RC4_128_SHA'],
    [0xc002, 'TLS_ECDH_ECDSA_WITH_RC4_128_SHA'],
    [0xc00c, 'TLS_ECDH_RSA_WITH_RC4_128_SHA'],
  ],
  des: [
    [0x0015, 'TLS_DHE_RSA_WITH_DES_CBC_SHA'],
    [0x0009, 'TLS_RSA_WITH_DES_CBC_SHA'],
  ],
  export: [
    [0x0014, 'TLS_DHE_RSA_EXPORT_WITH_DES40_CBC_SHA'],
    [0x0003, 'TLS_RSA_EXPORT_WITH_RC4_40_MD5'],
    [0x0006, 'TLS_RSA_EXPORT_WITH_RC2_CBC_40_MD5'],
    [0x0008, 'TLS_RSA_EXPORT_WITH_DES40_CBC_SHA'],
    [0x0060, 'TLS_RSA_EXPORT1024_WITH_RC4_56_MD5'],
    [0x0061, 'TLS_RSA_EXPORT1024_WITH_RC2_56_MD5'],
    [0x0062, 'TLS_RSA_EXPORT1024_WITH_DES_CBC_SHA'],
    [0x0064, 'TLS_RSA_EXPORT1024_WITH_RC4_56_SHA'],
    [0x0017, 'TLS_DH_anon_EXPORT_WITH_RC4_40_MD5'],
    [0x0019, 'TLS_DH_anon_EXPORT_WITH_DES40_CBC_SHA'],
  ],
  null: [
    [0xc006, 'TLS_ECDHE_ECDSA_WITH_NULL_SHA'],
    [0xc010, 'TLS_ECDHE_RSA_WITH_NULL_SHA'],
    [0x0001, 'TLS_RSA_WITH_NULL_MD5'],
    [0x0002, 'TLS_RSA_WITH_NULL_SHA'],
    [0x003b, 'TLS_RSA_WITH_NULL_SHA256'],
    [0xc001, 'TLS_ECDH_ECDSA_WITH_NULL_SHA'],
    [0xc00b, 'TLS_ECDH_RSA_WITH_NULL_SHA'],
  ],
  anon: [
    [0x00a6, 'TLS_DH_anon_WITH_AES_128_GCM_SHA256'],
    [0x00a7, 'TLS_DH_anon_WITH_AES_256_GCM_SHA384'],
    [0x006c, 'TLS_DH_anon_WITH_AES_128_CBC_SHA256'],
    [0x006d, 'TLS_DH_anon_WITH_AES_256_CBC_SHA256'],
    [0xc018, 'TLS_ECDH_anon_WITH_AES_128_CBC_SHA'],
    [0x0034, 'TLS_DH_anon_WITH_AES_128_CBC_SHA'],
    [0xc019, 'TLS_ECDH_anon_WITH_AES_256_CBC_SHA'],
    [0x003a, 'TLS_DH_anon_WITH_AES_256_CBC_SHA'],
    [0xc017, 'TLS_ECDH_anon_WITH_3DES_EDE_CBC_SHA'],
    [0x001b, 'TLS_DH_anon_WITH_3DES_EDE_CBC_SHA'],
    [0x0046, 'TLS_DH_anon_WITH_CAMELLIA_128_CBC_SHA'],
    [0x0089, 'TLS_DH_anon_WITH_CAMELLIA_256_CBC_SHA'],
    [0x00bf, 'TLS_DH_anon_WITH_CAMELLIA_128_CBC_SHA256'],
    [0x00c5, 'TLS_DH_anon_WITH_CAMELLIA_256_CBC_SHA256'],
    [0xc084, 'TLS_DH_anon_WITH_CAMELLIA_128_GCM_SHA256'],
    [0xc085, 'TLS_DH_anon_WITH_CAMELLIA_256_GCM_SHA384'],
    [0xc046, 'TLS_DH_anon_WITH_ARIA_128_CBC_SHA256'],
    [0xc047, 'TLS_DH_anon_WITH_ARIA_256_CBC_SHA384'],
    [0xc05a, 'TLS_DH_anon_WITH_ARIA_128_GCM_SHA256'],
    [0xc05b, 'TLS_DH_anon_WITH_ARIA_256_GCM_SHA384'],
    [0x009b, 'TLS_DH_anon_WITH_SEED_CBC_SHA'],
    [0xc015, 'TLS_ECDH_anon_WITH_NULL_SHA'],
    [0xc016, 'TLS_ECDH_anon_WITH_RC4_128_SHA'],
    [0x0018, 'TLS_DH_anon_WITH_RC4_128_MD5'],
    [0x001a, 'TLS_DH_anon_WITH_DES_CBC_SHA'],
  ],
} as const satisfies Record<string, readonly (readonly [code: number, name: string])[]>;

export type SuiteClass = keyof typeof SUITES;

export const SUITE_CLASSES = Object.keys(SUITES) as SuiteClass[];

/** No one can recover the session's key later from the server's certificate key. */
export const FORWARD_SECRET: readonly SuiteClass[] = ['tls13', 'ecdhe_aead', 'dhe_aead', 'ecdhe_cbc', 'dhe_cbc'];

const byCode = new Map<number, { name: string; class: SuiteClass; ecdsa: boolean; needsTls12: boolean }>();
const byName = new Map<string, SuiteClass>();
for (const suiteClass of SUITE_CLASSES) {
  for (const [code, name] of SUITES[suiteClass]) {
    byCode.set(code, {
      name,
      class: suiteClass,
      ecdsa: /_ECDSA_/.test(name),
      needsTls12: /SHA256|SHA384|GCM|CCM|CHACHA20/.test(name),
    });
    byName.set(name, suiteClass);
  }
}

/** The IANA name, or the hexadecimal code of a suite that is not listed here. */
export function suiteName(code: number): string {
  return byCode.get(code)?.name ?? `0x${code.toString(16).padStart(4, '0')}`;
}

export function suiteClass(code: number): SuiteClass | null {
  return byCode.get(code)?.class ?? null;
}

export function classOfSuite(name: string): SuiteClass | null {
  return byName.get(name) ?? null;
}

/** Codes of the first `count` suites of each class. */
export function suitesOf(...wanted: readonly (SuiteClass | readonly [SuiteClass, count: number])[]): number[] {
  return wanted.flatMap((item) => {
    const [name, count] = typeof item === 'string' ? [item, Infinity] : item;
    return SUITES[name].slice(0, count).map(([code]) => code);
  });
}

/** CBC with SHA-256 or SHA-384, and every AEAD, came with TLS 1.2. */
export function needsTls12(code: number): boolean {
  return byCode.get(code)?.needsTls12 ?? false;
}

/** Needs an ECDSA certificate. */
export function isEcdsa(code: number): boolean {
  return byCode.get(code)?.ecdsa ?? false;
}
