import type { TlsDetails } from '@palisade/report/sections/tls';
import type { Evidence } from '../../evidence.ts';
import type { TlsEvidence } from '../../evidence/tls.ts';
import { announcedPlaces } from '../../parse/quic/alternatives.ts';
import { http3Words } from './http3-words.ts';

type Endpoint = Pick<
  TlsDetails,
  'alpn_list' | 'http3' | 'sessions' | 'without_name' | 'signatures' | 'signature_list' | 'fallback_scsv'
>;

/** Everything except versions, suites and certificates. */
export function endpointOf(tls: TlsEvidence, evidence: Evidence): Endpoint {
  const { sessions, without_name, signatures, signature_list, fallback_scsv } = tls;
  const { host, port } = tls;
  const announcers = announcedPlaces({ host, port, http: evidence.http, dns: evidence.dns }).map(({ by }) => by);
  return {
    alpn_list: [
      // A server that chose the other of two may support both and prefer that one.
      {
        protocol: 'h2',
        offered: tls.alpn === 'h2' ? true : tls.handshake.completed && tls.alpn === null ? false : null,
      },
      { protocol: 'http/1.1', offered: tls.alpn === 'http/1.1' ? true : (sessions?.http1 ?? null) },
    ],
    http3: { announced_by: [...new Set(announcers)], ...http3Words(tls.http3) },
    sessions: sessions && {
      ticket: sessions.ticket,
      id: sessions.id,
      lifetime: sessions.lifetime,
      early_data: sessions.early_data,
      resumed: sessions.resumed,
    },
    without_name,
    signatures,
    signature_list,
    fallback_scsv,
  };
}
