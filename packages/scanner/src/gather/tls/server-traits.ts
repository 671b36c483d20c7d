import { hash } from 'node:crypto';
import { VERSION, type ClientHello } from '../../parse/tls/client-hello.ts';
import { readKeyExchange, type ServerFlight, type ServerHello } from '../../parse/tls/server-hello.ts';
import { suiteName } from '../../parse/tls/tls-suites.ts';

/** Extensions that a server sends in every ServerHello of a version, or in none. */
const CONSTANT: readonly (readonly [type: number, name: string])[] = [
  [23, 'extended master secret'],
  [0xff01, 'secure renegotiation'],
  [44, 'retry cookie'],
];

/**
 * What a server does in the same way each time. If two answers differ in it, several servers share the address: a load
 * balancer, or a site that is being updated.
 */
export class ServerTraits {
  readonly #seen = new Map<string, unknown>();
  /** By everything else that was offered. */
  readonly #choices = new Map<string, Choice[]>();
  readonly #differences = new Set<string>();

  note(asked: ClientHello, hello: ServerHello, flight: ServerFlight): void {
    const { version } = hello;
    const context = `${version} ${hello.retry}`;
    for (const [type, name] of CONSTANT) this.#compare(name, context, hello.extensions.includes(type));
    const chosen = suiteName(hello.suite);
    const exchange = flight.keyExchange && readKeyExchange(flight.keyExchange, chosen);
    const group = exchange && 'group' in exchange ? exchange.group : hello.group;
    const { groups, keyShare, schemes, sha1First, serverName } = asked;
    const offer = JSON.stringify([asked.version, version, serverName, groups, keyShare, schemes, sha1First]);
    if (group !== null) this.#compare('choice of group', offer, group);
    // Some servers prefer ChaCha20 if the client does.
    if (!chosen.includes('CHACHA20')) this.#noteChoice(offer, { offered: asked.suites, suite: hello.suite });
    if (version >= VERSION.tls13) return;
    this.#compare('support for a newer version', context, hello.downgraded);
    this.#compare('session IDs', context, hello.sessionIdBytes);
    this.#compare('division into records', context, flight.helloAlone);
    const kind = /_(ECDSA|RSA|DSS)_/u.exec(chosen)?.[1];
    if (serverName !== null) this.#compare('confirmation of the server name', context, hello.extensions.includes(0));
    if (flight.certificates.length === 0) return;
    const certificates = hash('sha256', Buffer.concat(flight.certificates), 'base64');
    this.#compare('certificates', `${offer} ${kind}`, certificates);
  }

  #noteChoice(offer: string, choice: Choice): void {
    const before = this.#choices.get(offer) ?? [];
    if (before.some((one) => contradicts(one, choice))) this.#differences.add('choice of suite');
    this.#choices.set(offer, [...before, choice]);
  }

  #compare(what: string, context: string, value: unknown): void {
    const key = `${what} ${context}`;
    if (!this.#seen.has(key)) this.#seen.set(key, value);
    else if (this.#seen.get(key) !== value) this.#differences.add(what);
  }

  /** What differed. */
  get differences(): string[] {
    return [...this.#differences];
  }

  get differ(): boolean {
    return this.#differences.size > 0;
  }
}

interface Choice {
  offered: readonly number[];
  suite: number;
}

/** Each of the two hellos offered what the server chose from the other one, in the same order. */
function contradicts(one: Choice, other: Choice): boolean {
  if (one.suite === other.suite) return false;
  const [order, reverse] = [one, other].map(({ offered }) => {
    const [mine, its] = [offered.indexOf(one.suite), offered.indexOf(other.suite)];
    return mine < 0 || its < 0 ? 0 : Math.sign(mine - its);
  });
  return order !== 0 && order === reverse;
}
