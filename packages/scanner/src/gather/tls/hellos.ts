import { VERSION, type ClientHello, type VersionCode } from '../../parse/tls/client-hello.ts';
import { CURRENT_GROUPS, POST_QUANTUM_GROUPS, RARE_GROUPS, WEAK_GROUPS } from '../../parse/tls/tls-groups.ts';
import { isEcdsa, needsTls12, suitesOf, SUITE_CLASSES, type SuiteClass } from '../../parse/tls/tls-suites.ts';

/**
 * Every curve a TLS 1.2 server may know, best first. No finite-field groups: a server that follows RFC 7919 §4
 * would choose one of those instead of the Diffie-Hellman prime that it uses for other clients.
 */
const ALL_CURVES = [...CURRENT_GROUPS.filter((code) => code < 0x0100), ...RARE_GROUPS, ...WEAK_GROUPS];

/** RFC 7507 §7. */
const FALLBACK_SCSV = 0x5600;
const X25519 = 0x001d;
const [ECDHE_ECDSA_AES128_CBC_SHA, ECDHE_RSA_AES128_CBC_SHA] = [0xc009, 0xc013];

/** Suites in one hello; some servers read no further. */
export const HELLO_SUITES = 64;

/**
 * A few suites of every class, so that any server finds one: among the 64 strongest, some would find none.
 */
const COMMON = suitesOf(
  ['ecdhe_aead', 8],
  ['dhe_aead', 3],
  ['ecdhe_cbc', 8],
  ['static_aead', 2],
  ['dhe_cbc', 4],
  ['static_cbc', 8],
  ['block64', 4],
  ['rc4', 4],
  ['des', 2],
  ['export', 5],
  ['null', 4],
  ['anon', 6],
);

/** The answer names the suite that the server chooses from everything. */
export function offersEverything({ suites }: ClientHello): boolean {
  return suites === COMMON || suites === TLS13_SUITES || suites === OLDEST;
}

/** Dated suites, and broken ones: each list is one probe, and if it is accepted, each class gets its own. */
export const DATED = ['ecdhe_cbc', 'dhe_aead', 'dhe_cbc', 'static_aead', 'static_cbc', 'block64'] as const;
export const BROKEN = ['null', 'anon', 'export', 'rc4', 'des'] as const;

const BEFORE_TLS12 = suitesOf(
  'ecdhe_cbc',
  ['dhe_cbc', 20],
  ['static_cbc', 20],
  'block64',
  'rc4',
  'des',
  'export',
  'null',
  'anon',
).filter((code) => !needsTls12(code));

/** Of a hello that offers an old version alone. */
export const OLDEST = BEFORE_TLS12.slice(0, HELLO_SUITES);
const TLS13_SUITES = suitesOf('tls13');

/** Best first; only the oldest servers support the last ones. */
const RSA = suitesOf(
  'ecdhe_aead',
  'ecdhe_cbc',
  ['static_aead', 4],
  ['static_cbc', 10],
  'dhe_aead',
  'dhe_cbc',
  'block64',
)
  .filter((code) => !isEcdsa(code))
  .slice(0, HELLO_SUITES);

const RSA_USUAL = suitesOf(['ecdhe_aead', 8]).filter((code) => !isEcdsa(code));

export interface Hellos {
  common: ClientHello;
  /** The same with the suites reversed, SHA-1 first among the signatures, and DEFLATE offered. */
  reversed: ClientHello;
  modern: ClientHello;
  postQuantum: ClientHello;
  /** TLS 1.2 for clients without ECDSA: shows the certificate that they get. */
  rsa: ClientHello;
  dated: ClientHello;
  /** The same, with the usual suites for an RSA certificate. */
  datedAndRsa: ClientHello;
  /** Every broken suite. */
  broken: ClientHello;
  /** All other suites of TLS 1.2, those for the other key type first, and one suite of each class in `dated` and `broken`. */
  others(ecdsa: boolean): ClientHello;
  weakCurves: ClientHello;
  upTo(version: VersionCode): ClientHello;
  /** The same, with the signal that a newer version was tried before (RFC 7507). */
  fallback(version: VersionCode): ClientHello;
  classes(...classes: readonly SuiteClass[]): ClientHello;
  /** The suites of these classes that a version before TLS 1.2 knows. */
  olderClasses(version: VersionCode, classes: readonly SuiteClass[]): ClientHello;
  /** The same, with the usual suites for an RSA certificate. */
  classesAndRsa(...classes: readonly SuiteClass[]): ClientHello;
  /** One version, these groups and no other. */
  groups(version: VersionCode, groups: readonly number[]): ClientHello;
  /** One version, with signatures of these schemes and no others; in TLS 1.3 with a key share, so that it is decided at once. */
  signedWith(version: VersionCode, schemes: readonly number[]): ClientHello;
  /** TLS 1.2, with the suites for keys other than RSA alone. */
  signedWithoutRsa(schemes: readonly number[]): ClientHello;
  /** One version, these suites: the first 64 of them. In TLS 1.3, these groups. */
  only(version: VersionCode, suites: readonly number[], groups?: readonly number[]): ClientHello;
}

const TLS13 = suitesOf('tls13');
const TLS12 = suitesOf(...SUITE_CLASSES.filter((name) => name !== 'tls13'));
const OLDER = TLS12.filter((code) => !needsTls12(code));

/** Every suite of the table that a version knows. */
export function suitesIn(version: VersionCode): readonly number[] {
  if (version === VERSION.tls13) return TLS13;
  return version === VERSION.tls12 ? TLS12 : OLDER;
}

/** Offered one by one, because nearly every server supports some; all others share probes. */
export const USUAL: ReadonlySet<number> = new Set([...suitesOf(['tls13', 3]), ...suitesOf(['ecdhe_aead', 6])]);

function otherSuites(ecdsa: boolean): number[] {
  const asked = new Set([...shareOf64(DATED), ...suitesOf(...BROKEN)]);
  const others = suitesIn(VERSION.tls12).filter(
    (code) => !asked.has(code) && !(USUAL.has(code) && isEcdsa(code) === ecdsa),
  );
  const foreign = others.filter((code) => isEcdsa(code) !== ecdsa);
  return [...foreign, ...others.filter((code) => isEcdsa(code) === ecdsa), ...oneOfEach(ecdsa)];
}

/** DHE and static RSA with AES-GCM and AES-CBC, 3DES, NULL, DH_anon, EXPORT with RC4, RC4, DES. */
const MOST_USUAL = [0x009e, 0x0033, 0x009c, 0x002f, 0x000a, 0x0002, 0x0034, 0x0003, 0x0005, 0x0009];

/** The most common suite of each dated or broken class: a server that refuses all of them has refused each class twice. */
function oneOfEach(ecdsa: boolean): number[] {
  return [ecdsa ? ECDHE_ECDSA_AES128_CBC_SHA : ECDHE_RSA_AES128_CBC_SHA, ...MOST_USUAL];
}

const OTHERS_WITH_ECDSA = otherSuites(true);
const OTHERS_WITH_RSA = otherSuites(false);
const DATED_SUITES = shareOf64(DATED);
const DATED_AND_RSA = withRsa(DATED);
const BROKEN_SUITES = suitesOf(...BROKEN);
const REVERSED = COMMON.toReversed();
const ON_CURVES = suitesOf('ecdhe_aead', 'ecdhe_cbc').slice(0, HELLO_SUITES);
const SIGNED = shareOf64(['ecdhe_aead', 'ecdhe_cbc', 'dhe_aead', 'dhe_cbc']);
const FALLBACK = [FALLBACK_SCSV, ...BEFORE_TLS12.slice(0, HELLO_SUITES - 1)];

/** @param keyShare in TLS 1.3, send a key share with every hello that offers X25519 */
export function hellosFor(serverName: string | null, keyShare = false): Hellos {
  const tls12 = { version: VERSION.tls12, groups: ALL_CURVES, serverName };
  const tls13 = { version: VERSION.tls13, suites: TLS13_SUITES, serverName };
  return {
    common: { ...tls12, suites: COMMON, alpn: ['h2', 'http/1.1'] },
    reversed: { ...tls12, suites: REVERSED, sha1First: true, deflate: true },
    // Post-quantum groups first, as in browsers: most servers that support one then choose it at once.
    modern: { ...tls13, groups: [...POST_QUANTUM_GROUPS, ...CURRENT_GROUPS], keyShare },
    rsa: { ...tls12, suites: RSA },
    postQuantum: { ...tls13, groups: [...POST_QUANTUM_GROUPS] },
    weakCurves: { ...tls12, suites: ON_CURVES, groups: [...WEAK_GROUPS] },
    upTo: (version) => ({ ...tls12, version, suites: OLDEST }),
    fallback: (version) => ({ ...tls12, version, suites: FALLBACK }),
    dated: { ...tls12, suites: DATED_SUITES },
    datedAndRsa: { ...tls12, suites: DATED_AND_RSA },
    broken: { ...tls12, suites: BROKEN_SUITES },
    others: (ecdsa) => ({ ...tls12, suites: ecdsa ? OTHERS_WITH_ECDSA : OTHERS_WITH_RSA }),
    only: (version, suites, groups = CURRENT_GROUPS) => ({
      ...(version === VERSION.tls13
        ? { ...tls13, groups, keyShare: keyShare && groups.includes(X25519) }
        : { ...tls12, version }),
      suites: suites.slice(0, HELLO_SUITES),
    }),
    groups: (version, groups) =>
      version === VERSION.tls13
        ? { ...tls13, groups, keyShare: keyShare && groups[0] === X25519 }
        : { ...tls12, version, groups, suites: ON_CURVES },
    signedWith: (version, schemes) =>
      version === VERSION.tls13
        ? { ...tls13, groups: CURRENT_GROUPS, keyShare: true, schemes }
        : { ...tls12, version, suites: SIGNED, schemes },
    signedWithoutRsa: (schemes) => ({ ...tls12, suites: SIGNED.filter(isEcdsa), schemes }),
    olderClasses: (version, classes) => ({
      ...tls12,
      version,
      suites: suitesOf(...classes)
        .filter((code) => !needsTls12(code))
        .slice(0, HELLO_SUITES),
    }),
    classes: (...classes) => ({ ...tls12, suites: shareOf64(classes) }),
    classesAndRsa: (...classes) => ({ ...tls12, suites: withRsa(classes) }),
  };
}

function withRsa(classes: readonly SuiteClass[]): number[] {
  return [...RSA_USUAL, ...shareOf64(classes).filter((code) => !RSA_USUAL.includes(code))].slice(0, HELLO_SUITES);
}

/** The first suites of each class in turn, 64 in all. */
function shareOf64(classes: readonly SuiteClass[]): number[] {
  const each = Math.floor(HELLO_SUITES / classes.length);
  return suitesOf(...classes.map((name) => [name, each] as const));
}
