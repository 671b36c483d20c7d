import type { DnsEvidence } from '../../evidence/dns.ts';
import type { MailServer } from '../../evidence/mail.ts';
import type { GatherContext } from '../context.ts';
import { Burst } from '../dns/burst.ts';
import { gatherTlsa } from '../dns/tlsa.ts';
import { setDeadline } from '../net/deadline.ts';
import { talkTo, type Conversation } from './mail-server.ts';
import { SilentPort } from '../silent-port.ts';

/** Maximum number of servers to contact, those that senders try first. */
const MAX_SERVERS = 3;
/** For all of it; and what is left of it once everything else of the scan is there. */
const BUDGET_MS = 4000;
const GRACE_MS = 750;

const smtp = new SilentPort();

/**
 * The domain's mail servers as a sender meets them: one connection each, side by side with the rest of the scan, which
 * waits for them no longer than a moment.
 * @param others ends when all other parts of the scan are there
 */
export async function gatherMailServers(
  { egress, signal }: GatherContext,
  { mx }: DnsEvidence,
  others: Promise<unknown>,
  port: SilentPort = smtp,
): Promise<MailServer[]> {
  const hosts = mx.records
    .filter(({ exchange, state }) => state === 'present' && exchange !== '.' && !/^[\d.]+$|:/u.test(exchange))
    .slice(0, MAX_SERVERS)
    .map(({ exchange }) => exchange);
  if (hosts.length === 0) return [];
  const over = new AbortController();
  const timers = [setDeadline(BUDGET_MS, () => over.abort())];
  let ended = false;
  void others.then(() => {
    if (!ended) timers.push(setDeadline(GRACE_MS, () => over.abort()));
  });
  const time = AbortSignal.any([signal, over.signal]);
  const burst = new Burst(egress.dns, time, { queries: 2 * MAX_SERVERS, timeoutMs: BUDGET_MS });
  const name = nameOf(egress.policy.userAgent);
  try {
    return await Promise.all(
      hosts.map(async (host) => {
        const [said, tlsa] = await Promise.all([conversation(host), gatherTlsa(burst, `_25._tcp.${host}`)]);
        return { host, ...said, tlsa };
      }),
    );
  } finally {
    ended = true;
    burst.end();
    for (const timer of timers) timer.clear();
  }

  async function conversation(host: string): Promise<Conversation> {
    if (egress.policy.smtp === false) return unasked('the operator of this scanner has turned this part off');
    if (port.isClosed(Date.now()))
      return unasked('mail servers do not currently respond to this scanner; its network may block port 25');
    const { silent, ...said } = await talkTo(host, { egress, signal: time, timeoutMs: BUDGET_MS, name });
    if (silent) port.missed(Date.now());
    else if (said.banner !== null) port.heard();
    return said;
  }
}

function unasked(reason: string): Conversation {
  return { state: 'unreached', reason, banner: null, version: null, suite: null, trust_fault: null, certificates: [] };
}

/** The host that the User-Agent names as ours; nothing where that is no public name. */
function nameOf(userAgent: string): string {
  const host = URL.parse(/\+(https?:\/\/[^\s)]+)/u.exec(userAgent)?.[1] ?? '')?.hostname ?? '';
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/u.test(host) ? host : '';
}
