import { NetworkFault } from '../../errors.ts';
import { abortFault } from './network-fault.ts';

/** Politeness: connections one scan holds open to one host at any moment. */
export const MAX_PER_HOST = 6;
/** Connections one scan opens in all, to every host together. */
export const MAX_PER_SCAN = 100;

/** Hands out the right to hold a connection; `release` gives it back and may be called more than once. */
export interface ConnectionSlots {
  acquire(host: string, signal: AbortSignal): Promise<() => void>;
  /** Somebody waits for a connection to this host. */
  wanted(host: string): boolean;
}

/** @param makeRoom called when somebody has to wait: an idle connection to that host may be closed for him */
export function createConnectionSlots(makeRoom: (host: string) => void): ConnectionSlots {
  const hosts = new Map<string, { held: number; waiting: (() => void)[] }>();
  let opened = 0;

  return {
    wanted: (key) => (hosts.get(key)?.waiting.length ?? 0) > 0,
    async acquire(key, signal) {
      const host = hosts.get(key) ?? { held: 0, waiting: [] };
      hosts.set(key, host);
      if (signal.aborted) throw abortFault(signal, key);
      if (opened >= MAX_PER_SCAN) {
        throw new NetworkFault('limit', `this scan has opened ${MAX_PER_SCAN} connections, its limit`, { blame: 'us' });
      }
      opened += 1;
      if (host.held < MAX_PER_HOST) host.held += 1;
      else {
        const myTurn = turn(host.waiting, signal, key);
        makeRoom(key);
        await myTurn;
      }

      let held = true;
      return () => {
        if (!held) return;
        held = false;
        // The slot passes straight on, so that nobody who asks later overtakes the queue.
        const next = host.waiting.shift();
        if (next) next();
        else host.held -= 1;
      };
    },
  };
}

function turn(queue: (() => void)[], signal: AbortSignal, where: string): Promise<void> {
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
