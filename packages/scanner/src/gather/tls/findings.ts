import { hash } from 'node:crypto';
import { TLS_VERSIONS, type TlsEvidence, type TlsVersion } from '../../evidence/tls.ts';
import { VERSION, type ClientHello } from '../../parse/tls/client-hello.ts';
import { groupName, WEAK_GROUPS } from '../../parse/tls/tls-groups.ts';
import { readKeyExchange, readSignatureScheme, type ServerFlight } from '../../parse/tls/server-hello.ts';
import { schemeName } from '../../parse/tls/signature-schemes.ts';
import { classOfSuite, suiteClass, suiteName, SUITE_CLASSES, type SuiteClass } from '../../parse/tls/tls-suites.ts';
import { Consistency } from './consistency.ts';
import { ServerTraits } from './server-traits.ts';
import { isComposite } from './dh-modulus.ts';
import type { Handshake } from './handshake.ts';
import type { HelloAnswer } from './hello-probe.ts';
import { OLDEST, offersEverything } from './hellos.ts';
import { refused, wayOf } from './refusal.ts';

export const VERSION_NAMES: Readonly<Record<number, TlsVersion>> = {
  [VERSION.ssl3]: 'SSLv3',
  [VERSION.tls10]: 'TLS 1.0',
  [VERSION.tls11]: 'TLS 1.1',
  [VERSION.tls12]: 'TLS 1.2',
  [VERSION.tls13]: 'TLS 1.3',
};

const VERSION_CODES = Object.entries(VERSION_NAMES).map(([code, name]) => [Number(code), name] as const);

type Tristate = boolean | null;

/** As many different chains as are kept of one server. */
const MOST_CHAINS = 4;
/** Diffie-Hellman moduli that are tested for being prime: a hostile server could send another each time. */
const MOST_MODULI = 2;

/** What the answers so far prove. Everything is unknown at first; only the server's answers change that. */
export class Findings {
  readonly versions = Object.fromEntries(TLS_VERSIONS.map((name) => [name, null])) as TlsEvidence['versions'];
  readonly suites: TlsEvidence['suites'] = {};
  /** Versions for which the first suite is the one that the server chose from all. */
  readonly chosenFromAll = new Set<TlsVersion>();
  readonly suitesComplete: TlsEvidence['suites_complete'] = {};
  readonly classes = Object.fromEntries(SUITE_CLASSES.map((name) => [name, null])) as TlsEvidence['suite_classes'];
  readonly groups: TlsEvidence['groups'] = {};
  /** Every accepted group, with any version: servers have one list of groups. */
  readonly groupsTaken = new Set<number>();
  readonly postQuantum: TlsEvidence['post_quantum'] = { offered: null, group: null };
  readonly weakGroup: TlsEvidence['weak_group'] = { offered: null, group: null };
  preference: TlsEvidence['preference'] = null;
  dhBits: number | null = null;
  /** A Diffie-Hellman modulus was no prime. */
  dhComposite: Tristate = null;
  readonly #moduli = new Set<string>();
  alpn: string | null = null;
  secureRenegotiation: Tristate = null;
  extendedMasterSecret: Tristate = null;
  compression: Tristate = null;
  clientCertificateRequested: Tristate = null;
  fallbackScsv: Tristate = null;
  withoutName: TlsEvidence['without_name'] = null;
  /** The certificate of a client that names no host, if it is not the usual one. */
  namelessLeaf: Uint8Array | null = null;
  /** Names of the schemes that key exchanges were signed with. */
  readonly signatures = new Set<string>();
  /** The first cleartext flight with a certificate. */
  flight: ServerFlight | null = null;
  /** The first flight for clients without ECDSA; `refused` if they get none. */
  rsaFlight: ServerFlight | 'refused' | null = null;
  /** The first flight with each chain, by the chain. */
  readonly flights = new Map<string, { version: TlsVersion; flight: ServerFlight }>();
  /** Suites that were offered with a version and refused. */
  /** And how. */
  readonly #refused = new Map<number, Map<number, string[]>>();
  readonly #seen = new Map<number, Set<number>>();
  /** A hello that was answered, to be repeated later. */
  answered: ClientHello | null = null;
  /** Compares what was accepted with what was refused. */
  readonly consistency = new Consistency();
  /** Compares the answers with one another. */
  readonly traits = new ServerTraits();
  /** How often every version up to TLS 1.1 was refused. */
  oldRefusals = 0;

  /** Records one answer. The caller interprets refusals, because it knows what was offered. */
  note(asked: ClientHello, answer: HelloAnswer | null): void {
    if (answer) this.consistency.note(asked, answer);
    if (asked.version === VERSION.tls11 && asked.suites === OLDEST && refused(answer)) this.oldRefusals += 1;
    if (answer?.kind !== 'hello') return;
    this.answered ??= asked;
    const { hello, flight } = answer;
    const version = VERSION_NAMES[hello.version];
    if (!version) return;
    this.traits.note(asked, hello, flight);
    this.#noteVersion(version, asked.version);
    const seen = (this.suites[version] ??= []);
    const suite = suiteName(hello.suite);
    // An overloaded server may have answered smaller hellos first: those choices do not show its preference.
    if (offersEverything(asked)) {
      seen.splice(0, seen.length, suite, ...seen.filter((one) => one !== suite));
      this.chosenFromAll.add(version);
    } else if (!seen.includes(suite)) seen.push(suite);
    codesOf(this.#seen, hello.version).add(hello.suite);
    const found = suiteClass(hello.suite);
    if (found) this.classes[found] = true;
    if (hello.group !== null) this.#noteGroup(version, hello.group);
    this.alpn ??= hello.alpn;
    if (hello.version < VERSION.tls13) this.#noteInClear(version, answer, suite);
    if (flight.certificates.length === 0) return;
    this.flight ??= flight;
    this.#noteChain(version, flight);
    const isOpen = this.rsaFlight === null || this.rsaFlight === 'refused';
    if (isOpen && suite.includes('_RSA_')) this.rsaFlight = flight;
  }

  /** One of several servers behind the address answered, and another to the same hello without a name. */
  settleWithoutName(): void {
    const leaf = this.namelessLeaf;
    const isKnown = [...this.flights.values()].some(
      ({ flight: { certificates } }) => leaf && certificates[0] && Buffer.compare(certificates[0], leaf) === 0,
    );
    if (isKnown && this.withoutName?.answer === 'other') this.withoutName = { answer: 'same', certificate: null };
  }

  #noteChain(version: TlsVersion, flight: ServerFlight): void {
    const chain = hash('sha256', Buffer.concat(flight.certificates), 'base64');
    if (!this.flights.has(chain) && this.flights.size < MOST_CHAINS) this.flights.set(chain, { version, flight });
  }

  #noteGroup(version: TlsVersion, group: number): void {
    this.groups[version] ??= groupName(group);
    this.groupsTaken.add(group);
  }

  /** A server chooses the newest version that both sides support, so all versions between the offered and the chosen are refused. */
  #noteVersion(version: TlsVersion, asked: number): void {
    this.versions[version] = true;
    for (const [code, name] of VERSION_CODES) {
      const between =
        code <= Math.min(asked, VERSION.tls12) && TLS_VERSIONS.indexOf(name) > TLS_VERSIONS.indexOf(version);
      if (between && this.versions[name] === null) this.versions[name] = false;
    }
  }

  #noteInClear(version: TlsVersion, { hello, flight }: Extract<HelloAnswer, { kind: 'hello' }>, suite: string): void {
    if (version !== 'SSLv3') {
      this.secureRenegotiation ??= hello.secureRenegotiation;
      this.extendedMasterSecret ??= hello.extendedMasterSecret;
    }
    if (flight.certificates.length > 0) {
      this.clientCertificateRequested = this.clientCertificateRequested === true || flight.clientCertificateRequested;
    }
    const scheme = version === 'TLS 1.2' && flight.keyExchange && readSignatureScheme(flight.keyExchange, suite);
    if (scheme) this.signatures.add(schemeName(scheme));
    const exchange = flight.keyExchange && readKeyExchange(flight.keyExchange, suite);
    if (!exchange) return;
    // The short primes of EXPORT belong to those suites, and anonymous suites are broken whatever their prime.
    if ('dhBits' in exchange && /EXPORT|_anon_/.test(suite)) return;
    if ('dhBits' in exchange) {
      this.dhBits = Math.min(this.dhBits ?? Infinity, exchange.dhBits);
      this.#noteModulus(exchange.modulus, exchange.dhBits);
    } else {
      this.#noteGroup(version, exchange.group);
      if ((WEAK_GROUPS as readonly number[]).includes(exchange.group)) {
        Object.assign(this.weakGroup, { offered: true, group: groupName(exchange.group) });
      }
    }
  }

  /** Servers have one or two of them. */
  #noteModulus(modulus: Uint8Array, bits: number): void {
    const key = hash('sha256', modulus, 'base64');
    if (this.#moduli.has(key) || this.#moduli.size >= MOST_MODULI) return;
    this.#moduli.add(key);
    const composite = isComposite(modulus, bits);
    if (this.dhComposite !== true) this.dhComposite = composite ?? this.dhComposite;
  }

  /** What an ordinary handshake proved. */
  noteHandshake({ version, suite, group }: Pick<Handshake, 'version' | 'suite' | 'group'>): void {
    const name = nameOfProtocol(version);
    if (!name) return;
    this.versions[name] = true;
    const code = OPENSSL_GROUPS[group ?? ''];
    if (code !== undefined) this.#noteGroup(name, code);
    if (suite === null) return;
    const seen = (this.suites[name] ??= []);
    if (!seen.includes(suite)) seen.push(suite);
    const found = classOfSuite(suite);
    if (found) this.classes[found] = true;
  }

  /** Records what a refused hello offered. */
  noteRefusal({ version, suites }: ClientHello, answer: HelloAnswer | null): void {
    const refused = this.#refusedWith(version);
    for (const code of suites) refused.set(code, [...(refused.get(code) ?? []), wayOf(answer) ?? '']);
    this.#refused.set(version, refused);
  }

  #refusedWith(version: number): Map<number, string[]> {
    return this.#refused.get(version) ?? new Map();
  }

  /** A server has one way to say "no suite in common" up to TLS 1.2, and one for TLS 1.3. If it uses two, one may be random. */
  knowsAllSuites(version: number, codes: readonly number[]): boolean {
    const alike = [...this.#refused.keys()].filter((one) => (one === VERSION.tls13) === (version === VERSION.tls13));
    const ways = new Set(alike.flatMap((one) => [...this.#refusedWith(one).values()].flat()));
    return this.open(version, codes).length === 0 && ways.size <= 1;
  }

  /** Those of these suites that are still unknown for this version. */
  open(version: number, codes: readonly number[]): number[] {
    const [seen, refused] = [codesOf(this.#seen, version), this.#refusedWith(version)];
    return codes.filter((code) => !seen.has(code) && !refused.has(code));
  }

  /** Those of these suites that were refused. */
  refusedAmong(version: number, codes: readonly number[]): number[] {
    const refused = this.#refusedWith(version);
    return codes.filter((code) => refused.has(code));
  }

  refusedOnce(version: number, codes: readonly number[]): number[] {
    return codes.filter((code) => this.#refusedWith(version).get(code)?.length === 1);
  }

  unseen(version: number, codes: readonly number[]): number[] {
    const seen = codesOf(this.#seen, version);
    return codes.filter((code) => !seen.has(code));
  }

  refuse(version: TlsVersion): void {
    this.versions[version] ??= false;
  }

  /** A refusal that was not confirmed. */
  unrefuse(versions: readonly TlsVersion[], classes: readonly SuiteClass[] = []): void {
    for (const name of versions) if (this.versions[name] === false) this.versions[name] = null;
    if (versions.includes('TLS 1.3') && this.postQuantum.offered === false) this.postQuantum.offered = null;
    for (const name of classes) if (this.classes[name] === false) this.classes[name] = null;
    if (classes.length > 0) this.#refused.clear();
  }

  refuseClasses(classes: readonly SuiteClass[]): void {
    for (const name of classes) this.classes[name] ??= false;
  }

  /** Of these suites only TLS 1.2 has any, so that its complete list shows all. */
  settleClasses(): void {
    if (this.suitesComplete['TLS 1.2'] === true) this.refuseClasses(['ecdhe_aead', 'dhe_aead', 'static_aead']);
  }

  /** Suites that the server chose are supported. That no others are follows from refusals. */
  doubtLists(versions: readonly TlsVersion[] = TLS_VERSIONS): void {
    for (const version of versions) if (this.suitesComplete[version]) this.suitesComplete[version] = false;
  }

  /** Refusals that proved unreliable. */
  doubtEveryRefusal(): void {
    for (const record of [this.versions, this.classes] as Record<string, Tristate>[]) {
      for (const [key, value] of Object.entries(record)) if (value === false) record[key] = null;
    }
    for (const one of [this.postQuantum, this.weakGroup]) if (one.offered === false) one.offered = null;
    if (this.withoutName?.answer === 'refused') this.withoutName = null;
    if (this.rsaFlight === 'refused') this.rsaFlight = null;
    // An alert about a fallback may also be random.
    if (this.fallbackScsv === true) this.fallbackScsv = null;
    this.#refused.clear();
    this.doubtLists();
  }
}

export function isDated({ versions }: Findings): boolean {
  return [versions['TLS 1.1'], versions['TLS 1.0'], versions.SSLv3].includes(true);
}

const OPENSSL_GROUPS: Readonly<Record<string, number>> = {
  X25519: 0x001d,
  prime256v1: 0x0017,
  secp384r1: 0x0018,
  secp521r1: 0x0019,
};

/** Our name for OpenSSL's version name ("TLSv1.3"). */
export function nameOfProtocol(version: string | null): TlsVersion | null {
  const digits = /^TLSv1(?:\.([123]))?$/u.exec(version ?? '');
  return digits ? (`TLS 1.${digits[1] ?? '0'}` as TlsVersion) : null;
}

function codesOf(sets: Map<number, Set<number>>, version: number): Set<number> {
  const codes = sets.get(version) ?? new Set();
  sets.set(version, codes);
  return codes;
}
