import type { ScanReport } from '@palisade/report/report';
import { tlsTables } from '@palisade/report/tls-tables';
import type { Block } from '../flow.ts';
import { CONTENT_WIDTH } from '../theme.ts';
import { table } from './tables.tsx';
import { gap, heading } from './text.tsx';

/** Absent in the earliest reports. */
type TlsDetails = ScanReport['tls']['details'] | undefined;

const WIDTHS: Readonly<Record<number, readonly number[]>> = { 2: [0.5, 0.5], 3: [0.36, 0.18, 0.46] };

/** Groups, attacks, policies and clients. */
export function tlsEvidenceTables(details: TlsDetails): Block[] {
  if (!details) return [];
  return tlsTables(details).flatMap(({ caption, head, rows }) => {
    const widths = WIDTHS[head.length] ?? [];
    const columns = head.map((title, at) => ({ title, width: CONTENT_WIDTH * (widths[at] ?? 1 / head.length) }));
    return [...heading(caption), ...table(columns, rows), gap(8)];
  });
}

/** Shown in the tables, so not printed again. */
export function withoutTlsTables({ checks: _judged, ...evidence }: ScanReport['tls']): object {
  const { details }: { details: TlsDetails } = evidence;
  if (!details) return evidence;
  const { attacks: _attacks, clients: _clients, policies: _policies, group_list: _groups, ...others } = details;
  const { trust_programs: _programs, revocation: _revocation, other_addresses: _addresses, ...facts } = others;
  const { alpn_list: _alpn, http3: _http3, sessions: _sessions, without_name: _nameless, ...more } = facts;
  const { signatures: _signatures, signature_list: _kinds, fallback_scsv: _fallback, ...rest } = more;
  return { details: rest };
}
