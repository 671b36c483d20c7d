import { timeLimit, type TimeLimit } from '../net/deadline.ts';
import type { DnsClient, DnsReply } from '../net/dns-client.ts';

export interface BurstLimits {
  /** Maximum number of queries. Any further one is answered "unknown". */
  queries: number;
  timeoutMs: number;
}

export const LIMITS: BurstLimits = { queries: 64, timeoutMs: 3000 };

export interface AskOptions {
  /** Set DO, to get the AD bit and signatures. */
  dnssec?: boolean;
  checkingDisabled?: boolean;
  /** Sent although the same query was answered before. */
  again?: boolean;
}

type Failure = Extract<DnsReply, { ok: false }>;

/**
 * The DNS queries of one scan: each is sent once, however many parts of the scan need it, with limits on number and
 * time. A failure is a value, never an exception.
 */
export class Burst {
  readonly #client: DnsClient;
  readonly #limits: BurstLimits;
  readonly #time: TimeLimit;
  readonly #over: Promise<DnsReply>;
  readonly #asked = new Map<string, Promise<DnsReply>>();

  constructor(client: DnsClient, signal: AbortSignal, limits: BurstLimits = LIMITS) {
    this.#client = client;
    this.#limits = limits;
    this.#time = timeLimit(signal, limits.timeoutMs);
    // The client ought to heed the signal; a scan must end even if it does not.
    this.#over = new Promise((resolve) => {
      const over = (): void => resolve(failed('timeout', 'the time limit for DNS was reached'));
      if (this.signal.aborted) over();
      else this.signal.addEventListener('abort', over, { once: true });
    });
  }

  /** Everything is answered: no further queries are sent. */
  end(): void {
    this.#time.clear();
  }

  get queries(): number {
    return this.#asked.size;
  }

  get signal(): AbortSignal {
    return this.#time.signal;
  }

  /**
   * SERVFAIL may mean no more than signatures that do not verify; that is judged once, by the DNSSEC state,
   * so every other part of the scan asks again without checking, as a resolver that does not validate would answer.
   */
  async ask(name: string, type: string, options: AskOptions = {}): Promise<DnsReply> {
    const reply = await this.askOnce(name, type, options);
    if (reply.ok || reply.failure !== 'servfail' || options.checkingDisabled === true) return reply;
    const unchecked = await this.askOnce(name, type, { ...options, checkingDisabled: true });
    return unchecked.ok ? unchecked : reply;
  }

  askOnce(name: string, type: string, options: AskOptions = {}): Promise<DnsReply> {
    if (!isDomainName(name)) return Promise.resolve(failed('malformed', `"${name.slice(0, 80)}" is not a domain name`));
    const { dnssec, checkingDisabled, again } = options;
    const key = `${name} ${type} ${dnssec === true} ${checkingDisabled === true} ${again === true}`;
    const known = this.#asked.get(key);
    if (known) return known;
    if (this.#asked.size >= this.#limits.queries) {
      return Promise.resolve(failed('limit', `a scan sends at most ${this.#limits.queries} DNS queries`));
    }
    const reply = this.#send(name, type, options);
    this.#asked.set(key, reply);
    return reply;
  }

  async #send(name: string, type: string, options: AskOptions): Promise<DnsReply> {
    try {
      const question = this.#client.query({ name, type, signal: this.signal, ...options });
      return await Promise.race([question, this.#over]);
    } catch (error) {
      return failed('unreachable', error instanceof Error ? error.message : 'the query could not be sent');
    }
  }
}

function failed(failure: Failure['failure'], detail: string): Failure {
  return { ok: false, failure, detail, extendedError: null };
}

/** Valid names in queries: RFC 1035 lengths, letters, digits, hyphen and underscore. `.` is the root. */
export function isDomainName(name: string): boolean {
  return name === '.' || (name.length <= 253 && /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/.test(name));
}
