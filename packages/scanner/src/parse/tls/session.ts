import { DerReader, explicit, TAG, type Element } from '../x509/der.ts';

export interface SessionFields {
  /** The server keeps nothing: all it needs to resume is in the ticket. */
  ticket: boolean;
  /** Up to TLS 1.2: the server remembers the session under an id. */
  id: boolean;
  /** Of the ticket, seconds, as the server announced it; null when it did not (RFC 5077 §3.3, RFC 8446 §4.6.1). */
  lifetime: number | null;
  /** Bytes that a client may send before the end of the handshake (RFC 8446 §4.2.10); 0: none. */
  earlyData: number;
}

const LIFETIME = explicit(9);
const TICKET = explicit(10);
const EARLY_DATA = explicit(15);
/** Wire value of TLS 1.3. */
const TLS13 = 0x0304;

/**
 * The parts of a session, as OpenSSL writes one (`SSL_SESSION_ASN1` in ssl/ssl_asn1.c), that a report shows.
 * Null when it cannot be read.
 */
export function readSession(der: Uint8Array): SessionFields | null {
  try {
    const session = new DerReader(withoutWrapping(der)).enter(TAG.sequence);
    session.take(TAG.integer);
    const version = numberOf(session.take(TAG.integer));
    session.take(TAG.octetString);
    const id = session.take(TAG.octetString).content.length > 0;
    session.take(TAG.octetString);
    const fields = new Map<number, Element>();
    while (session.left > 0) {
      const field = session.next();
      fields.set(field.tag, field);
    }
    const inside = (tag: number): Element | null => {
      const field = fields.get(tag);
      return field ? new DerReader(field.content).next() : null;
    };
    const [ticket, lifetime, early] = [inside(TICKET), inside(LIFETIME), inside(EARLY_DATA)];
    return {
      ticket: (ticket?.content.length ?? 0) > 0,
      // OpenSSL invents an id for a ticket, to find it in its own cache.
      id: id && version < TLS13 && !ticket,
      lifetime: lifetime ? numberOf(lifetime) : null,
      earlyData: early ? numberOf(early) : 0,
    };
  } catch {
    return null;
  }
}

/** Newer versions of Node prepend a mark and the server's name: NUL, "nodejs:tls:session:1", NUL, length, name. */
function withoutWrapping(session: Uint8Array): Uint8Array {
  if (session[0] !== 0) return session;
  const end = session.indexOf(0, 1);
  const length = (session[end + 1] ?? 0) * 256 + (session[end + 2] ?? 0);
  return session.subarray(end + 3 + length);
}

function numberOf({ content }: Element): number {
  return content.reduce((sum, octet) => sum * 256 + octet, 0);
}
