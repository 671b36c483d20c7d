import type { TlsEvidence } from '../../evidence/tls.ts';
import { VERSION, type VersionCode } from '../../parse/tls/client-hello.ts';
import { groupName } from '../../parse/tls/tls-groups.ts';
import { Patience } from '../net/patience.ts';
import type { Findings } from './findings.ts';
import type { HelloAnswer } from './hello-probe.ts';
import type { Hellos } from './hellos.ts';
import type { Prober } from './prober.ts';
import { refusedGroups, wayOf } from './refusal.ts';
import type { Resumption } from './resumption.ts';

/** Connections after which no more groups are tested. */
const MOST = 26;
/** No new probe after this: the list must not delay the scan of a slow server. */
const TIME_MS = 3000;

/** Further refusals needed to confirm a refusal: more of a curve, because most servers support these curves. */
const TIMES = 2;
const TIMES_OF_CURVE = 3;

const X25519 = 0x001d;
const P256 = 0x0017;
const P384 = 0x0018;
const P521 = 0x0019;
const OPENSSL_P256 = 'prime256v1';
const FFDHE = 0x0100;
/** In the order of the list. The finite-field groups of RFC 7919 share a probe, and the server chooses one. */
const ASKED = [X25519, P256, P384, P521, FFDHE];
const FINITE_FIELD = [FFDHE, 0x0101, 0x0102, 0x0103, 0x0104];
/** Nearly every server supports them, so a probe for something else that is likely can offer one of them alone. */
const LIKELY = [P384, P521];

/** Which key exchange groups the server accepts with its newest version. */
export class GroupList {
  readonly #prober: Prober;
  readonly #hellos: Hellos;
  readonly #findings: Findings;
  readonly #resumption: Resumption;
  /** And how. */
  readonly #refused = new Map<number, string>();
  readonly #riding = new Map<number, PromiseWithResolvers<void>>();
  readonly #patience = new Patience(TIME_MS);

  constructor(prober: Prober, hellos: Hellos, findings: Findings, resumption: Resumption) {
    this.#prober = prober;
    this.#hellos = hellos;
    this.#findings = findings;
    this.#resumption = resumption;
  }

  /** A group to offer in a TLS 1.3 probe that is sent anyway: acceptance settles both. The sender interprets a refusal. */
  rider(): number | null {
    const group = LIKELY.find((code) => !this.#isKnown(code) && !this.#riding.has(code)) ?? null;
    if (group !== null) this.#riding.set(group, Promise.withResolvers());
    return group;
  }

  /** @param answer a refusal of the group; null if it is still open and needs its own probe */
  async riderEnded(group: number, answer: HelloAnswer | null): Promise<void> {
    if (answer) this.#refused.set(group, wayOf(answer) ?? '');
    else await this.#ask([group], this.#newest() ?? VERSION.tls13);
  }

  /** However its question ended. */
  riderLeft(group: number): void {
    this.#riding.get(group)?.resolve();
  }

  /** All groups that were not offered in another probe. */
  async askRest(): Promise<void> {
    const version = this.#newest();
    if (version === null) return;
    const open = ASKED.filter((code) => !this.#isKnown(code) && !this.#riding.has(code));
    const rides = version === VERSION.tls13 && open.includes(P256);
    const curves = open.filter((code) => code !== FFDHE);
    await Promise.all([
      rides ? null : this.#resumption.ask(null),
      ...[...this.#riding.values()].map(({ promise }) => promise),
      ...curves.map(async (code) => {
        if (code === P256 && rides && (await this.#askByReturning())) return;
        await this.#ask([code], version);
      }),
    ]);
    await this.#askLast(version);
  }

  /**
   * One alert may have any cause: refused curves are offered three times more, in the probe for the finite-field
   * groups, which most servers also refuse. Only what is refused in the same way each time counts as refused.
   */
  async #askLast(version: VersionCode): Promise<void> {
    let finite = version === VERSION.tls13 && !this.#isKnown(FFDHE) ? FINITE_FIELD : [];
    for (let times = 0; ;) {
      const doubtful = [...this.#refused.keys()].filter((code) => code !== FFDHE);
      const codes = [...doubtful, ...finite];
      if (codes.length === 0) return;
      const hello = this.#hellos.groups(version, codes);
      const answer = await this.#prober.askSpare(() => (!this.#patience.isOver ? hello : null), MOST);
      this.#findings.note(hello, answer);
      const way = refusedGroups(answer) ? wayOf(answer) : null;
      const ways = new Set([...this.#refused.values(), way]);
      if (way !== null && ways.size === 1) {
        times += 1;
        if (times < (doubtful.length > 0 ? TIMES_OF_CURVE : TIMES)) continue;
        if (finite.length > 0) this.#refused.set(FFDHE, way);
        return;
      }
      const taken = codes.find((code) => this.#findings.groupsTaken.has(code));
      if (taken === undefined || answer.kind !== 'hello') {
        this.doubtEveryRefusal();
        return;
      }
      this.#refused.delete(taken);
      if (FINITE_FIELD.includes(taken)) finite = [];
    }
  }

  /**
   * Coming back to the server takes one handshake; with P-256 alone on offer, which nearly every server takes, it answers
   * for the group too. It is the one question for a group that needs a key of ours: P-256 costs 0.1 ms, P-521 twenty times that.
   * @returns false when the group is still open
   */
  async #askByReturning(): Promise<boolean> {
    if (!(await this.#resumption.isPossible())) return false;
    const answer = await this.#resumption.ask(OPENSSL_P256);
    if (answer?.completed && answer.group === OPENSSL_P256) this.#findings.groupsTaken.add(P256);
    // If the server supports only another group, the probe is repeated with all of them.
    if (!answer?.completed) await this.#resumption.ask(null);
    return this.#isKnown(P256);
  }

  /** Refusals that proved unreliable. */
  doubtEveryRefusal(): void {
    this.#refused.clear();
  }

  list(): TlsEvidence['group_list'] {
    const version = this.#newest();
    if (version === null) return [];
    const { postQuantum, groupsTaken } = this.#findings;
    const hybrid =
      postQuantum.offered === null ? [] : [{ group: postQuantum.group ?? 'hybrid', offered: postQuantum.offered }];
    const classic = ASKED.filter((code) => version === VERSION.tls13 || code !== FFDHE).map((code) => {
      const taken = (code === FFDHE ? FINITE_FIELD : [code]).find((one) => groupsTaken.has(one));
      const name = taken === undefined && code === FFDHE ? 'ffdhe' : groupName(taken ?? code);
      return { group: name, offered: taken === undefined ? (this.#refused.has(code) ? false : null) : true };
    });
    const list = [...(version === VERSION.tls13 ? hybrid : []), ...classic];
    return list.some(({ offered }) => offered === true) ? list : [];
  }

  #newest(): VersionCode | null {
    const { versions } = this.#findings;
    if (versions['TLS 1.3'] === true) return VERSION.tls13;
    return versions['TLS 1.2'] === true ? VERSION.tls12 : null;
  }

  #isKnown(code: number): boolean {
    return this.#findings.groupsTaken.has(code) || this.#refused.has(code);
  }

  async #ask(codes: readonly number[], version: VersionCode): Promise<void> {
    const hello = this.#hellos.groups(version, codes);
    const open = (): typeof hello | null =>
      !this.#patience.isOver && !codes.some((code) => this.#isKnown(code)) ? hello : null;
    const answer = await this.#prober.askSpare(open, MOST);
    this.#findings.note(hello, answer);
    // Up to TLS 1.2 a hello without the curve of an ECDSA key is refused, whatever the key exchange (RFC 8422 §5.1).
    const curveOfKey = version === VERSION.tls12 && (this.#findings.suites['TLS 1.2']?.[0] ?? '').includes('_ECDSA_');
    const [first] = codes;
    if (first !== undefined && refusedGroups(answer) && !curveOfKey) this.#refused.set(first, wayOf(answer) ?? '');
  }
}
