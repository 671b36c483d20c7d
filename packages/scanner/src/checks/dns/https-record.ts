import { defineCheck } from '../../check.ts';
import type { DnsEvidence, HttpsRecord } from '../../evidence/dns.ts';
import { usableRecords } from '../../parse/dns/svcb.ts';
import { httpsPort } from '../../target.ts';

/** Example that triggers it: an HTTPS record with truncated parameters. */
export default defineCheck({
  id: 'dns/https-record',
  title: 'HTTPS record',
  severity: 'important',
  deduction: 10,
  why: 'The HTTPS record tells browsers, before they connect, that the site supports HTTPS, which HTTP versions it supports, and how to encrypt its name in the handshake.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc9460'],
  needs: ['dns'],
  outcomes: {
    malformed: {
      title: 'HTTPS record is malformed',
      status: 'weak',
      severity: 'minor',
      deduction: 1,
      weakness: 'informational',
      explanation: 'The HTTPS record is malformed, so browsers ignore it.',
      note: 'A DNS library or provider encoded it incorrectly.',
    },
    unreadable_ech: {
      title: 'ECH keys in the HTTPS record are unreadable',
      status: 'bad',
      weakness: 'informational',
      explanation:
        'The keys for Encrypted Client Hello (ECH) in the HTTPS record cannot be read. Chrome and Edge show an error page (ERR_INVALID_ECH_CONFIG_LIST) instead of the site.',
    },
    absent: {
      title: 'No HTTPS record',
      status: 'good',
      note: 'Not used. It would let browsers start directly with HTTPS and HTTP/3.',
    },
    present: { title: 'HTTPS record is published', status: 'good' },
  },
  judge({ dns }, { target }) {
    const { https } = dns;
    if (https.state === 'unknown') return { unknown: https.reason ?? 'the lookup failed' };
    if (https.state === 'absent') return { outcome: 'absent' };
    const evidence = https.records.map((record) => `${https.name} HTTPS ${textOf(record)}`);
    if (https.records.some((record) => record.malformed)) {
      const at = https.name === dns.host ? '.' : `${dns.host}.`;
      return { outcome: 'malformed', evidence, fix: `${https.name}. IN HTTPS 1 ${at} alpn="h2"` };
    }
    const broken = brokenEch(https.records, dns.host, httpsPort(target));
    if (broken.length > 0) {
      const lines = broken.map((record) => `${https.name}. IN HTTPS ${zoneText(record)}`);
      return {
        outcome: 'unreadable_ech',
        evidence,
        fix: `; Without ech, until its keys are right\n${lines.join('\n')}`,
      };
    }
    const ech = https.records.some((record) => record.ech);
    const notes = [
      ech ? 'It includes keys for Encrypted Client Hello (ECH).' : '',
      ...remarksOn(https.records, dns, httpsPort(target)),
    ];
    return { outcome: 'present', evidence, note: notes.filter(Boolean).join(' ') };
  },
});

function textOf(record: HttpsRecord): string {
  const parameters = [
    record.alpn.length > 0 ? `alpn=${record.alpn.join(',')}` : '',
    record.port === null ? '' : `port=${record.port}`,
    record.ipv4hint.length > 0 ? `ipv4hint=${record.ipv4hint.join(',')}` : '',
    record.ipv6hint.length > 0 ? `ipv6hint=${record.ipv6hint.join(',')}` : '',
    record.ech ? (record.ech_malformed ? 'ech (unreadable)' : 'ech') : '',
    record.required.length > 0 ? `mandatory=${keyNames(record.required)}` : '',
    record.malformed ? '(malformed)' : '',
  ];
  return [record.priority, record.target, ...parameters].filter((part) => part !== '').join(' ');
}

/** Chrome passes over records for another port or target. */
function brokenEch(records: readonly HttpsRecord[], host: string, port: number): HttpsRecord[] {
  return usableRecords(records).filter(
    (record) =>
      record.ech_malformed && (record.port ?? port) === port && (record.target === '.' || record.target === host),
  );
}

function zoneText(record: HttpsRecord): string {
  const target = record.target === '.' ? '.' : `${record.target}.`;
  const hints = [
    ...(record.ipv4hint.length > 0 ? [`ipv4hint=${record.ipv4hint.join(',')}`] : []),
    ...(record.ipv6hint.length > 0 ? [`ipv6hint=${record.ipv6hint.join(',')}`] : []),
  ];
  const alpn = record.alpn.length > 0 ? [`alpn="${record.alpn.join(',')}"`] : [];
  return [record.priority, target, ...alpn, ...(record.port === null ? [] : [`port=${record.port}`]), ...hints].join(
    ' ',
  );
}

/** RFC 9460 §14.3.1 */
function keyNames(keys: readonly number[]): string {
  return keys.map((key) => `key${key}`).join(',');
}

/** What the record does that its owner probably did not mean (RFC 9460). */
function remarksOn(records: readonly HttpsRecord[], { a, aaaa, host, https }: DnsEvidence, port: number): string[] {
  const aliases = records.filter(({ priority }) => priority === 0);
  const services = aliases.length > 0 ? [] : records;
  const own = services.filter(({ target }) => (target === '.' ? https.name : target) === host);
  const required = [...new Set(services.flatMap((one) => one.required))];
  const stray = [...new Set(own.flatMap(({ ipv4hint, ipv6hint }) => [...ipv4hint, ...ipv6hint]))].filter(
    (address) => ![...a.records, ...aaaa.records].includes(address),
  );
  const ports = [...new Set(services.flatMap((one) => (one.port === null ? [] : [one.port])))].filter(
    (one) => one !== port,
  );
  return [
    // §2.5.1
    aliases.some(({ target }) => target === '.') ? 'An alias to "." says that the host has no HTTPS service.' : '',
    // §2.4.1
    aliases.length > 0 && aliases.length < records.length
      ? 'Browsers ignore its other records, because one of them is an alias (priority 0).'
      : '',
    // §2.5.2
    port !== 443 && services.some(({ target }) => target === '.')
      ? `Its target "." is ${https.name} itself, where browsers then look for addresses.`
      : '',
    // §8
    required.length > 0
      ? `Browsers ignore records that require parameters unknown to them (${keyNames(required)}).`
      : '',
    ports.length > 0 ? `Browsers that support it connect to port ${ports.join(', ')} instead of ${port}.` : '',
    // §7.3: hints are for the time before the address records arrive.
    stray.length > 0 && a.state === 'present' && aaaa.state !== 'unknown'
      ? `Its hints are not addresses of the host: ${stray.slice(0, 5).join(', ')}.`
      : '',
  ];
}
