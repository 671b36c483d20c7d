import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientHello } from '../../parse/tls/client-hello.ts';
import { askHello, type Connect, type HelloAnswer } from './hello-probe.ts';

/** Politeness: TLS connections to one server at a time, and in all. */
export const MAX_AT_ONCE = 4;
const MAX_CONNECTIONS = 30;
/** After this many probes without an answer, no more are sent; if sent one by one, after this many in a row. */
const MAX_UNANSWERED = 3;
const RETRY_AFTER_MS = 250;
/** Pause between connections that are opened one at a time: the server must notice the end of the last one. */
const PAUSE_MS = 20;
/** A server that refuses its only connection gets a longer pause each time, up to this. */
const LONGEST_PAUSE_MS = 160;
/** internal_error: as likely a temporary fault as a refusal, so the hello is sent again. */
const INTERNAL_ERROR = 80;

export interface Prober {
  ask(hello: ClientHello): Promise<HelloAnswer>;
  /**
   * An optional probe: sent if nothing else waits and fewer than `most` connections were opened.
   * @param hello called when it is sent; null if it is no longer needed
   */
  askSpare(hello: () => ClientHello | null, most: number): Promise<HelloAnswer>;
  /** The same for a hello that servers may answer incorrectly: sent once, and the answer does not count against the server. */
  askAside(hello: () => ClientHello | null, most: number): Promise<HelloAnswer>;
  /** Connections were refused, so optional probes were withheld; from now on they are sent, one at a time. */
  calm(): boolean;
  /** Runs other work on a connection of the budget; null if the budget is used up. */
  withConnection<T>(work: (connect: Connect) => Promise<T>): Promise<T | null>;
  readonly opened: number;
  /** One connection at a time. */
  readonly isAlone: boolean;
  readonly unanswered: number;
  readonly cutShort: boolean;
  /** Some hellos got no answer of any kind. */
  readonly fallsSilent: boolean;
  /** Some hellos were refused by an alert, others by closing: one of the two is probably overload. */
  readonly refusesTwoWays: boolean;
  /** The same hello once got a close or an internal error, and then an answer. */
  readonly failsAtRandom: boolean;
  /** A close or an internal error was counted as a refusal, and later proved random. */
  readonly mistookRefusals: boolean;
  /** How many probes were refused since the last one that was accepted. */
  readonly refusedLast: number;
  /** The longest run of refused probes. */
  readonly mostRefusedInARow: number;
  /** Runs work while no other probe is in progress; the others wait. */
  exclusively<T>(work: (prober: Pick<Prober, 'withConnection'>) => Promise<T>): Promise<T>;
  /**
   * From now on one connection at a time, and previous failures no longer count. Optional probes
   * that are still waiting are dropped.
   */
  backOff(): Promise<void>;
}

interface ProberOptions {
  connect: Connect;
  signal: AbortSignal;
  /** Time allowed for one answer. */
  timeoutMs?: number;
}

/** Sends hellos within the politeness budget, repeats those that may have failed by accident, and stops if the server stops answering. */
export function createProber({ connect, signal, timeoutMs }: ProberOptions): Prober {
  let opened = 0;
  let unanswered = 0;
  let unansweredInARow = 0;
  let questions = 0;
  /** The last probe that was accepted, and all that were not. */
  let lastTaken = 0;
  const refused: number[] = [];
  let refusedInARow = 0;
  let mostRefusedInARow = 0;
  let hangUps = 0;
  /** The same hello got a close or an internal error, and then an answer: neither is a refusal. */
  let refusesAtRandom = false;
  let failedAtRandom = false;
  /** How many of these were counted as refusals. */
  let taken = 0;
  let cutShort = false;
  let alerts = 0;
  let silences = 0;
  let silencesInThisLook = 0;
  let live = 0;
  let atOnce = MAX_AT_ONCE;
  const waiting: (() => void)[] = [];
  const spare: (() => void)[] = [];
  let backingOff = false;
  let pause = PAUSE_MS;
  /** A connection was refused: perhaps four are too many, and optional probes must not use up the budget. */
  let troubled = false;

  const inTurn = async <T>(work: () => Promise<T>, queue = waiting): Promise<T> => {
    if (live < atOnce) live += 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      if (atOnce === 1) await sleep(pause, undefined, { signal }).catch(() => undefined);
      return await work();
    } finally {
      // The next waiting probe gets the slot, unless there is one slot fewer now.
      const next = live <= atOnce ? (waiting.shift() ?? spare.shift()) : undefined;
      if (next) next();
      else live -= 1;
    }
  };
  const counted: Connect = () => {
    opened += 1;
    return connect();
  };
  const limit = (most = MAX_CONNECTIONS): string | null => {
    if (signal.aborted) return 'the time for this part of the scan is over';
    if (cutShort) return 'the server had stopped answering';
    return opened >= most ? `${most} connections had been made` : null;
  };
  type Queue = (() => void)[];
  type Make = () => ClientHello | null;
  const once = (make: Make, most: number, queue: Queue, aside = false): Promise<HelloAnswer> =>
    inTurn(async () => {
      const reason = limit(most);
      if (reason !== null) return { kind: 'not_asked', code: signal.aborted ? 'timeout' : 'limit', reason };
      const withheld = queue !== waiting && (backingOff || (troubled && atOnce > 1));
      const hello = withheld ? null : make();
      if (!hello) return { kind: 'not_asked', code: 'not_applicable', reason: 'it was answered in the meantime' };
      const number = (questions += 1);
      const answer = await askHello(hello, {
        connect: counted,
        signal,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
      if (answer.kind === 'hello' || answer.kind === 'alert') unansweredInARow = 0;
      // In the order in which they were sent: a late answer may belong to an early probe.
      if (answer.kind === 'hello') {
        lastTaken = Math.max(lastTaken, number);
        refusedInARow = 0;
      } else {
        refused.push(number);
        refusedInARow += 1;
      }
      mostRefusedInARow = Math.max(mostRefusedInARow, refusedInARow);
      if (mayBeAccident(answer) && !aside) {
        troubled = true;
        if (atOnce === 1) pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
      return answer;
    }, queue);
  const ask = async (hello: Make, most: number, queue: Queue): Promise<HelloAnswer> => {
    let answer = await once(hello, most, queue);
    if (mayBeAccident(answer) && !(answer.kind === 'closed' && hangUps > 0 && !refusesAtRandom)) {
      await sleep(RETRY_AFTER_MS, undefined, { signal }).catch(() => undefined);
      const again = await once(hello, most, queue);
      if (isRefusal(answer) && again.kind === 'hello') refusesAtRandom = failedAtRandom = true;
      // One failure without a connection left to retry shows neither a refusal nor that the server stopped answering.
      if (again.kind === 'not_asked') return isRefusal(answer) ? { kind: 'reset' } : answer;
      answer = again;
    }
    // From such a server it means no more than a reset.
    if (isRefusal(answer) && refusesAtRandom) answer = { kind: 'reset' };
    else if (isRefusal(answer)) taken += 1;
    if (answer.kind === 'closed') hangUps += 1;
    else if (answer.kind === 'alert') alerts += 1;
    else if (['reset', 'silent', 'refused', 'malformed'].includes(answer.kind)) {
      unanswered += 1;
      unansweredInARow += 1;
      if (answer.kind === 'silent') {
        silences += 1;
        silencesInThisLook += 1;
      }
      // Several at once may be too many. A server that sometimes fails one at a time has not stopped answering.
      const failed = atOnce === 1 ? unansweredInARow : unanswered;
      if (Math.max(failed, silencesInThisLook) >= MAX_UNANSWERED) cutShort = true;
    }
    return answer;
  };

  return {
    ask: (hello) => ask(() => hello, MAX_CONNECTIONS, waiting),
    askSpare: (hello, most) => ask(hello, most, spare),
    askAside: (hello, most) => once(hello, most, spare, true),
    calm() {
      const withheld = troubled;
      troubled = false;
      if (withheld) {
        atOnce = 1;
        unansweredInARow = 0;
      }
      return withheld;
    },
    async backOff() {
      atOnce = 1;
      backingOff = true;
      const isBusy = (): boolean => live > 0 && !signal.aborted;
      while (isBusy()) await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
      backingOff = false;
      unanswered = 0;
      unansweredInARow = 0;
      silencesInThisLook = 0;
      hangUps = 0;
      taken = 0;
      refusesAtRandom = false;
      alerts = 0;
      cutShort = false;
      await sleep(RETRY_AFTER_MS, undefined, { signal }).catch(() => undefined);
    },
    async exclusively(work) {
      const places = atOnce;
      atOnce = 0;
      try {
        const isBusy = (): boolean => live > 0 && !signal.aborted;
        while (isBusy()) await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
        // The server must notice the end of the last connection.
        await sleep(LONGEST_PAUSE_MS, undefined, { signal }).catch(() => undefined);
        return await work({ withConnection: async (one) => (limit() === null ? one(counted) : null) });
      } finally {
        atOnce = places;
        while (live < atOnce) {
          const next = waiting.shift() ?? spare.shift();
          if (!next) break;
          live += 1;
          next();
        }
      }
    },
    withConnection: (work) => inTurn(async () => (limit() === null ? work(counted) : null)),
    get isAlone() {
      return atOnce === 1;
    },
    get opened() {
      return opened;
    },
    get unanswered() {
      return unanswered;
    },
    get cutShort() {
      return cutShort;
    },
    get fallsSilent() {
      return silences > 0;
    },
    get refusesTwoWays() {
      return hangUps > 0 && alerts > 0;
    },
    get failsAtRandom() {
      return failedAtRandom;
    },
    get refusedLast() {
      return refused.filter((number) => number > lastTaken).length;
    },
    get mostRefusedInARow() {
      return mostRefusedInARow;
    },
    get mistookRefusals() {
      return taken > 0 && refusesAtRandom;
    },
  };
}

/** Which of the possible accidents count as refusals. */
function isRefusal(answer: HelloAnswer): boolean {
  return answer.kind === 'closed' || (answer.kind === 'alert' && answer.alert === INTERNAL_ERROR);
}

function mayBeAccident(answer: HelloAnswer): boolean {
  return answer.kind === 'reset' || answer.kind === 'refused' || isRefusal(answer);
}
