import type { TlsEvidence } from '../../evidence/tls.ts';
import { readSession } from '../../parse/tls/session.ts';
import { Patience } from '../net/patience.ts';
import type { TlsSession } from '../net/tls-sessions.ts';
import { resume, type Resumed } from './handshake.ts';
import type { Prober } from './prober.ts';

const PATIENCE_MS = 1000;

interface Server {
  host: string;
  extraCa: string | undefined;
  signal: AbortSignal;
}

/** Resumes the session that the page's own connection received: one handshake. */
export class Resumption {
  readonly #prober: Prober;
  readonly #server: Server;
  readonly #look: () => Promise<TlsSession | null>;
  #seen: Promise<TlsSession | null> | null = null;
  #resumed: boolean | null = null;

  /** @param look returns the session of the page's own connection; called at the first use */
  constructor(prober: Prober, server: Server, look: () => Promise<TlsSession | null>) {
    this.#prober = prober;
    this.#server = server;
    this.#look = look;
  }

  /** A slow page must not delay this part of the scan. */
  #session(): Promise<TlsSession | null> {
    this.#seen ??= new Patience(PATIENCE_MS).wait(this.#look());
    return this.#seen;
  }

  /** Whether there is a session to resume. */
  async isPossible(): Promise<boolean> {
    return Boolean((await this.#session())?.session);
  }

  /**
   * Attempted once.
   * @param group offer this one alone (OpenSSL's name): the handshake then answers for the group too
   */
  async ask(group: string | null): Promise<Resumed | null> {
    const { session, alpn } = (await this.#session()) ?? {};
    if (!session) return null;
    const earlier = { ...this.#server, session, alpn: alpn ?? null, group };
    const answer = await this.#prober.withConnection((connect) => resume(connect, earlier));
    if (answer?.completed) this.#resumed = answer.reused;
    return answer;
  }

  /** A separate handshake, if no other probe is combined with it. */
  async askRest(): Promise<void> {
    await this.ask(null);
  }

  async evidence(): Promise<TlsEvidence['sessions']> {
    const seen = await this.#session();
    if (!seen) return null;
    const read = seen.session ? readSession(seen.session) : null;
    return {
      ticket: seen.session && !read ? null : (read?.ticket ?? false),
      id: seen.session && !read ? null : (read?.id ?? false),
      lifetime: read?.lifetime ?? null,
      early_data: read?.earlyData ?? null,
      resumed: this.#resumed,
      http1: seen.alpn === 'http/1.1',
    };
  }
}
