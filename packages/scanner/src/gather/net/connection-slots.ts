import { NetworkFault } from '../../errors.ts';
import { abortFault } from './network-fault.ts';

/** Politeness: connections one scan holds open to one address at any moment, unanswered ones included. */
export const MAX_PER_HOST = 6;
/** Connections one scan opens or tries to open in all, to every address together. */
export const MAX_PER_SCAN = 100;

/** Releases the slot, immediately or after a delay. Idempotent. */
export type Release = (restMs?: number) => void;

/** Hands out the right to hold a connection. */
export interface ConnectionSlots {
  acquire(host: string, signal: AbortSignal): Promise<Release>;
  /** A caller waits for a connection to this host and will not get one soon. */
  wanted(host: string): boolean;
  /** Whether a request for a connection to this host would have to wait. */
  full(host: string): boolean;
}

/** @param makeRoom called when someone has to wait: an idle connection to that host may be closed for them */
export function createConnectionSlots(makeRoom: (host: string) => void): ConnectionSlots {
  const hosts = new Map<string, { held: number; resting: number; waiting: (() => void)[] }>();
  let opened = 0;

  return {
    wanted(key) {
      const host = hosts.get(key);
      return host !== undefined && host.waiting.length > host.resting;
    },
    full: (key) => (hosts.get(key)?.held ?? 0) >= MAX_PER_HOST,
    async acquire(key, signal) {
      const host = hosts.get(key) ?? { held: 0, resting: 0, waiting: [] };
      hosts.set(key, host);
      if (signal.aborted) throw abortFault(signal, key);
      if (opened >= MAX_PER_SCAN) {
        throw new NetworkFault('limit', `this scan has reached its limit of ${MAX_PER_SCAN} connections`, {
          blame: 'us',
        });
      }
      opened += 1;
      if (host.held < MAX_PER_HOST) host.held += 1;
      else {
        const slot = waitForSlot(host.waiting, signal, key);
        if (host.waiting.length > host.resting) makeRoom(key);
        await slot;
      }

      // The slot passes directly to the next waiter, so that later requests do not overtake the queue.
      const passOn = (): void => {
        const next = host.waiting.shift();
        if (next) next();
        else host.held -= 1;
      };
      let held = true;
      return (restMs = 0) => {
        if (!held) return;
        held = false;
        if (restMs === 0) {
          passOn();
          return;
        }
        host.resting += 1;
        setTimeout(() => {
          host.resting -= 1;
          passOn();
        }, restMs);
      };
    },
  };
}

function waitForSlot(queue: (() => void)[], signal: AbortSignal, where: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = (): void => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = (): void => {
      queue.splice(queue.indexOf(go), 1);
      reject(abortFault(signal, where));
    };
    queue.push(go);
    signal.addEventListener('abort', leave, { once: true });
  });
}
