import { defineCheck } from '../../check.ts';
import type { HttpsRecord } from '../../evidence/dns.ts';

/** Example that triggers it: an HTTPS record with truncated parameters. */
export default defineCheck({
  id: 'dns/https-record',
  title: 'HTTPS record',
  severity: 'minor',
  deduction: 1,
  why: 'The HTTPS record tells browsers, before they connect, that the site supports HTTPS, which HTTP versions it supports, and how to encrypt its name in the handshake.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc9460'],
  needs: ['dns'],
  outcomes: {
    malformed: {
      title: 'HTTPS record is malformed',
      status: 'weak',
      weakness: 'informational',
      explanation: 'The HTTPS record is malformed, so browsers ignore it.',
      note: 'A DNS library or provider encoded it incorrectly.',
    },
    absent: {
      title: 'No HTTPS record',
      status: 'good',
      note: 'Not used. It would let browsers start directly with HTTPS and HTTP/3.',
    },
    present: { title: 'HTTPS record is published', status: 'good' },
  },
  judge({ dns: { https } }) {
    if (https.state === 'unknown') return { unknown: https.reason ?? 'the look-up failed' };
    if (https.state === 'absent') return { outcome: 'absent' };
    const evidence = https.records.map((record) => `${https.name} HTTPS ${textOf(record)}`);
    if (https.records.some((record) => record.malformed)) {
      return { outcome: 'malformed', evidence, fix: `${https.name}. IN HTTPS 1 . alpn="h2"` };
    }
    const ech = https.records.some((record) => record.ech);
    return { outcome: 'present', evidence, note: ech ? 'It includes keys for Encrypted Client Hello (ECH).' : '' };
  },
});

function textOf(record: HttpsRecord): string {
  const parameters = [
    record.alpn.length > 0 ? `alpn=${record.alpn.join(',')}` : '',
    record.port === null ? '' : `port=${record.port}`,
    record.ipv4hint.length > 0 ? `ipv4hint=${record.ipv4hint.join(',')}` : '',
    record.ipv6hint.length > 0 ? `ipv6hint=${record.ipv6hint.join(',')}` : '',
    record.ech ? 'ech' : '',
    record.malformed ? '(malformed)' : '',
  ];
  return [record.priority, record.target, ...parameters].filter((part) => part !== '').join(' ');
}
