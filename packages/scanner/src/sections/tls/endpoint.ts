import type { TlsDetails } from '@palisade/report/sections/tls';
import type { Evidence } from '../../evidence.ts';
import { fieldValues } from '../../evidence/http.ts';
import type { TlsEvidence } from '../../evidence/tls.ts';

type Endpoint = Pick<TlsDetails, 'alpn_list' | 'http3' | 'sessions' | 'without_name' | 'signatures' | 'fallback_scsv'>;

/** RFC 7838 §3: `h3=":443"; ma=86400`; the drafts before RFC 9114 were called `h3-29` and the like. */
const HTTP3 = /(?:^|,)\s*h3(?:-\d+)?\s*=/u;

/** What is neither version nor suite nor certificate. */
export function endpointOf(tls: TlsEvidence, evidence: Evidence): Endpoint {
  const { sessions, without_name, signatures, fallback_scsv } = tls;
  const announcedBy = http3Announcements(tls, evidence);
  return {
    alpn_list: [
      // A server that chose the other one of two may prefer it, and have both.
      {
        protocol: 'h2',
        offered: tls.alpn === 'h2' ? true : tls.handshake.completed && tls.alpn === null ? false : null,
      },
      { protocol: 'http/1.1', offered: tls.alpn === 'http/1.1' ? true : (sessions?.http1 ?? null) },
    ],
    http3: { announced_by: announcedBy, tested: false },
    sessions: sessions && {
      ticket: sessions.ticket,
      id: sessions.id,
      lifetime: sessions.lifetime,
      early_data: sessions.early_data,
      resumed: sessions.resumed,
    },
    without_name,
    signatures,
    fallback_scsv,
  };
}

function http3Announcements(tls: TlsEvidence, { http, dns }: Evidence): ('Alt-Svc' | 'HTTPS record')[] {
  const origin = `https://${tls.host.includes(':') ? `[${tls.host}]` : tls.host}${tls.port === 443 ? '' : `:${tls.port}`}`;
  const hops = http.ok ? http.value.hops.filter(({ url }) => new URL(url).origin === origin) : [];
  const byField = hops.some(({ headers }) => fieldValues(headers, 'alt-svc').some((value) => HTTP3.test(value)));
  const records = dns.ok ? dns.value.https.records : [];
  const byRecord = records.some(({ alpn }) => alpn.some((protocol) => /^h3(?:-\d+)?$/u.test(protocol)));
  return [...(byField ? (['Alt-Svc'] as const) : []), ...(byRecord ? (['HTTPS record'] as const) : [])];
}
