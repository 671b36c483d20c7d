import type { Socket } from 'node:net';
import { speaksHttp2 } from './http2-exchange.ts';

/** An idle connection is closed after this; a scan rarely takes longer to ask again. */
const WARM_MS = 2000;

interface Warm {
  origin: string;
  /** Key of the host in the connection slots. */
  host: string;
  socket: Socket;
  cool(): void;
}

/**
 * Idle connections of one scan that can be reused: the next hop of a redirect, security.txt and the CORS probes then
 * cost one round trip instead of three. Only the same origin gets one back, and an unsolicited byte closes it: it could
 * pose as the next response (in HTTP/2 it cannot).
 */
export interface WarmConnections {
  take(origin: string): Socket | undefined;
  /** The next one to become free, or undefined when none does in `ms` or one is lost. */
  next(origin: string, ms: number): Promise<Socket | undefined>;
  /** A busy connection ended: the caller who has waited longest opens one instead. */
  lost(origin: string): void;
  /** @param wanted someone waits for a new connection to this host: worth more than an idle one */
  keep(origin: string, host: string, socket: Socket, wanted: boolean): void;
  /** Gives up idle connections to a host where someone waits for a new one. */
  makeRoom(host: string): void;
}

/** Of HTTP/2 frames (SETTINGS, PING, WINDOW_UPDATE) while no request is under way. */
const MAX_IDLE_BYTES = 16 * 1024;
const METER_MS = 50;

/** @param onWord called when the server sends data without a request */
function watchIdle(socket: Socket, onWord: () => void): () => void {
  if (!speaksHttp2(socket)) {
    socket.on('data', onWord).on('end', onWord);
    return () => void socket.off('data', onWord).off('end', onWord);
  }
  const before = socket.bytesRead;
  const meter = setInterval(() => {
    if (socket.bytesRead - before > MAX_IDLE_BYTES) onWord();
  }, METER_MS);
  return () => clearInterval(meter);
}

export function createWarmConnections(warmMs = WARM_MS): WarmConnections {
  const idle = new Set<Warm>();
  const waiting: { origin: string; give(socket: Socket | undefined): void }[] = [];
  return {
    next(origin, ms) {
      return new Promise((resolve) => {
        const waiter = {
          origin,
          give(socket: Socket | undefined): void {
            clearTimeout(timer);
            waiting.splice(waiting.indexOf(waiter), 1);
            resolve(socket);
          },
        };
        const timer = setTimeout(() => waiter.give(undefined), ms);
        waiting.push(waiter);
      });
    },
    lost(origin) {
      waiting.find((one) => one.origin === origin)?.give(undefined);
    },
    take(origin) {
      for (const warm of idle) {
        if (warm.origin !== origin) continue;
        warm.cool();
        if (!warm.socket.destroyed && warm.socket.writable) return warm.socket;
      }
      return undefined;
    },
    keep(origin, host, socket, wanted) {
      const waiter = waiting.find((one) => one.origin === origin);
      if (waiter) {
        waiter.give(socket);
        return;
      }
      if (wanted) {
        socket.destroy();
        return;
      }
      const end = (): void => {
        socket.destroy();
      };
      const timer = setTimeout(end, warmMs);
      const cool = (): void => {
        idle.delete(warm);
        clearTimeout(timer);
        unwatch();
        socket.off('close', cool);
      };
      const warm: Warm = { origin, host, socket, cool };
      idle.add(warm);
      const unwatch = watchIdle(socket, end);
      socket.on('close', cool);
    },
    makeRoom(host) {
      for (const warm of idle) {
        if (warm.host !== host) continue;
        warm.cool();
        warm.socket.destroy();
        return;
      }
    },
  };
}
