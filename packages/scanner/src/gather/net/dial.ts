import { connect, type Socket } from 'node:net';
import { NetworkFault } from '../../errors.ts';
import { parseAddress } from './address-policy.ts';
import type { Release } from './connection-slots.ts';
import { setDeadline } from './deadline.ts';
import type { ResolvedAddress } from './egress.ts';
import { abortFault, networkFault } from './network-fault.ts';

/** The one place where bytes leave for a target. Tests put a recorder here. */
export type Dial = (address: ResolvedAddress, port: number) => Socket;

/** A literal address and its family: no lookup can happen below this line. */
export const dialTcp: Dial = ({ address, family }, port) =>
  connect({ host: address, port, family, noDelay: true, autoSelectFamily: false });

/** RFC 8305 §5: the next address is tried when the one before has not answered by then. */
const NEXT_ADDRESS_MS = 250;
/** Addresses tried of those a host has. */
export const MAX_ADDRESSES_DIALLED = 4;

interface DialOptions {
  addresses: readonly ResolvedAddress[];
  port: number;
  signal: AbortSignal;
  /** From the first dial on; waiting for the right to dial is not counted. */
  timeoutMs: number;
  /** Host and port, for messages. */
  where: string;
  /** The right to hold one connection to an address: every dial takes one, whether it is answered or not. */
  acquire: (address: string, signal: AbortSignal) => Promise<Release>;
}

/** The peer sees our end a moment after we do; only then is its slot really free. */
const SLOT_REST_MS = 5;

/** Connects to the first address that responds. The addresses have been checked. The peer is compared nevertheless. */
export function dialFirst(dial: Dial, options: DialOptions): Promise<Socket> {
  const { addresses, port, signal, timeoutMs, where, acquire } = options;
  return new Promise((resolve, reject) => {
    const queue = addresses.slice(0, MAX_ADDRESSES_DIALLED);
    const dialing = new Set<Socket>();
    /** Ends the waiting for a slot. */
    const wait = new AbortController();
    let settled = false;
    let waiting = 0;
    let fault: Error | null = null;
    const unreachable = (): Error => new NetworkFault('unreachable', `${where} cannot be reached from the scanner`);
    let pace: NodeJS.Timeout | undefined;
    let timer: { clear(): void } | undefined;

    const settle = (winner: Socket | null, error: Error | null): void => {
      clearTimeout(pace);
      timer?.clear();
      signal.removeEventListener('abort', onAbort);
      settled = true;
      // Aborting creates an exception with a stack trace each time, which is mostly unused.
      if (waiting > 0) wait.abort();
      for (const socket of dialing) if (socket !== winner) socket.destroy();
      dialing.clear();
      if (winner) resolve(winner);
      else reject(error ?? unreachable());
    };
    const onAbort = (): void => settle(null, abortFault(signal, where));

    const next = (): void => {
      clearTimeout(pace);
      const address = queue.shift();
      if (!address) {
        if (dialing.size + waiting === 0) settle(null, fault);
        return;
      }
      void dialInTurn(address);
    };
    const dialInTurn = async (address: ResolvedAddress): Promise<void> => {
      waiting += 1;
      let release: Release;
      try {
        release = await acquire(address.address, wait.signal);
      } catch (error) {
        waiting -= 1;
        if (settled) return;
        fault = networkFault(error, where, 'unreachable');
        next();
        return;
      }
      waiting -= 1;
      if (settled) release();
      else start(address, release);
    };
    const start = (address: ResolvedAddress, release: Release): void => {
      timer ??= setDeadline(timeoutMs, () => {
        settle(null, new NetworkFault('timeout', `${where} did not accept a connection within ${timeoutMs} ms`));
      });
      if (queue.length > 0) pace = setTimeout(next, NEXT_ADDRESS_MS);
      const socket = dial(address, port);
      dialing.add(socket);
      socket.once('close', () => release(SLOT_REST_MS));
      socket.once('connect', () => {
        if (!dialing.has(socket)) return;
        socket.removeListener('error', onError);
        // From here on, errors are for the owner of the socket; without a listener they would end the process.
        socket.on('error', () => undefined);
        if (samePeer(socket.remoteAddress, address.address)) settle(socket, fault);
        else settle(null, new NetworkFault('unreachable', `another address responded for ${where}`, { blame: 'us' }));
      });
      const onError = (error: Error): void => {
        if (!dialing.delete(socket)) return;
        socket.destroy();
        fault = networkFault(error, where, 'unreachable');
        next();
      };
      socket.on('error', onError);
    };

    if (signal.aborted) {
      onAbort();
      return;
    }
    signal.addEventListener('abort', onAbort, { once: true });
    next();
  });
}

function samePeer(peer: string | undefined, dialed: string): boolean {
  if (peer === dialed) return true;
  const [a, b] = [parseAddress(peer ?? ''), parseAddress(dialed)];
  return a !== null && b !== null && a.toNormalizedString() === b.toNormalizedString();
}
