import { z } from 'zod';

/** What one QUIC Initial packet brought. */
export const Http3Answer = z.discriminatedUnion('kind', [
  /** The server began a handshake. Which application protocol it agrees to comes encrypted, and is not read. */
  z.object({
    kind: z.literal('hello'),
    suite: z.string(),
    group: z.string().nullable(),
    address_validated: z.boolean().describe('a Retry packet came first'),
  }),
  /** Version Negotiation without version 1: versions as hexadecimal. */
  z.object({ kind: z.literal('other_versions'), versions: z.array(z.string()) }),
  /** CONNECTION_CLOSE; from 0x100 on the code is an alert of TLS. */
  z.object({ kind: z.literal('closed'), code: z.number(), reason: z.string() }),
  z.object({ kind: z.literal('malformed'), reason: z.string() }),
  /** Nothing came: it may be our network as well, or one between. */
  z.object({ kind: z.literal('silent') }),
  /** The address says that nothing listens on that port (ICMP). */
  z.object({ kind: z.literal('refused') }),
  z.object({ kind: z.literal('not_asked'), reason: z.string() }),
]);
export type Http3Answer = z.infer<typeof Http3Answer>;

/** HTTP/3 where it is announced. */
export const Http3Evidence = z.object({
  host: z.string().nullable().default(null).describe('another host than the target; null: the same'),
  port: z.int().describe('UDP'),
  answer: Http3Answer,
  /** Datagrams. */
  sent: z.int(),
  received: z.int(),
});
export type Http3Evidence = z.infer<typeof Http3Evidence>;
