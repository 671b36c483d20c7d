import type { DnsEvidence } from '../evidence/dns.ts';
import type { Gathered } from '../evidence/gathered.ts';
import type { Http3Answer, Http3Evidence } from '../evidence/http3.ts';
import { NetworkFault, TargetRefused } from '../errors.ts';
import { announcedPlaces, type Http3Place } from '../parse/quic/alternatives.ts';
import { isAddress } from '../parse/x509/x509-names.ts';
import { httpsPort, urlHost } from '../target.ts';
import type { GatherContext } from './context.ts';
import type { MainPage } from './http.ts';
import { hostOf } from './net/admit-url.ts';
import { setDeadline } from './net/deadline.ts';
import type { Datagrams } from './net/datagrams.ts';
import type { Egress } from './net/egress.ts';
import { InitialExchange } from './quic/initial-exchange.ts';
import { SilentPort } from './silent-port.ts';

/** The first goes at once; RFC 9002 §6.2.2 would have the second wait for a second, which no one here has time for. */
const RESEND_AFTER_MS = [400, 1000];
const GIVE_UP_MS = 2000;
/** What is left of it once everything else of the scan is there. */
const GRACE_MS = 300;

const udp = new SilentPort();

interface Parts {
  page: Promise<Pick<MainPage, 'http'>>;
  dns: Promise<Gathered<DnsEvidence>>;
  /** Ends when all other parts of the scan are there. */
  others: Promise<unknown>;
}

/**
 * One QUIC Initial packet to where the site announces HTTP/3, at its own host if it is announced there too, side by side with the rest of the scan, which waits for it
 * no longer than a moment.
 * @returns null where nothing is announced; never rejects
 */
export async function gatherHttp3(
  context: GatherContext,
  parts: Parts,
  network: SilentPort = udp,
): Promise<Http3Evidence | null> {
  const { host } = context.target;
  const port = httpsPort(context.target);
  const places = await firstAnnouncement(parts, host, port);
  const place = places.find(({ host: other }) => other === null || other === host) ?? places[0];
  if (!place) return null;
  const unasked = (reason: string): Http3Evidence => ({
    host: place.host === host ? null : place.host,
    port: place.port,
    answer: { kind: 'not_asked', reason },
    sent: 0,
    received: 0,
  });
  if (context.egress.policy.http3 === false) return unasked('the operator of this scanner has turned this part off');
  if (network.isClosed(Date.now())) {
    return unasked('no server currently responds to this scanner over UDP; its network may block UDP');
  }
  const found = await askOverUdp(context, place, parts.others).catch((error: unknown) => unasked(reasonOf(error)));
  if (found.answer.kind === 'silent') network.missed(Date.now());
  else if (found.received > 0) network.heard();
  return found;
}

/** By the page's own field, or by the record, whichever is there first. */
async function firstAnnouncement({ page, dns }: Parts, host: string, port: number) {
  const byField = page.then(
    ({ http }) => announcedPlaces({ host, port, http, dns: null }),
    () => [],
  );
  const byRecord = dns.then(
    (found) => announcedPlaces({ host, port, http: null, dns: found }),
    () => [],
  );
  const first = await Promise.race([byField, byRecord]);
  if (first.length > 0) return first;
  return (await Promise.all([byField, byRecord])).flat();
}

async function askOverUdp({ target, egress, signal }: GatherContext, place: Http3Place, others: Promise<unknown>) {
  const elsewhere = place.host === null || place.host === target.host ? null : admitted(egress, place.host);
  const { port } = place;
  const line = await egress.datagrams({ host: elsewhere ?? target.host, port, signal });
  // The server there responds for the site, under the requested name (RFC 7838 §2.1, RFC 9460 §1.2).
  const exchange = new InitialExchange(isAddress(target.host) ? null : target.host);
  return { host: elsewhere, ...(await converse(line, exchange, { port, signal, others })) };
}

/** By the same rules as a target. */
function admitted(egress: Egress, host: string): string {
  return hostOf(egress.admit(`https://${host.startsWith('[') ? host : urlHost(host)}/`));
}

interface Limits {
  port: number;
  signal: AbortSignal;
  others: Promise<unknown>;
}

function converse(
  line: Datagrams,
  exchange: InitialExchange,
  { port, signal, others }: Limits,
): Promise<Omit<Http3Evidence, 'host'>> {
  return new Promise((resolve) => {
    let [sent, received] = [0, 0];
    const timers: { clear(): void }[] = [];
    let open = true;
    const send = (bytes: Uint8Array): void => {
      sent += 1;
      line.send(bytes);
    };
    const settle = (answer: Http3Answer): void => {
      if (!open) return;
      open = false;
      for (const timer of timers) timer.clear();
      signal.removeEventListener('abort', giveUp);
      if (answer.kind === 'hello') send(exchange.farewell());
      // The last datagram is on its way before the socket is gone.
      setImmediate(() => line.close());
      resolve({ port, answer, sent, received });
    };
    const giveUp = (): void => settle(exchange.ended());
    line.onMessage((bytes) => {
      if (!open) return;
      received += 1;
      const answer = exchange.receive(bytes);
      if (answer === 'again') send(exchange.initial());
      else if (answer !== null) settle(answer);
    });
    line.onFault((fault) =>
      settle(
        fault === 'refused' ? { kind: 'refused' } : { kind: 'not_asked', reason: 'the scanner has no UDP route to it' },
      ),
    );
    signal.addEventListener('abort', giveUp, { once: true });
    for (const ms of RESEND_AFTER_MS) timers.push(setDeadline(ms, () => open && send(exchange.initial())));
    timers.push(setDeadline(GIVE_UP_MS, giveUp));
    void others.finally(() => open && timers.push(setDeadline(GRACE_MS, giveUp))).catch(() => undefined);
    if (signal.aborted) giveUp();
    else send(exchange.initial());
  });
}

function reasonOf(error: unknown): string {
  if (error instanceof NetworkFault || error instanceof TargetRefused) return error.message;
  return 'this part of the scan failed because of an error in the scanner';
}
