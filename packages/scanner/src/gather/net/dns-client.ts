import type { Answer } from 'dns-packet';
import { randomInt } from 'node:crypto';
import { setDeadline } from './deadline.ts';
import { decodeReply, encodeQuery, isWireName, type Question, type Reply } from './dns-packets.ts';
import { dnsServers, type DnsServer } from './dns-servers.ts';
import { askOverTcp, askOverUdp, type Exchange } from './dns-transport.ts';

type DnsFailure = 'timeout' | 'servfail' | 'refused' | 'malformed' | 'unreachable' | 'cancelled' | 'limit';

/**
 * An empty `answers` with rcode NOERROR is NODATA. `ok: false` never means "absent": after a SERVFAIL or a timeout the
 * record may exist.
 */
export type DnsReply =
  | {
      ok: true;
      rcode: 'NOERROR' | 'NXDOMAIN';
      /** Records of any type in the answer section, including CNAMEs of the chain. */
      answers: Answer[];
      /** The resolver validated the response (AD bit). */
      authenticated: boolean;
    }
  | { ok: false; failure: DnsFailure; detail: string; extendedError: number | null };

export interface DnsQuery {
  name: string;
  /** A dns-packet type name; types it does not know are written `UNKNOWN_65`. */
  type: string;
  signal: AbortSignal;
  /** Set DO and AD, to learn the DNSSEC state. */
  dnssec?: boolean;
  /** Set CD: ask for the data even if validation fails. */
  checkingDisabled?: boolean;
  /** Not answered by what the scan has received before. */
  again?: boolean;
}

/** Queries only the configured servers, over UDP with TCP fallback. Never throws because of a response. */
export interface DnsClient {
  query(query: DnsQuery): Promise<DnsReply>;
}

/** Each try waits this long; the first try's socket stays open during the second. */
export const DNS_TRY_MS = 800;
export const DNS_TRIES = 2;
/** After truncation: connect, ask and read a message of at most 64 KiB. */
export const DNS_TCP_MS = 1600;

/** @param servers `address:port`; empty means the system's */
export function createDnsClient(servers: readonly string[]): DnsClient {
  const known = dnsServers(servers);
  return {
    async query({ name, type, signal, dnssec = false, checkingDisabled = false }) {
      if (signal.aborted) return failure('cancelled', 'the scan ended before the query was sent');
      if (!isWireName(name)) return failure('malformed', 'the name cannot be looked up in DNS');
      if (known.length === 0) return failure('unreachable', 'no DNS server is configured');
      const question = { name, type, dnssec, checkingDisabled, edns: true };
      const reply = await ask(question, known, signal);
      // RFC 6891 §7: a server that does not know EDNS says FORMERR or NOTIMP to it.
      const plain = !reply.ok && reply.failure === 'malformed' && reply.detail.startsWith('FORMERR');
      return plain ? ask({ ...question, edns: false }, known, signal) : reply;
    },
  };
}

/** Sends the query again, to the next server, if a try ends without a response. The first valid response wins. */
function ask(question: Question, servers: readonly DnsServer[], signal: AbortSignal): Promise<DnsReply> {
  return new Promise((resolve) => {
    const open = new Set<Exchange>();
    let timer: { clear(): void } | undefined;
    let tries = 0;
    let last: DnsReply = failure('timeout', `no response within ${DNS_TRIES * DNS_TRY_MS} ms`);

    const settle = (reply: DnsReply): void => {
      timer?.clear();
      signal.removeEventListener('abort', cancel);
      for (const exchange of open) exchange.close();
      resolve(reply);
    };
    const cancel = (): void => settle(failure('cancelled', 'the scan ended before the response arrived'));
    const next = (): void => {
      if (tries >= DNS_TRIES) {
        settle(last);
        return;
      }
      const server = servers[tries % servers.length];
      tries += 1;
      timer?.clear();
      timer = setDeadline(DNS_TRY_MS, next);
      if (server) overUdp(server);
    };

    const overUdp = (server: DnsServer): void => {
      const id = randomInt(65_536);
      const exchange = askOverUdp(server, encodeQuery(question, id), {
        onPacket(packet) {
          const reply = decodeReply(packet, question, id);
          // Forged or garbled: dropped, so that one bad packet cannot fail a lookup; the good one may follow.
          if (!reply) last = failure('malformed', 'the response does not match the query');
          else if (reply.truncated) overTcp(server);
          else conclude(reply);
        },
        onFault() {
          open.delete(exchange);
          last = failure('unreachable', `the DNS server ${server.address} cannot be reached`);
          // The earlier try may still be answered; its timer ends it otherwise.
          if (tries < DNS_TRIES || open.size === 0) next();
        },
      });
      open.add(exchange);
    };
    const overTcp = (server: DnsServer): void => {
      for (const exchange of open) exchange.close();
      open.clear();
      timer?.clear();
      last = failure('timeout', `the response was truncated, and TCP gave no response within ${DNS_TCP_MS} ms`);
      tries = DNS_TRIES;
      timer = setDeadline(DNS_TCP_MS, () => settle(last));
      const id = randomInt(65_536);
      open.add(
        askOverTcp(server, encodeQuery(question, id), {
          onPacket(packet) {
            const reply = decodeReply(packet, question, id);
            if (!reply || reply.truncated) settle(failure('malformed', 'the response over TCP cannot be parsed'));
            else conclude(reply);
          },
          onFault: () => settle(failure('unreachable', 'the response was truncated, and TCP port 53 does not respond')),
        }),
      );
    };
    const conclude = (reply: Reply): void => {
      const result = judgeReply(reply);
      if (result.ok) {
        settle(result);
        return;
      }
      last = result;
      // A failing server may be next to a working one. The same server would fail again.
      if (servers.length > 1 && tries < DNS_TRIES) next();
      else settle(result);
    };

    signal.addEventListener('abort', cancel, { once: true });
    next();
  });
}

function judgeReply(reply: Reply): DnsReply {
  const { rcode, answers, authenticated, extendedError } = reply;
  if (rcode === 'NOERROR' || rcode === 'NXDOMAIN') return { ok: true, rcode, answers, authenticated };
  const detail = extendedError ? `${rcode} (${extendedError.code} ${extendedError.text})`.trimEnd() : rcode;
  if (rcode === 'REFUSED' || rcode === 'NOTAUTH') return failure('refused', detail, extendedError?.code);
  if (rcode === 'FORMERR' || rcode === 'NOTIMP')
    return failure('malformed', `FORMERR or NOTIMP: ${detail}`, extendedError?.code);
  return failure('servfail', detail, extendedError?.code);
}

function failure(kind: DnsFailure, detail: string, extendedError: number | null = null): DnsReply {
  return { ok: false, failure: kind, detail, extendedError };
}
