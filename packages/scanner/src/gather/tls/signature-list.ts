import { SIGNATURE_KINDS, type TlsEvidence } from '../../evidence/tls.ts';
import { VERSION, type ClientHello, type VersionCode } from '../../parse/tls/client-hello.ts';
import { readSignatureScheme } from '../../parse/tls/server-hello.ts';
import { CURRENT_GROUPS } from '../../parse/tls/tls-groups.ts';
import { suiteName } from '../../parse/tls/tls-suites.ts';
import { Patience } from '../net/patience.ts';
import { describeCertificate } from './certificates.ts';
import { VERSION_NAMES, type Findings } from './findings.ts';
import type { Handshake } from './handshake.ts';
import type { HelloAnswer } from './hello-probe.ts';
import type { Hellos } from './hellos.ts';
import type { Prober } from './prober.ts';
import { refused, wayOf } from './refusal.ts';
import type { FirstAnswers } from './survey.ts';

/** Classes of suites in which the server signs its key exchange. */
const SIGNING = ['ecdhe_aead', 'ecdhe_cbc', 'dhe_aead', 'dhe_cbc'] as const;

type Entry = TlsEvidence['signature_list'][number];
type Kind = Entry['kind'];
type HelloOf = Extract<HelloAnswer, { kind: 'hello' }>;

/** IANA SignatureScheme values. SHA-1 with ECDSA, RSA and DSA, and MD5 with RSA, which need not be distinguished. */
const SCHEMES: Readonly<Record<Kind, readonly number[]>> = {
  ecdsa: [0x0403, 0x0503],
  ecdsa_sha512: [0x0603],
  rsa: [0x0804, 0x0805, 0x0806, 0x0809, 0x080a, 0x080b, 0x0401, 0x0501, 0x0601],
  eddsa: [0x0807, 0x0808],
  sha224: [0x0303, 0x0301],
  sha1: [0x0203, 0x0201, 0x0202, 0x0101],
};
const OF_TLS13 = ['ecdsa', 'rsa', 'eddsa'] as const;
const KINDS = [...OF_TLS13, 'sha1'] as const;
/** What most browsers lack. It is of interest only where a server prefers it. */
const RARE: ReadonlySet<Kind> = new Set(['ecdsa_sha512', 'sha224']);
/** Connections after which no probe is sent here: handshakes that checks depend on come later. */
const MOST = 27;
const TIME_MS = 3000;

/**
 * The kinds of signatures with which the server authenticates. Kinds for which it has no key, and broken hashes, are
 * offered together, so that a healthy server refuses all of them at once: one probe.
 */
export class SignatureList {
  readonly #prober: Prober;
  readonly #hellos: Hellos;
  readonly #findings: Pick<Findings, 'consistency' | 'groupsTaken' | 'classes'>;
  readonly #found = new Map<string, Entry>();
  readonly #patience = new Patience(TIME_MS);

  constructor(prober: Prober, hellos: Hellos, findings: Pick<Findings, 'consistency' | 'groupsTaken' | 'classes'>) {
    this.#prober = prober;
    this.#findings = findings;
    this.#hellos = hellos;
  }

  /**
   * @param isDated the server also has older suites. For one with only the newest suites, the signature it used is enough, because
   *   another connection would delay the scan by a round
   */
  async ask(
    { common, modern }: FirstAnswers,
    handshaken: Promise<Handshake>,
    isDated: Promise<boolean>,
  ): Promise<void> {
    if (common.kind === 'hello' && common.hello.version === VERSION.tls12)
      await this.#askInClear(common, modern.kind === 'hello' ? isDated : Promise.resolve(true));
    else if (modern.kind === 'hello') await this.#askEncrypted(await handshaken);
  }

  /** Refusals that proved unreliable. */
  doubtEveryRefusal(): void {
    for (const entry of this.#found.values()) if (entry.offered === false) entry.offered = null;
  }

  /** From a hello that was sent anyway: SHA-1 although a better hash was offered. */
  noteAlongside(answer: HelloAnswer | null): void {
    const taken = answer?.kind === 'hello' && answer.hello.version === VERSION.tls12 ? kindOfExchange(answer) : null;
    if (taken === 'sha1') this.#note(VERSION.tls12, 'sha1', true);
  }

  list(): Entry[] {
    // In TLS 1.3, a hello without a group that the server takes is refused, whatever the server would sign with.
    const isHeard = CURRENT_GROUPS.some((code) => this.#findings.groupsTaken.has(code));
    // Nothing is signed with static RSA: a server that has nothing else refuses every kind for its suites.
    const signs = SIGNING.some((name) => this.#findings.classes[name] !== false);
    const isOpen = ({ version, offered }: Entry): boolean =>
      offered === false && !(version === 'TLS 1.3' ? isHeard : signs);
    return [...this.#found.values()].map((entry) => (isOpen(entry) ? { ...entry, offered: null } : entry));
  }

  /** A key exchange of TLS 1.2 names the scheme that it is signed with. */
  async #askInClear(common: HelloOf, isWorthwhile: Promise<boolean>): Promise<void> {
    const own = kindOfExchange(common);
    if (own) this.#note(VERSION.tls12, own, true);
    let open: readonly Kind[] = KINDS.filter((kind) => kind !== own);
    let state: boolean | null = null;
    if (!(own && RARE.has(own)) && !(await isWorthwhile)) {
      for (const kind of open) this.#note(VERSION.tls12, kind, null);
      return;
    }
    // A server whose other key is ECDSA may use it with SHA-512 alone.
    if (own === 'rsa') open = [...open, 'ecdsa_sha512'];
    while (open.length > 0) {
      const answer = own === 'rsa' ? await this.#thenWithoutRsa(open) : await this.#twice(VERSION.tls12, open);
      const taken = answer.kind === 'hello' ? kindOfExchange(answer) : null;
      if (taken === null || !open.includes(taken)) {
        state = stateBy(answer);
        break;
      }
      this.#note(VERSION.tls12, taken, true);
      open = open.filter((kind) => kind !== taken && !(taken === 'ecdsa' && RARE.has(kind)));
    }
    const isOnce = own === 'rsa' && state === false && open.includes('sha1');
    const overSha1 = isOnce ? await this.#isSignedOverSha1() : state;
    for (const kind of open) if (!RARE.has(kind)) this.#note(VERSION.tls12, kind, kind === 'sha1' ? overSha1 : state);
  }

  /**
   * OpenSSL with suites for RSA first takes one of them, finds no signature for it, and does not go on to its other key. So a
   * list that is refused is offered again with the suites for other keys.
   */
  async #thenWithoutRsa(kinds: readonly Kind[]): Promise<HelloAnswer> {
    const first = await this.#once(VERSION.tls12, kinds);
    const others = kinds.filter((kind) => kind !== 'sha1');
    if (!isRefusal(first) || others.length === 0) return first;
    const schemes = others.flatMap((kind) => SCHEMES[kind]);
    return confirmed(first, await this.#ask(this.#hellos.signedWithoutRsa(schemes)));
  }

  async #isSignedOverSha1(): Promise<boolean | null> {
    const answer = await this.#once(VERSION.tls12, ['sha1']);
    return answer.kind === 'hello' && kindOfExchange(answer) === 'sha1' ? true : stateBy(answer);
  }

  /** In TLS 1.3 it is encrypted; that the server continues shows that it supports one of the offered schemes. */
  async #askEncrypted(handshake: Handshake): Promise<void> {
    const own = handshake.version === 'TLSv1.3' ? kindOfKey(handshake) : null;
    if (own) this.#note(VERSION.tls13, own, true);
    const open = OF_TLS13.filter((kind) => kind !== own);
    const taken = await this.#isTaken(open);
    // A server that refuses every kind has another reason, unless a handshake showed that it signs otherwise.
    const together = taken === false && handshake.version !== 'TLSv1.3' ? null : taken;
    for (const kind of open) {
      this.#note(VERSION.tls13, kind, together === true ? await this.#isTaken([kind]) : together);
    }
  }

  async #isTaken(kinds: readonly Kind[]): Promise<boolean | null> {
    const answer = await this.#twice(VERSION.tls13, kinds);
    // A HelloRetryRequest comes before any signature is chosen.
    if (answer.kind === 'hello') return answer.hello.retry ? null : true;
    return isRefusal(answer) ? false : null;
  }

  /** One alert may have any cause: a refused scheme is offered again, and counts as refused if the answer is the same. */
  async #twice(version: VersionCode, kinds: readonly Kind[]): Promise<HelloAnswer> {
    const first = await this.#once(version, kinds);
    return isRefusal(first) ? confirmed(first, await this.#once(version, kinds)) : first;
  }

  #once(version: VersionCode, kinds: readonly Kind[]): Promise<HelloAnswer> {
    return this.#ask(
      this.#hellos.signedWith(
        version,
        kinds.flatMap((kind) => schemesOf(version, kind)),
      ),
    );
  }

  async #ask(hello: ClientHello): Promise<HelloAnswer> {
    const answer = await this.#prober.askAside(() => (!this.#patience.isOver ? hello : null), MOST);
    this.#findings.consistency.note(hello, answer);
    return answer;
  }

  #note(version: VersionCode, kind: Kind, offered: boolean | null): void {
    this.#found.set(`${version} ${kind}`, { version: VERSION_NAMES[version] ?? 'TLS 1.3', kind, offered });
  }
}

/** In TLS 1.3, the scheme with SHA-512 is that of keys on P-521. */
function schemesOf(version: VersionCode, kind: Kind): readonly number[] {
  const isOfTls13 = version === VERSION.tls13 && kind === 'ecdsa';
  return isOfTls13 ? [...SCHEMES.ecdsa, ...SCHEMES.ecdsa_sha512] : SCHEMES[kind];
}

/** A close may also be an accident. */
function isRefusal(answer: HelloAnswer): boolean {
  return answer.kind === 'alert' && refused(answer);
}

/** The same refusal twice; anything else settles nothing, but a hello. */
function confirmed(first: HelloAnswer, again: HelloAnswer): HelloAnswer {
  return again.kind === 'hello' || wayOf(again) === wayOf(first) ? again : { kind: 'reset' };
}

/** Of what was offered and not taken. A signature that was not offered does not count. */
function stateBy(answer: HelloAnswer): false | null {
  return (answer.kind === 'hello' && kindOfExchange(answer) !== null) || isRefusal(answer) ? false : null;
}

function kindOfExchange({ hello, flight }: HelloOf): Kind | null {
  const scheme = flight.keyExchange && readSignatureScheme(flight.keyExchange, suiteName(hello.suite));
  return SIGNATURE_KINDS.find((kind) => scheme !== null && SCHEMES[kind].includes(scheme)) ?? null;
}

function kindOfKey({ chain: [leaf] }: Handshake): Kind | null {
  const type = (leaf && describeCertificate(leaf))?.key.type ?? '';
  if (type === 'EC') return 'ecdsa';
  if (type.startsWith('RSA')) return 'rsa';
  return /^Ed(?:25519|448)$/u.test(type) ? 'eddsa' : null;
}
