import { z } from 'zod';

/** The response to one QUIC Initial packet. */
export const Http3Answer = z.discriminatedUnion('kind', [
  /** The server started a handshake. The agreed application protocol is encrypted and not read. */
  z.object({
    kind: z.literal('hello'),
    suite: z.string(),
    group: z.string().nullable(),
    address_validated: z.boolean().describe('a Retry packet came first'),
  }),
  /** Version Negotiation without version 1: versions as hexadecimal. */
  z.object({ kind: z.literal('other_versions'), versions: z.array(z.string()) }),
  /** CONNECTION_CLOSE. Codes from 0x100 on are TLS alerts. */
  z.object({ kind: z.literal('closed'), code: z.number(), reason: z.string() }),
  z.object({ kind: z.literal('malformed'), reason: z.string() }),
  /** No response. The cause may also be our network or one in between. */
  z.object({ kind: z.literal('silent') }),
  /** The address reports that the port is closed (ICMP). */
  z.object({ kind: z.literal('refused') }),
  z.object({ kind: z.literal('not_asked'), reason: z.string() }),
]);
export type Http3Answer = z.infer<typeof Http3Answer>;

/** HTTP/3, if the site announces it. */
export const Http3Evidence = z.object({
  host: z.string().nullable().default(null).describe('another host than the target; null: the same'),
  port: z.int().describe('UDP'),
  answer: Http3Answer,
  /** Number of datagrams sent. */
  sent: z.int(),
  received: z.int(),
});
export type Http3Evidence = z.infer<typeof Http3Evidence>;
