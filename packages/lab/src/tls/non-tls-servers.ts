import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { serveBytes, type TlsHost } from './tls-host.ts';

/** Services other than a working TLS server, as scanners find them in practice. */
export const NON_TLS_SERVERS = {
  /** Speaks plain HTTP where TLS is expected. */
  plainhttp: (socket: Socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'));
  },
  /** Sends a greeting first, like a mail server. */
  banner: (socket: Socket) => {
    socket.write('220 mail.example.test ESMTP\r\n');
  },
  closer: (socket: Socket) => {
    socket.once('data', () => socket.end());
  },
  rst: (socket: Socket) => {
    socket.once('data', () => socket.resetAndDestroy());
  },
  /** Reads everything and answers nothing. */
  tarpit: (socket: Socket) => {
    socket.resume();
  },
  /** Half a ServerHello, then silence. */
  halfhello: (socket: Socket) => {
    socket.once('data', () => socket.write(Buffer.from('160303003a0200003603030102030405', 'hex')));
  },
  /** A TLS record with invalid content. */
  garbage: (socket: Socket) => {
    socket.once('data', () => socket.end(Buffer.from('1603030008deadbeefdeadbeef', 'hex')));
  },
  /** Endless warnings. */
  flood: (socket: Socket) => {
    const warnings = Buffer.from('15030300020170'.repeat(2000), 'hex');
    const pour = (): void => {
      while (!socket.destroyed && socket.write(warnings)) continue;
    };
    socket.on('drain', pour);
    socket.once('data', pour);
  },
  /** Refuses every hello, whatever it offers. */
  alert: (socket: Socket) => {
    socket.once('data', () => socket.end(Buffer.from('15030300020228', 'hex')));
  },
  /** A ServerHello for a suite that was not offered. */
  inventor: (socket: Socket) => {
    const hello = `020000260303${'11'.repeat(32)}00fefe00`;
    socket.once('data', () => socket.write(Buffer.from(`16030300${(hello.length / 2).toString(16)}${hello}`, 'hex')));
  },
} as const satisfies Record<string, (socket: Socket) => void>;

export function serveNonTls(name: keyof typeof NON_TLS_SERVERS): Promise<TlsHost> {
  return serveBytes(NON_TLS_SERVERS[name]);
}

interface Meddling {
  /** Inspects the first bytes of the client; false resets the connection. */
  admit?: (hello: Buffer) => boolean;
  /** Forwards the server's bytes in chunks of this size, one per millisecond. */
  drip?: number;
  /** Maximum connections at once, and in total; more are reset. */
  limit?: { live: number; total: number };
  /** Handles connections above the limit; by default they are reset. */
  excess?: 'reset' | 'alert' | 'hang_up';
  /** Closes every n-th connection. */
  everyNth?: number;
}

/** A middlebox that interferes with a healthy server. */
export async function serveBehind(
  behind: TlsHost,
  { admit, drip, limit, excess = 'reset', everyNth }: Meddling,
): Promise<TlsHost> {
  let live = 0;
  let total = 0;
  const full = () => limit !== undefined && live >= limit.live;
  const take = async (client: Socket): Promise<void> => {
    total += 1;
    // The close of an earlier client may not have been processed yet.
    if (full()) await setImmediate();
    if (client.destroyed) return;
    if (full() || (limit && total > limit.total)) {
      turnAway(client, excess);
      return;
    }
    if (everyNth !== undefined && total % everyNth === 0) {
      turnAway(client, 'hang_up');
      return;
    }
    live += 1;
    // Until its client closes; processing the rest takes several turns of the event loop.
    let here = true;
    const leaves = (): void => {
      if (here) live -= 1;
      here = false;
    };
    client.once('end', leaves).once('close', leaves);
    client.once('data', (first) => {
      if (admit && !admit(first)) {
        if (excess === 'hang_up') client.end();
        else turnAway(client, excess);
      } else forward(client, first, behind, drip);
    });
  };
  const front = await serveBytes((client) => void take(client));
  return {
    ...front,
    close: async () => {
      await Promise.all([front.close(), behind.close()]);
    },
  };
}

function turnAway(client: Socket, how: 'reset' | 'alert' | 'hang_up'): void {
  if (how === 'reset') client.resetAndDestroy();
  else if (how === 'hang_up') client.once('data', () => client.end());
  // A fatal handshake_failure.
  else client.end(Buffer.from([21, 3, 3, 0, 2, 2, 40]));
}

function forward(client: Socket, first: Buffer, behind: TlsHost, drip: number | undefined): void {
  const server = connect(behind.port, behind.address);
  server.on('error', () => client.destroy());
  client.on('close', () => server.destroy());
  server.write(first);
  client.pipe(server);
  if (drip === undefined) {
    server.pipe(client);
    return;
  }
  let waiting = Buffer.alloc(0);
  server.on('data', (chunk) => (waiting = Buffer.concat([waiting, chunk])));
  const timer = setInterval(() => {
    if (client.destroyed) return clearInterval(timer);
    if (waiting.length === 0) {
      if (server.readableEnded) client.end();
      return;
    }
    client.write(waiting.subarray(0, drip));
    waiting = waiting.subarray(drip);
  }, 1);
}
