import { defineCheck } from '../../check.ts';
import { mailUse } from '../../evidence/dns.ts';
import { isOwnName } from '../../parse/dns/own-name.ts';

/**
 * Examples that trigger it: `MX 10 gone.example` (NXDOMAIN); `MX 0 .` next to another record; `MX 10 192.0.2.1`;
 * a host at 10.0.0.5.
 */
export default defineCheck({
  id: 'dns/mx',
  title: 'Mail servers (MX)',
  severity: 'important',
  deduction: 5,
  why: 'MX records list the servers that receive mail for the domain. If a server does not exist, mail gets lost, and anyone who can register its name can read the mail.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc5321#section-5.1', 'https://www.rfc-editor.org/rfc/rfc7505'],
  needs: ['dns'],
  outcomes: {
    dangling: {
      title: 'Mail server does not exist in DNS',
      status: 'bad',
      weakness: 'mx-dangling',
      explanation:
        'A mail server of the domain does not exist in DNS. If its name can be registered, an attacker can receive this domain’s mail.',
    },
    no_address: {
      title: 'Mail server has no address',
      status: 'weak',
      weakness: 'dns-fragile',
      severity: 'minor',
      deduction: 2,
      explanation: 'A mail server of the domain has no address, so mail cannot be delivered to it.',
    },
    private_address: {
      title: 'Mail server has only private addresses',
      status: 'weak',
      weakness: 'dns-fragile',
      severity: 'minor',
      deduction: 2,
      explanation:
        'A mail server of the domain has only private addresses, which no one on the internet can reach. Mail cannot be delivered to it, and the record discloses internal addresses. To a sender whose own network uses that address, it means another machine.',
    },
    null_beside_others: {
      title: 'Null MX is combined with other MX records',
      status: 'weak',
      weakness: 'dns-fragile',
      severity: 'minor',
      deduction: 2,
      explanation:
        'A null MX ("0 .") says that the domain accepts no mail, but there are other MX records too. Senders may refuse to deliver.',
    },
    address_literal: {
      title: 'MX record contains an IP address',
      status: 'weak',
      weakness: 'dns-fragile',
      severity: 'minor',
      deduction: 2,
      explanation: 'An MX record contains an IP address instead of a hostname. Many senders will not deliver.',
    },
    alias: {
      title: 'MX record points to an alias',
      status: 'weak',
      weakness: 'dns-fragile',
      severity: 'minor',
      deduction: 1,
      explanation:
        'An MX record points to an alias (CNAME), which RFC 2181 §10.3 forbids. Some senders will not deliver.',
    },
    refused: {
      title: 'Domain accepts no mail (null MX)',
      status: 'good',
      nothing: true,
      note: 'A null MX says that the domain accepts no mail.',
    },
    none: {
      title: 'No MX record',
      status: 'good',
      nothing: true,
      note: 'There is no MX record, so senders would try the host’s IP address. "MX 0 ." would say that the domain accepts no mail.',
    },
    partly: { title: 'Mail servers that could be looked up exist', status: 'good' },
    fine: { title: 'Mail servers exist', status: 'good' },
  },
  judge({ dns }) {
    const { mx, mail_domain: domain } = dns;
    if (mx.state === 'unknown') return { unknown: mx.reason ?? 'the lookup failed' };
    const use = mailUse(dns);
    if (use === 'none') return { outcome: 'none' };
    const line = ({ preference, exchange, alias, target }: (typeof mx.records)[number]): string =>
      `${domain} MX ${preference} ${exchange}${alias && target !== undefined ? `, an alias of ${target}` : ''}`;
    const all = mx.records.map(line);
    if (use === 'refused') return { outcome: 'refused', evidence: all };
    const real = mx.records.filter((record) => record.exchange !== '.');
    const zoneLine = (record: (typeof mx.records)[number]): string =>
      `${domain}. IN MX ${record.preference} ${record.exchange}.`;
    const remove = (records: typeof real, why: string) => ({
      evidence: records.map(line),
      fix: [...records.map((record) => `${why}: ${zoneLine(record)}`), ...undotted(records, domain)].join('\n'),
    });
    const literal = real.filter((record) => /^[\d.]+$|:/.test(record.exchange));
    // The owner alone can create a missing name of the zone. What its alias points to, someone else may register.
    const dangling = real.filter(
      (record) => record.nxdomain && !literal.includes(record) && (record.alias || !isOwnName(record.exchange, domain)),
    );
    if (dangling.length > 0) {
      const { evidence, fix } = remove(dangling, 'Delete, or create the host it points to');
      // Without its MX record, the alias would still lead to a name that someone else may register.
      const aliases = dangling.flatMap(({ alias, exchange, target = '…' }) =>
        alias ? [`Delete too: ${exchange}. IN CNAME ${target}.`] : [],
      );
      return { outcome: 'dangling', evidence, fix: [fix, ...aliases].join('\n') };
    }
    if (real.length < mx.records.length) {
      return {
        outcome: 'null_beside_others',
        evidence: all,
        fix: `Delete ${domain}. IN MX 0 . or all other MX records.`,
      };
    }
    if (literal.length > 0) {
      const own = literal.map((record, index) => {
        const host = `mail${index === 0 ? '' : index + 1}.${domain}.`;
        const type = record.exchange.includes(':') ? 'AAAA' : 'A';
        return `${domain}. IN MX ${record.preference} ${host}\n${host} IN ${type} ${record.exchange}`;
      });
      const fix = `; Give each address a name, and use it in place of the address:\n${own.join('\n')}`;
      return { outcome: 'address_literal', evidence: literal.map(line), fix };
    }
    const empty = real.filter((record) => record.state === 'absent');
    if (empty.length > 0) return { outcome: 'no_address', ...remove(empty, 'Delete, or give the host an A record') };
    const isPrivate = real.filter((record) => record.private === true);
    if (isPrivate.length > 0) {
      return {
        outcome: 'private_address',
        evidence: isPrivate.map((record) => `${line(record)} (${record.addresses?.join(', ') ?? ''})`),
        fix: isPrivate.map((one) => `Delete, or give the host a public address: ${zoneLine(one)}`).join('\n'),
      };
    }
    const aliases = real.filter((record) => record.alias);
    if (aliases.length > 0) {
      return {
        outcome: 'alias',
        evidence: aliases.map(line),
        fix: `; Point to the host behind the alias:\n${aliases.map((one) => zoneLine({ ...one, exchange: one.target ?? `<the host behind ${one.exchange}>` })).join('\n')}`,
      };
    }
    const unseen = real.filter((record) => record.state === 'unknown').map((record) => record.exchange);
    return unseen.length > 0
      ? { outcome: 'partly', evidence: all, note: `Not looked up, or no response: ${unseen.join(', ')}.` }
      : { outcome: 'fine', evidence: all };
  },
});

/** `mx.provider.net.example.com`: without a dot at its end, a name in a zone file is below the zone (RFC 1035 §5.1). */
function undotted(records: readonly { exchange: string }[], domain: string): string[] {
  return records.flatMap(({ exchange }) => {
    const written = exchange.endsWith(`.${domain}`) ? exchange.slice(0, -domain.length - 1) : '';
    return /\.(?:com|net|org|[a-z]{2})$/u.test(written) || written.endsWith(domain)
      ? [`; If ${written} was meant, write it with a dot at its end: "${written}."`]
      : [];
  });
}
