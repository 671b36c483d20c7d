import { defineCheck } from '../../check.ts';
import type { TlsaRecord } from '../../evidence/dns-records.ts';
import { mailUse } from '../../evidence/dns.ts';
import type { MailServer } from '../../evidence/mail.ts';
import { issuersAmong, isTlsaOf, tlsaFault, tlsaText } from '../../parse/dns/tlsa.ts';
import { nameFault, dateFault } from '../../parse/mail/mail-certificate.ts';

const DANE_TA = 2;
const DANE_EE = 3;

const UNSIGNED_MX =
  'DNSSEC does not protect the MX record, so an attacker who forges it redirects mail to another server. RFC 7672 §2.2.1 lets senders decide whether they use DANE then; Postfix does, others do not.';

/** Example that triggers it: `_25._tcp.mx.example.com TLSA 3 1 1 …` still has the hash of last year's key. */
export default defineCheck({
  id: 'dns/mail-dane',
  title: 'DANE for mail servers',
  severity: 'important',
  deduction: 4,
  why: 'A TLSA record in a signed zone tells senders which key the mail server has. Senders that support DANE, including large providers, deliver no mail if the server presents a different key.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc7672', 'https://www.rfc-editor.org/rfc/rfc7671'],
  needs: ['dns'],
  outcomes: {
    differs: {
      title: 'Mail server’s certificate does not match its DANE record',
      status: 'bad',
      weakness: 'mail-dane-mismatch',
    },
    no_encryption: {
      title: 'Mail server has a DANE record but no encryption',
      status: 'bad',
      weakness: 'mail-clear-text',
      explanation:
        'A signed TLSA record announces encryption on port 25, but the mail server does not offer it. Senders that support DANE deliver no mail.',
    },
    unusable: {
      title: 'DANE record of a mail server is unusable',
      status: 'weak',
      weakness: 'mail-dane-mismatch',
      severity: 'minor',
      deduction: 1,
      explanation:
        'For mail, senders use only certificate usages 2 and 3 (RFC 7672 §3.1.3). Malformed records and other usages protect nothing.',
    },
    unsigned: {
      title: 'DANE record of a mail server is not protected by DNSSEC',
      status: 'good',
      note: 'Senders ignore TLSA records that are not signed.',
    },
    unsigned_mx: {
      title: 'Mail servers match their DANE records, but the MX record is not signed',
      status: 'good',
      note: UNSIGNED_MX,
    },
    matches: { title: 'Mail servers match their DANE records', status: 'good' },
  },
  judge({ dns }, { scannedAt }) {
    if (dns.mail_failure !== undefined && mailUse(dns) === 'used') return { unknown: dns.mail_failure, ours: true };
    const all = dns.mail_servers ?? [];
    const servers = all.filter(({ tlsa }) => tlsa.state === 'present');
    const failed = all.filter(({ tlsa }) => tlsa.state === 'unknown');
    if (servers.length === 0)
      return failed.length > 0
        ? { unknown: `TLSA records of ${hosts(failed)}: ${failed[0]?.tlsa.reason ?? 'the lookup failed'}` }
        : null;
    const signed = servers.filter(({ tlsa }) => tlsa.authenticated);
    const lines = (list: readonly MailServer[]): string[] =>
      list.flatMap(({ tlsa }) => tlsa.records.map((record) => `${tlsa.name} TLSA ${tlsaText(record)}`));
    if (signed.length === 0) return { outcome: 'unsigned', evidence: lines(servers) };
    const domain = dns.mx.authenticated ? dns.mail_domain : undefined;
    const judged = signed.map((server) => ({ server, verdict: verdictOf(server, scannedAt, domain) }));
    const like = (wanted: ReturnType<typeof verdictOf>): MailServer[] =>
      judged.filter(({ verdict }) => verdict === wanted).map(({ server }) => server);
    const [clear, differing, useless, open] = [
      like('no_encryption'),
      like('differs'),
      like('unusable'),
      like('unknown'),
    ];
    if (clear.length > 0) {
      const fix = `Turn on STARTTLS at ${hosts(clear)}, or delete these TLSA records until it is on: ${clear.map(({ tlsa }) => tlsa.name).join(', ')}`;
      return {
        outcome: 'no_encryption',
        evidence: [...lines(clear), ...clear.map(({ host, reason }) => `${host}: ${reason}`)],
        fix,
      };
    }
    if (differing.length > 0) {
      const fix = differing
        .map(({ tlsa, certificates }) => `${tlsa.name}. IN TLSA 3 1 1 ${certificates[0]?.spki_sha256}`)
        .concat(
          '; When the key changes, publish the new record before you deploy the new certificate. Keep the key at renewal where possible (certbot renew --reuse-key).',
        )
        .join('\n');
      const seen = differing.map(
        (server) =>
          anchorFault(server, scannedAt, domain) ??
          `${server.host} presents the key SHA-256 ${server.certificates[0]?.spki_sha256}`,
      );
      return {
        outcome: 'differs',
        evidence: [...lines(differing), ...seen],
        note: dns.mx.authenticated ? '' : UNSIGNED_MX,
        fix,
      };
    }
    if (useless.length > 0) {
      const fix = useless
        .map(({ tlsa, certificates: [leaf] }) =>
          leaf
            ? `${tlsa.name}. IN TLSA 3 1 1 ${leaf.spki_sha256}`
            : `Publish a "3 1 1" record at ${tlsa.name} with the SHA-256 hash of the server's public key.`,
        )
        .join('\n');
      return { outcome: 'unusable', evidence: [...lines(useless), ...useless.flatMap(whyUseless)], fix };
    }
    if (open.length === signed.length)
      return {
        unknown: `the certificates of ${hosts(open)} could not be compared (${open[0]?.reason ?? 'no digest to compare'})`,
      };
    return {
      outcome: dns.mx.authenticated ? 'matches' : 'unsigned_mx',
      evidence: lines(like('matches')),
      note: open.length + failed.length > 0 ? `Not compared: ${hosts([...open, ...failed])}.` : '',
    };
  },
});

function hosts(servers: readonly MailServer[]): string {
  return servers.map(({ host }) => host).join(', ');
}

function whyUseless({ tlsa }: MailServer): string[] {
  return tlsa.records.flatMap((record) => {
    const fault = tlsaFault(record) ?? (isForMail(record) ? null : `usage ${record.usage} is not for mail`);
    return fault === null ? [] : [`${tlsa.name}: ${fault}`];
  });
}

function isForMail({ usage }: TlsaRecord): boolean {
  return usage === DANE_TA || usage === DANE_EE;
}

function verdictOf(
  server: MailServer,
  now: number,
  domain?: string,
): 'matches' | 'differs' | 'no_encryption' | 'unusable' | 'unknown' {
  const { state, tlsa, certificates } = server;
  const usable = tlsa.records.filter((record) => isForMail(record) && tlsaFault(record) === null);
  if (usable.length === 0) return 'unusable';
  if (state === 'clear' || state === 'tls_failed') return 'no_encryption';
  const [leaf] = certificates;
  if (!leaf) return 'unknown';
  const issuers = issuersAmong(certificates);
  const fits = (record: TlsaRecord): boolean =>
    record.usage === DANE_EE ? isTlsaOf(record, leaf) : issuers.some((issuer) => isTlsaOf(record, issuer));
  const fitting = usable.filter(fits);
  // DANE-EE ignores names and dates; DANE-TA checks both (RFC 7672 §3.1.1, §3.1.2).
  const fault = nameFault(server, domain) ?? dateFault(server, now);
  if (fitting.some(({ usage }) => usage === DANE_EE || fault === null)) return 'matches';
  // Older engines saved no digest of full certificates, so these cannot be compared.
  return usable.some(({ matching, sha256 }) => matching === 0 && sha256 === undefined) ? 'unknown' : 'differs';
}

/** Why a record for the correct issuer still does not match. */
function anchorFault(server: MailServer, now: number, domain?: string): string | null {
  const issuers = issuersAmong(server.certificates);
  const anchored = server.tlsa.records.some(
    (record) => record.usage === DANE_TA && issuers.some((issuer) => isTlsaOf(record, issuer)),
  );
  const fault = nameFault(server, domain) ?? dateFault(server, now);
  return anchored && fault !== null ? `${server.host}: usage 2 also checks names and dates, and ${fault}` : null;
}
