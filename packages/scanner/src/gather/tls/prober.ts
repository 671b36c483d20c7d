import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientHello } from '../../parse/tls/client-hello.ts';
import { askHello, type Connect, type HelloAnswer } from './hello-probe.ts';

/** Politeness: TLS connections to one server at a time, and in all. */
export const MAX_AT_ONCE = 4;
const MAX_CONNECTIONS = 30;
/** After so many questions without an answer the server is left alone; asked one by one, after so many in a row. */
const MAX_UNANSWERED = 3;
const RETRY_AFTER_MS = 250;
/** Between connections that are made one at a time: the server has to notice the end of the last one. */
const PAUSE_MS = 20;
/** A server that turns a connection away although it is the only one is given more time each time, up to this. */
const LONGEST_PAUSE_MS = 160;
/** internal_error: as likely a passing fault as a refusal, so it is asked again. */
const INTERNAL_ERROR = 80;

export interface Prober {
  ask(hello: ClientHello): Promise<HelloAnswer>;
  /**
   * A question that can be done without: asked when nothing else waits, while fewer connections than `most` have been made.
   * @param hello called when its turn has come; null when there is nothing left to ask
   */
  askSpare(hello: () => ClientHello | null, most: number): Promise<HelloAnswer>;
  /** The same, of a hello that servers may well answer rudely: asked once, and nothing is held against the server. */
  askAside(hello: () => ClientHello | null, most: number): Promise<HelloAnswer>;
  /** Connections were turned away, so that spare questions were withheld; from now on they are asked, one at a time. */
  calm(): boolean;
  /** Runs other work on a connection that counts like any; null when there is no budget left. */
  withConnection<T>(work: (connect: Connect) => Promise<T>): Promise<T | null>;
  readonly opened: number;
  /** One connection at a time. */
  readonly isAlone: boolean;
  readonly unanswered: number;
  readonly cutShort: boolean;
  /** Some hellos got no answer of any kind. */
  readonly fallsSilent: boolean;
  /** Some hellos were refused by an alert and others by hanging up: one of the two is likely overload. */
  readonly refusesTwoWays: boolean;
  /** At some time the same hello was met by hanging up, or an internal error, and then answered. */
  readonly failsAtRandom: boolean;
  /** Hanging up, or an internal error, was taken for a refusal, and then turned out to come at random. */
  readonly mistookRefusals: boolean;
  /** How many hellos brought no hello, of those that were asked after the last one that did. */
  readonly refusedLast: number;
  /** The most hellos, one after the other, that brought no hello. */
  readonly mostRefusedInARow: number;
  /** Runs work while no other question is under way; the others wait. */
  exclusively<T>(work: (prober: Pick<Prober, 'withConnection'>) => Promise<T>): Promise<T>;
  /**
   * From now on one connection at a time, with everything that was held against the server forgotten. Questions that can be
   * done without and still wait are dropped.
   */
  backOff(): Promise<void>;
}

interface ProberOptions {
  connect: Connect;
  signal: AbortSignal;
  /** Time for one answer. */
  timeoutMs?: number;
}

/** Asks hellos within the politeness budget, repeats what may have been an accident, and stops asking a server that stops answering. */
export function createProber({ connect, signal, timeoutMs }: ProberOptions): Prober {
  let opened = 0;
  let unanswered = 0;
  let unansweredInARow = 0;
  let questions = 0;
  /** The last question that was answered with a hello, and all that were not. */
  let lastTaken = 0;
  const refused: number[] = [];
  let refusedInARow = 0;
  let mostRefusedInARow = 0;
  let hangUps = 0;
  /** The same hello was met by hanging up, or an internal error, and then answered: neither is a refusal. */
  let refusesAtRandom = false;
  let failedAtRandom = false;
  /** Of these, how many were taken for refusals. */
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
  /** A connection was turned away: perhaps four are too many, and what can be done without must not use up the budget. */
  let troubled = false;

  const inTurn = async <T>(work: () => Promise<T>, queue = waiting): Promise<T> => {
    if (live < atOnce) live += 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      if (atOnce === 1) await sleep(pause, undefined, { signal }).catch(() => undefined);
      return await work();
    } finally {
      // Who is waiting takes the place over, unless there is one place less now.
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
      if (!hello) return { kind: 'not_asked', code: 'not_applicable', reason: 'it was answered meanwhile' };
      const number = (questions += 1);
      const answer = await askHello(hello, {
        connect: counted,
        signal,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
      if (answer.kind === 'hello' || answer.kind === 'alert') unansweredInARow = 0;
      // In the order in which they were asked: a late answer may be to an early question.
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
      // One accident, with no connection left to ask again, tells neither that it refuses nor that it stopped answering.
      if (again.kind === 'not_asked') return isRefusal(answer) ? { kind: 'reset' } : answer;
      answer = again;
    }
    // From such a server it says no more than a reset.
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
      // Several at once may be too many. One that fails now and then, asked one by one, has not stopped answering.
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
        // The server has to notice the end of the last one.
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

/** Of what may be an accident, what counts as a refusal. */
function isRefusal(answer: HelloAnswer): boolean {
  return answer.kind === 'closed' || (answer.kind === 'alert' && answer.alert === INTERNAL_ERROR);
}

function mayBeAccident(answer: HelloAnswer): boolean {
  return answer.kind === 'reset' || answer.kind === 'refused' || isRefusal(answer);
}
