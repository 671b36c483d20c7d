import { VERSION, type ClientHello } from '../../parse/tls/client-hello.ts';
import type { HelloAnswer } from './hello-probe.ts';
import { refused } from './refusal.ts';

const PROTOCOL_VERSION = 70;

interface Taken {
  asked: ClientHello;
  version: number;
  suite: number;
  group: number | null;
}

/**
 * Whether the server refused something that it supports. Such a server refuses at random, whatever alert it sends: none
 * of its refusals is evidence.
 */
export class Consistency {
  #taken: Taken[] = [];
  /** The same hello, refused at another time, was refused by chance, whatever version it was answered with. */
  readonly #takenOffers = new Set<string>();
  #refused: ClientHello[] = [];
  /** Versions that an alert reported as unsupported. */
  #denied: number[] = [];
  /** The alert with which each hello was refused. */
  #alerts = new Map<string, number>();
  #refusedInTwoWays = false;
  #distrusted = false;

  note(asked: ClientHello, answer: HelloAnswer): void {
    if (answer.kind === 'hello') {
      const { version, suite, group } = answer.hello;
      this.#taken.push({ asked, version, suite, group });
      this.#takenOffers.add(JSON.stringify(asked));
      return;
    }
    if (refused(answer)) this.#refused.push(asked);
    if (refused(answer) && answer.kind === 'alert') this.#noteAlert(asked, answer.alert);
    if (answer.kind === 'alert' && answer.alert === PROTOCOL_VERSION) this.#denied.push(asked.version);
  }

  /** A server has one reason to refuse a hello. If it gives two, at least one is random. */
  #noteAlert(asked: ClientHello, code: number): void {
    const offer = JSON.stringify(asked);
    this.#refusedInTwoWays ||= (this.#alerts.get(offer) ?? code) !== code;
    this.#alerts.set(offer, code);
  }

  /** It got a hello that it had accepted before, and gave no conclusive answer. */
  distrust(): void {
    this.#distrusted = true;
  }

  get isBroken(): boolean {
    if (this.#distrusted || this.#refusedInTwoWays) return true;
    if ([...this.#alerts.keys()].some((offer) => this.#takenOffers.has(offer))) return true;
    const largest = Math.max(0, ...this.#taken.map(({ asked }) => sizeOf(asked)));
    return (
      this.#refused.some((hello) => this.#taken.some((one) => mustTake(hello, one, largest))) ||
      // Up to TLS 1.2 a hello offers every version below its own, too.
      this.#denied.some((denied) => this.#taken.some(({ asked, version }) => [asked.version, version].includes(denied)))
    );
  }

  /** Earlier refusals may be due to too many connections; what was accepted stays accepted. */
  forgetRefusals(): void {
    this.#refused = [];
    this.#denied = [];
    this.#alerts.clear();
    this.#refusedInTwoWays = false;
  }
}

function sizeOf({ suites, groups }: ClientHello): number {
  return suites.length + groups.length;
}

/**
 * The hello contains everything that the server chose from the other one, and is no larger than one it accepted. A larger one
 * may be refused for its size.
 */
function mustTake(hello: ClientHello, { asked, version, suite, group }: Taken, largest: number): boolean {
  return (
    hello.version === version &&
    asked.version === version &&
    hello.serverName === asked.serverName &&
    (hello.keyShare ?? false) === (asked.keyShare ?? false) &&
    (hello.deflate ?? false) === (asked.deflate ?? false) &&
    hello.suites.includes(suite) &&
    (version === VERSION.tls13
      ? group !== null && hello.groups.includes(group)
      : asked.groups.every((code) => hello.groups.includes(code))) &&
    String(hello.schemes) === String(asked.schemes) &&
    (sizeOf(hello) <= largest || isWithin(hello.suites, asked.suites))
  );
}

function isWithin(suites: readonly number[], offered: readonly number[]): boolean {
  const all = new Set(offered);
  return suites.every((code) => all.has(code));
}
