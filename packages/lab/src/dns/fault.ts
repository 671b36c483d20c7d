/** How the server misbehaves for a name instead of answering from its records. */
export type DnsFault =
  /** Never answers. */
  | 'timeout'
  /** Sends bytes that are not a DNS message, and nothing after them. */
  | 'garbage'
  /** Answers with the wrong id, as an off-path forger would. */
  | 'wrong-id'
  /** Answers a question that was not asked. */
  | 'wrong-question'
  /** Empty answer with the TC bit over UDP; the records over TCP. */
  | 'truncate'
  /** The TC bit over UDP and no answer over TCP. */
  | 'truncate-without-tcp'
  /** Cuts the datagram off in the middle of a record. */
  | 'cut'
  | { rcode: 'SERVFAIL' | 'REFUSED' | 'FORMERR' | 'NOTIMP' | 'NXDOMAIN' }
  /** The correct answer, late. */
  | { slowMs: number }
  /** The first question of each kind fails; those after it do not. */
  | { once: 'SERVFAIL' }
  /** DNS rebinding: the n-th question gets the n-th set of addresses, then the first again. */
  | { rotate: readonly (readonly string[])[] };

export const RCODES = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 } as const;
export type Rcode = keyof typeof RCODES;
