import type { TLSSocket } from 'node:tls';
import { negotiatedOn, type Negotiated } from './negotiated-tls.ts';

/** The first session that each server of a scan issues for resumption (RFC 5077; RFC 8446 §4.6.1), on connections made anyway. */
export interface TlsSessions {
  /** A connection to the server begins. */
  begin(server: string): (session: Buffer) => void;
  /** It has answered, or ended: what has not come by now is not waited for. */
  over(server: string): void;
  /** Null when none came, or when no connection was made. */
  of(server: string): Promise<TlsSession | null>;
  /**
   * What the handshake agreed on.
   * @param staple from a handshake that requested one as ordinary clients do; undefined: other settings were used
   */
  agreed(server: string, socket: TLSSocket, staple: Buffer | null | undefined): void;
  /** How the first connection shakes hands, while it is on its way; null when it fails, or is made differently. */
  handshakeWith(server: string): Promise<SeenHandshake | null> | null;
}

export interface SeenHandshake extends Negotiated {
  /** OCSPResponse, DER. */
  staple: Buffer | null;
}

/** Null for what cannot be parsed: it is checked again where failures are reported. */
function seenOn(socket: TLSSocket, staple: Buffer | null): SeenHandshake | null {
  try {
    return { ...negotiatedOn(socket), staple };
  } catch {
    return null;
  }
}

export interface TlsSession {
  /** As OpenSSL writes it: DER of SSL_SESSION_ASN1, secrets included. Null when the server handed out none. */
  session: Buffer | null;
  /** What the server chose of `http/1.1` alone, or of `h2` alone if it has nothing else. */
  alpn: string | null;
}

interface Watched {
  /** Someone asked how it shook hands, before it did. */
  wanted: boolean;
  handshaken: Promise<SeenHandshake | null>;
  shake(seen: SeenHandshake | null): void;
  settled: Promise<TlsSession | null>;
  settle(seen: TlsSession | null): void;
  session: Buffer | null;
  alpn: string | null;
  /** A handshake was completed. */
  completed: boolean;
}

export function createTlsSessions(): TlsSessions {
  const servers = new Map<string, Watched>();
  const watched = (server: string): Watched => {
    const known = servers.get(server);
    if (known) return known;
    const { promise: settled, resolve: settle } = Promise.withResolvers<TlsSession | null>();
    const { promise: handshaken, resolve: shake } = Promise.withResolvers<SeenHandshake | null>();
    const one = { wanted: false, handshaken, shake, settled, settle, session: null, alpn: null, completed: false };
    servers.set(server, one);
    return one;
  };
  const settle = ({ settle, session, alpn, completed }: Watched): void => settle(completed ? { session, alpn } : null);
  return {
    begin(server) {
      const one = watched(server);
      return (session) => {
        one.session ??= session;
        // Up to TLS 1.2 it comes before the handshake is over.
        if (one.completed) settle(one);
      };
    },
    agreed(server, socket, staple) {
      const one = watched(server);
      if (!one.completed) one.shake(one.wanted && staple !== undefined ? seenOn(socket, staple) : null);
      one.completed = true;
      one.alpn ??= socket.alpnProtocol || null;
      if (one.session) settle(one);
    },
    over(server) {
      const one = servers.get(server);
      one?.shake(null);
      if (one) settle(one);
    },
    handshakeWith(server) {
      const one = servers.get(server);
      if (!one || one.completed) return null;
      one.wanted = true;
      return one.handshaken;
    },
    of: (server) => servers.get(server)?.settled ?? Promise.resolve(null),
  };
}

/** How a server is named here. */
export function serverOf(host: string, port: number): string {
  return `${host}:${port}`;
}
