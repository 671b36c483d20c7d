import { defineCheck } from '../../check.ts';
import { mailUse } from '../../evidence/dns.ts';
import type { MailServer } from '../../evidence/mail.ts';
import { certificateFault } from '../../parse/mail/mail-certificate.ts';

const OLD = new Set(['SSLv3', 'TLSv1', 'TLSv1.1']);

/** Examples that trigger it: a mail server whose EHLO offers no STARTTLS; one that supports at most TLS 1.0. */
export default defineCheck({
  id: 'dns/mail-encryption',
  title: 'Encryption of incoming mail (STARTTLS)',
  severity: 'important',
  deduction: 4,
  why: 'Mail arrives over port 25, where STARTTLS provides encryption. A server that does not offer it receives every message unencrypted, readable by anyone on the network path.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc3207', 'https://www.rfc-editor.org/rfc/rfc8314'],
  needs: ['dns'],
  outcomes: {
    clear: { title: 'Mail server offers no encryption', status: 'missing', weakness: 'mail-clear-text' },
    handshake_fails: {
      title: 'Mail server’s encryption does not work',
      status: 'bad',
      weakness: 'mail-clear-text',
      deduction: 3,
      explanation:
        'A mail server offers STARTTLS, but the TLS handshake fails. Senders fall back to unencrypted delivery or do not deliver.',
    },
    old_version: {
      title: 'Mail server uses TLS 1.1 or older',
      status: 'weak',
      weakness: 'mail-tls-obsolete',
      severity: 'minor',
      deduction: 1,
      explanation:
        'A mail server supports at most TLS 1.1, which RFC 8996 deprecates. Senders that no longer support it fall back to unencrypted delivery.',
    },
    unverified: {
      title: 'Mail server’s certificate does not verify',
      status: 'good',
      note: 'Most senders encrypt without checking the certificate, so mail is delivered. Senders that enforce an MTA-STS policy would not deliver.',
    },
    partly: { title: 'Mail servers that could be checked support encryption', status: 'good' },
    encrypted: { title: 'Mail servers support encryption', status: 'good' },
  },
  judge({ dns }, { scannedAt }) {
    if (mailUse(dns) !== 'used') return null;
    if (dns.mail_failure !== undefined) return { unknown: dns.mail_failure, ours: true };
    const servers = dns.mail_servers ?? [];
    const asked = servers.filter(({ state }) => state !== 'unreached' && state !== 'refused');
    if (asked.length === 0) return { unknown: whyNot(servers) };
    const line = ({ host, state, version, suite, reason }: MailServer): string =>
      state === 'encrypted' ? `MX ${host}: ${version} ${suite}` : `MX ${host}: ${reason}`;
    const of = (state: MailServer['state']) => asked.filter((server) => server.state === state);
    const silent = servers.filter((server) => !asked.includes(server)).map(({ host }) => host);
    const note = [
      silent.length > 0 ? `Not assessed: ${silent.join(', ')}.` : '',
      dns.mx.records.length > servers.length ? `The first ${servers.length} mail servers were checked.` : '',
    ]
      .filter(Boolean)
      .join(' ');
    for (const [state, outcome] of [
      ['clear', 'clear'],
      ['tls_failed', 'handshake_fails'],
    ] as const) {
      const found = of(state);
      if (found.length > 0) return { outcome, evidence: found.map(line), note, fix: fixFor(found) };
    }
    const old = asked.filter(({ version }) => version !== null && OLD.has(version));
    if (old.length > 0) return { outcome: 'old_version', evidence: old.map(line), note, fix: fixFor(old) };
    const faults = asked.flatMap((server) => {
      const fault = certificateFault(server, scannedAt);
      return fault === null ? [] : [`MX ${server.host}: ${fault}`];
    });
    if (faults.length > 0) return { outcome: 'unverified', evidence: faults, note };
    return { outcome: note === '' ? 'encrypted' : 'partly', evidence: asked.map(line), note };
  },
});

function whyNot(servers: readonly MailServer[]): string {
  const [first] = servers;
  if (!first) return 'no mail server could be checked: none of the names has a known address';
  const reason = first.reason ?? 'no response';
  const named = reason.includes(first.host) ? reason : `${first.host}: ${reason}`;
  return `no mail server could be checked (${named}). Networks often block port 25`;
}

function fixFor(servers: readonly MailServer[]): string {
  return servers
    .map(({ host }) =>
      [
        `# ${host}, Postfix: /etc/postfix/main.cf`,
        'smtpd_tls_security_level = may',
        'smtpd_tls_protocols = >=TLSv1.2',
        `smtpd_tls_chain_files = /etc/letsencrypt/live/${host}/privkey.pem, /etc/letsencrypt/live/${host}/fullchain.pem`,
      ].join('\n'),
    )
    .join('\n');
}
