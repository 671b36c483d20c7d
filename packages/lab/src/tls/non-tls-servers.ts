import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { serveBytes, type TlsHost } from './tls-host.ts';

/** Things on a port that are no working TLS server, each as a scanner meets it in the wild. */
export const NON_TLS_SERVERS = {
  /** Speaks HTTP in clear where TLS is expected. */
  plainhttp: (socket: Socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'));
  },
  /** Greets first, like a mail server. */
  banner: (socket: Socket) => {
    socket.write('220 mail.example.test ESMTP\r\n');
  },
  closer: (socket: Socket) => {
    socket.once('data', () => socket.end());
  },
  rst: (socket: Socket) => {
    socket.once('data', () => socket.resetAndDestroy());
  },
  /** Takes everything, says nothing. */
  tarpit: (socket: Socket) => {
    socket.resume();
  },
  /** Half a ServerHello, then silence. */
  halfhello: (socket: Socket) => {
    socket.once('data', () => socket.write(Buffer.from('160303003a0200003603030102030405', 'hex')));
  },
  /** A TLS record with nonsense in it. */
  garbage: (socket: Socket) => {
    socket.once('data', () => socket.end(Buffer.from('1603030008deadbeefdeadbeef', 'hex')));
  },
  /** Warnings without end. */
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
  /** A ServerHello for a suite that no one offered. */
  inventor: (socket: Socket) => {
    const hello = `020000260303${'11'.repeat(32)}00fefe00`;
    socket.once('data', () => socket.write(Buffer.from(`16030300${(hello.length / 2).toString(16)}${hello}`, 'hex')));
  },
} as const satisfies Record<string, (socket: Socket) => void>;

export function serveNonTls(name: keyof typeof NON_TLS_SERVERS): Promise<TlsHost> {
  return serveBytes(NON_TLS_SERVERS[name]);
}

interface Meddling {
  /** Looks at the first bytes of the client; false resets the connection. */
  admit?: (hello: Buffer) => boolean;
  /** Passes the server's bytes on in pieces of this size, one per millisecond. */
  drip?: number;
  /** Connections at once, and in all; more are reset. */
  limit?: { live: number; total: number };
  /** What happens to connections above the limit; default: they are reset. */
  excess?: 'reset' | 'alert' | 'hang_up';
  /** Every so many connections one is hung up on. */
  everyNth?: number;
}

/** A box in front of a sound server that meddles. */
export async function serveBehind(
  behind: TlsHost,
  { admit, drip, limit, excess = 'reset', everyNth }: Meddling,
): Promise<TlsHost> {
  let live = 0;
  let total = 0;
  const full = () => limit !== undefined && live >= limit.live;
  const take = async (client: Socket): Promise<void> => {
    total += 1;
    // That a client before has left may not have been read yet.
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
    // Until its client says that it leaves; what follows takes this process several turns.
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
