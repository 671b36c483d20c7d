import type { TlsVersion } from '../../evidence/tls.ts';
import { VERSION, type ClientHello, type VersionCode } from '../../parse/tls/client-hello.ts';
import { isEcdsa, suiteName } from '../../parse/tls/tls-suites.ts';
import { Patience } from '../net/patience.ts';
import { VERSION_NAMES, type Findings } from './findings.ts';
import { describeCertificate, readChain } from './certificates.ts';
import type { GroupList } from './group-list.ts';
import type { HelloAnswer } from './hello-probe.ts';
import { BROKEN, DATED, HELLO_SUITES, suitesIn, USUAL, type Hellos } from './hellos.ts';
import type { Prober } from './prober.ts';
import { refused, refusedGroups } from './refusal.ts';

/**
 * Connections after which no more suites of a healthy server are probed; five of them are for its groups. A list cut
 * here is reported as such.
 */
const MOST_OF_SOUND = 24;
/** For a dated server, which supports more suites. */
const MOST_OF_DATED = 29;
/** No new probe for the lists after this: they must not delay the scan of a slow server. */
const TIME_MS = 4000;

const LISTED = [VERSION.tls13, VERSION.tls12, VERSION.tls11, VERSION.tls10, VERSION.ssl3] as const;

/**
 * The suites of each version, one by one: a server chooses one of the offered suites, so the rest is offered until it
 * refuses all of them.
 */
export class SuiteLists {
  readonly #prober: Prober;
  readonly #hellos: Hellos;
  readonly #findings: Findings;
  readonly #patience = new Patience(TIME_MS);

  constructor(prober: Prober, hellos: Hellos, findings: Findings) {
    this.#prober = prober;
    this.#hellos = hellos;
    this.#findings = findings;
  }

  /** The common suites, and the rare ones of TLS 1.3; probed in parallel with everything else. */
  async askUsual(groups: GroupList | null): Promise<void> {
    const { versions } = this.#findings;
    const asked = [VERSION.tls13, VERSION.tls12].filter((version) => versions[nameOf(version)] === true);
    const cells = asked.flatMap((version) => {
      const open = this.#findings.open(version, this.#ownSuites(version));
      const single = open.filter((code) => USUAL.has(code)).map((code) => [code]);
      const rare = version === VERSION.tls13 ? [open.filter((code) => !USUAL.has(code))] : [];
      return [...single, ...rare].map((cell) => [version, cell] as const);
    });
    const nameless = cells.find(([version, cell]) => version === VERSION.tls12 && cell.length === 1);
    await Promise.all(
      cells.map((one) => {
        const [version, cell] = one;
        const [code = 0] = cell;
        if (one === nameless) return this.#askWithoutName(cell);
        const group = version === VERSION.tls13 && cell.length === 1 ? (groups?.rider() ?? null) : null;
        if (groups && group !== null)
          return this.#askWithGroup(code, group, groups).finally(() => groups.riderLeft(group));
        return this.#askCell(version, cell, MOST_OF_SOUND);
      }),
    );
  }

  /** One TLS 1.3 suite with one group: both are likely, so one answer nearly always settles both. */
  async #askWithGroup(code: number, group: number, groups: GroupList): Promise<void> {
    const hello = this.#hellos.only(VERSION.tls13, [code], [group]);
    const answer = await this.#prober.askSpare(() => hello, MOST_OF_SOUND);
    this.#findings.note(hello, answer);
    if (answer.kind === 'hello') return;
    await this.#askCell(VERSION.tls13, [code], MOST_OF_SOUND);
    const suiteTaken = this.#findings.unseen(VERSION.tls13, [code]).length === 0;
    await groups.riderEnded(group, suiteTaken && refusedGroups(answer) ? answer : null);
  }

  /**
   * A likely suite, offered by a client that sends no server name: a server that shows the same certificate has the same
   * configuration, so one answer nearly always settles both.
   */
  async #askWithoutName(cell: readonly number[]): Promise<void> {
    const hello = this.#hellos.only(VERSION.tls12, cell);
    const usual = this.#findings.flight?.certificates[0];
    if (hello.serverName === null || !usual) return this.#askCell(VERSION.tls12, cell, MOST_OF_SOUND);
    const first = await this.#askNameless(hello);
    const isRefused = isTurnedAway(first);
    const again = isRefused ? await this.#askNameless(hello) : first;
    const isRefusedAgain = isRefused && wordsOf(again) === wordsOf(first);
    if (isRefusedAgain) await this.#askCell(VERSION.tls12, cell, MOST_OF_SOUND);
    // Refused twice, accepted with a name, and refused again: not just a moment in which the server refuses everything.
    const answer = isRefusedAgain ? await this.#askNameless(hello) : again;
    const leaf = answer.kind === 'hello' ? answer.flight.certificates[0] : undefined;
    if (leaf && Buffer.compare(leaf, usual) === 0) {
      this.#findings.withoutName = { answer: 'same', certificate: null };
      this.#findings.note(hello, answer);
      return;
    }
    const [read] = leaf ? readChain([leaf]) : [];
    const subject = (read && describeCertificate(read)?.subject) || '(no name)';
    if (leaf) {
      this.#findings.withoutName = { answer: 'other', certificate: subject };
      this.#findings.namelessLeaf = leaf;
    }
    if (!isRefusedAgain) await this.#askCell(VERSION.tls12, cell, MOST_OF_SOUND);
    else if (wordsOf(answer) === wordsOf(first) && this.#findings.unseen(VERSION.tls12, cell).length === 0)
      this.#findings.withoutName = { answer: 'refused', certificate: null };
  }

  async #askNameless(hello: ClientHello): Promise<HelloAnswer> {
    const nameless = { ...hello, serverName: null };
    const answer = await this.#prober.askAside(() => nameless, MOST_OF_SOUND);
    // A refusal may be about the missing name, but then the same hello is not accepted at another time.
    this.#findings.consistency.note(nameless, answer);
    return answer;
  }

  /** All others, after all probes that checks depend on. */
  async askRest(usual: Promise<void>): Promise<void> {
    const { versions, classes, suites, suitesComplete } = this.#findings;
    const broken = [classes.null, classes.anon, classes.export, classes.rc4, classes.des].includes(true);
    const dated = broken || [versions['TLS 1.1'], versions['TLS 1.0'], versions.SSLv3].includes(true);
    const most = dated ? MOST_OF_DATED : MOST_OF_SOUND;
    const offered = LISTED.filter((version) => versions[nameOf(version)] === true);
    const cells = offered.flatMap((version) => {
      const own = this.#ownSuites(version);
      const mine = new Set(own);
      const foreign = suitesIn(version).filter((code) => !mine.has(code));
      // If the server also has the other kind of certificate, the common suites for it are probed one by one too.
      const both = foreign.length > this.#findings.unseen(version, foreign).length;
      const single = both ? foreign.filter((code) => USUAL.has(code)) : [];
      const rest = [own.filter((code) => !USUAL.has(code)), foreign.filter((code) => !single.includes(code))];
      // Suites that fit into one hello need only one.
      const left = this.#findings.open(version, rest.flat());
      const cells = left.length <= HELLO_SUITES ? [left] : rest;
      return [...single.map((code) => [code]), ...cells].map((cell) => [version, cell] as const);
    });
    // Each further probe of a long chain delays the scan by two round trips: for a healthy server with many suites the list is "at least
    // these"; a server with only the common ones gets one more probe to prove it.
    const many = DATED.some((name) => classes[name] === true);
    const links = dated ? Infinity : many ? 0 : 1;
    const rest = cells.map(async ([version, cell]) => {
      // The rare ones of TLS 1.3 are part of the common probes, and may be in progress.
      if (version === VERSION.tls13) await usual;
      await this.#askCell(version, cell, most, links);
    });
    await Promise.all([usual, ...rest]);
    for (const version of offered) {
      const name = nameOf(version);
      suitesComplete[name] = this.#findings.knowsAllSuites(version, suitesIn(version));
      suites[name] = inOrder(suites[name] ?? [], version, this.#findings.chosenFromAll.has(name));
    }
    await Promise.all([
      ...[VERSION.tls13, VERSION.tls12].map((version) => this.#askAgain(version, most)),
      ...offered.map((version) => this.#askWhatOthersHave(version, most)),
    ]);
  }

  /** Up to TLS 1.2 servers have one list: a suite that one version lacks and another has is probed once more. */
  async #askWhatOthersHave(version: VersionCode, most: number): Promise<void> {
    const { suites, suitesComplete } = this.#findings;
    const name = nameOf(version);
    if (version === VERSION.tls13 || suitesComplete[name] !== true) return;
    const older = LISTED.filter((one) => one !== VERSION.tls13).flatMap((one) => suites[nameOf(one)] ?? []);
    const missing = this.#findings.unseen(version, suitesIn(version)).filter((code) => older.includes(suiteName(code)));
    if (missing.length === 0) return;
    const hello = this.#hellos.only(version, missing);
    const answer = await this.#prober.askSpare(() => hello, most);
    this.#findings.note(hello, answer);
    if (!refused(answer)) this.#findings.doubtLists();
  }

  /**
   * Nearly every server has the common suites: if some were refused, they are offered a second time. To a server with dated
   * suites, everything is that was refused once.
   */
  async #askAgain(version: VersionCode, most: number): Promise<void> {
    const { classes, suitesComplete } = this.#findings;
    const name = nameOf(version);
    const own = this.#ownSuites(version);
    const foreign = suitesIn(version).filter((code) => !own.includes(code));
    const both = foreign.length > this.#findings.unseen(version, foreign).length;
    const usual = [...own, ...(both ? foreign : [])].filter((code) => USUAL.has(code));
    const hasOthers = version === VERSION.tls12 && [...DATED, ...BROKEN].some((one) => classes[one] === true);
    const asked = hasOthers ? suitesIn(version) : usual;
    const doubtful = this.#findings.refusedOnce(version, this.#findings.unseen(version, asked));
    for (let left = doubtful; suitesComplete[name] === true && left.length > 0; left = left.slice(HELLO_SUITES)) {
      const hello = this.#hellos.only(version, left);
      const answer = await this.#prober.askSpare(() => hello, most);
      this.#findings.note(hello, answer);
      // Without a connection to ask with, one refusal has to do for suites that are rare.
      const isOpen = answer.kind === 'not_asked' ? left.some((code) => usual.includes(code)) : !refused(answer);
      if (isOpen) this.#findings.doubtLists([name]);
    }
  }

  /** Those for the kind of certificate that the server's preferred suite needs: the others are usually refused together. */
  #ownSuites(version: VersionCode): readonly number[] {
    const all = suitesIn(version);
    const [favorite] = this.#findings.suites[nameOf(version)] ?? [];
    if (version === VERSION.tls13 || favorite === undefined) return all;
    const ecdsa = favorite.includes('_ECDSA_');
    return all.filter((code) => isEcdsa(code) === ecdsa);
  }

  /** One chain of probes: the remaining suites are offered until the server refuses all of them. */
  async #askCell(version: VersionCode, cell: readonly number[], most: number, links = Infinity): Promise<void> {
    for (let hits = 0; hits < links && !this.#patience.isOver;) {
      let asked: ClientHello | null = null;
      const next = (): ClientHello | null => {
        const left = this.#findings.open(version, cell);
        // The free space of a probe that is sent anyway offers previously refused suites a second time.
        const again = cell.length > 1 ? this.#findings.refusedAmong(version, suitesIn(version)) : [];
        asked = left.length > 0 ? this.#hellos.only(version, [...left, ...again]) : null;
        return asked;
      };
      const answer = await this.#prober.askSpare(next, most);
      if (asked === null) return;
      this.#findings.note(asked, answer);
      if (refused(answer)) this.#findings.noteRefusal(asked, answer);
      else if (answer.kind !== 'hello' || answer.hello.version !== version) return;
      else hits += 1;
    }
  }
}

/** By closing, or by an alert that can be about the name. */
function isTurnedAway(answer: HelloAnswer): boolean {
  if (answer.kind === 'reset' || refused(answer)) return true;
  return answer.kind === 'alert' && [ACCESS_DENIED, UNRECOGNIZED_NAME].includes(answer.alert);
}

const ACCESS_DENIED = 49;
/** RFC 6066 §3. */
const UNRECOGNIZED_NAME = 112;

function wordsOf(answer: HelloAnswer): string {
  return answer.kind === 'alert' ? `alert ${answer.alert}` : answer.kind;
}

function nameOf(version: VersionCode): TlsVersion {
  return VERSION_NAMES[version] ?? 'TLS 1.3';
}

/** The preferred suite first, if it was chosen from all; the rest by strength, so that two scans of one server agree. */
function inOrder(suites: readonly string[], version: VersionCode, hasFavorite: boolean): string[] {
  const rank = new Map(suitesIn(version).map((code, at) => [suiteName(code), at]));
  const first = hasFavorite ? suites.slice(0, 1) : [];
  const rest = suites.slice(first.length).toSorted((one, other) => (rank.get(one) ?? 0) - (rank.get(other) ?? 0));
  return [...first, ...rest];
}
