import ipaddr from 'ipaddr.js';
import { getDomain } from 'tldts';
import { defineCheck } from '../../check.ts';
import type { DnsEvidence } from '../../evidence/dns.ts';
import { internalRange } from '../../parse/dns/internal-address.ts';
import { isOwnName } from '../../parse/dns/own-name.ts';

/** Examples that trigger it: one NS record; two names on one address; an NS name that does not exist. */
export default defineCheck({
  id: 'dns/name-servers',
  title: 'Name servers',
  severity: 'important',
  deduction: 6,
  why: 'Name servers are authoritative for the entire domain. An attacker can claim one that does not exist, and if the only one fails, the domain goes down.',
  fix: null,
  references: [
    'https://www.rfc-editor.org/rfc/rfc2182#section-5',
    'https://www.rfc-editor.org/rfc/rfc1912#section-2.8',
  ],
  needs: ['dns'],
  outcomes: {
    dangling: {
      title: 'Name server does not exist in DNS',
      status: 'bad',
      weakness: 'dangling-name',
      explanation:
        'A name server of the domain does not exist in DNS. If its name can be registered, an attacker can control DNS for the entire domain.',
    },
    single: {
      title: 'Only one name server',
      status: 'weak',
      weakness: 'dns-fragile',
      severity: 'minor',
      deduction: 2,
      explanation: 'The domain has only one name server. If it fails, the site and its mail are unreachable.',
    },
    internal_address: {
      title: 'Name server is not on the internet',
      status: 'weak',
      weakness: 'dns-fragile',
      severity: 'minor',
      deduction: 1,
      explanation:
        'A name server of the domain has only private or local addresses, so resolvers on the internet cannot query it. It adds no redundancy, slows down lookups and discloses an internal address.',
    },
    no_address: {
      title: 'Name server has no address',
      status: 'weak',
      weakness: 'dns-fragile',
      severity: 'minor',
      deduction: 1,
      explanation:
        'A name server of the domain has no address, so resolvers cannot query it. It adds no redundancy and slows down lookups.',
    },
    one_address: {
      title: 'All name servers share one address',
      status: 'weak',
      weakness: 'dns-fragile',
      severity: 'minor',
      deduction: 1,
      explanation: 'All name servers of the domain share one address, so they fail together.',
    },
    aliases: {
      title: 'Name server is an alias',
      status: 'good',
      note: 'No points are deducted, because most resolvers use it.',
    },
    one_network: {
      title: 'All name servers are in one network',
      status: 'good',
      note: 'All name servers are in one network. Name servers in several networks would survive the failure of one.',
    },
    diverse: { title: 'Name servers are in several networks', status: 'good' },
  },
  judge({ dns }) {
    const { ns } = dns;
    if (ns.state === 'unknown') return { unknown: ns.reason ?? 'the lookup failed' };
    if (ns.state === 'absent') return { unknown: `no NS records were found for ${ns.name}` };
    const evidence = ns.records.map((server) => [server.host, ...server.addresses].join(' '));
    // The owner alone can create a missing name of the zone. What its alias points to, someone else may register.
    const gone = ns.records.filter(
      ({ nxdomain, alias, host }) => nxdomain && (alias === true || !isOwnName(host, ns.name)),
    );
    if (gone.length > 0) {
      const fix = gone
        .map((server) => `Delete from the zone and at the registrar: ${ns.name}. IN NS ${server.host}.`)
        .join('\n');
      return { outcome: 'dangling', evidence: gone.map((server) => `${ns.name} NS ${server.host}`), fix };
    }
    if (ns.records.length === 1) {
      return { outcome: 'single', evidence, fix: `Add a second name server for ${ns.name}, in another network.` };
    }
    const addresses = new Set(ns.records.flatMap((server) => server.addresses));
    const resolved = ns.records.filter((server) => server.addresses.length > 0).length;
    if (resolved === ns.records.length && addresses.size === 1) {
      return {
        outcome: 'one_address',
        evidence,
        fix: `Run the name servers of ${ns.name} on different machines, ideally in different networks.`,
      };
    }
    const networks = new Set([...addresses].map(networkOf));
    const lame = ns.records.filter(({ state }) => state === 'absent');
    if (lame.length > 0) {
      return {
        outcome: 'no_address',
        evidence: lame.map(({ host }) => `${ns.name} NS ${host}: no A or AAAA record`),
        fix: lame
          .map(
            ({ host }) =>
              `Give ${host} an address, or delete: ${ns.name}. IN NS ${host}. (in the zone and at the registrar)`,
          )
          .join('\n'),
      };
    }
    const internal = ns.records.filter(
      ({ addresses: own }) =>
        own.length > 0 && own.every((address) => internalRange(address) !== null && !isInternalSite(dns)),
    );
    if (internal.length > 0) {
      return {
        outcome: 'internal_address',
        evidence: internal.map(({ host, addresses: own }) => `${ns.name} NS ${host} (${own.join(', ')})`),
        fix: internal
          .map(
            ({ host }) =>
              `Give ${host} a public address, or delete: ${ns.name}. IN NS ${host}. (in the zone and at the registrar)`,
          )
          .join('\n'),
      };
    }
    const aliases = aliasNote(ns);
    const note = [aliases, oneZone(ns)].filter(Boolean).join(' ');
    if (aliases !== '') return { outcome: 'aliases', evidence, note };
    return {
      outcome: resolved === ns.records.length && networks.size === 1 ? 'one_network' : 'diverse',
      evidence,
      note,
    };
  },
});

/** RFC 2181 §10.3 */
function aliasNote({ records }: DnsEvidence['ns']): string {
  const aliases = records.filter(({ alias }) => alias).map(({ host }) => host);
  return aliases.length === 0
    ? ''
    : `NS records must not name aliases (CNAME), and some resolvers do not use them: ${aliases.join(', ')}.`;
}

/** All names are below one domain: if that domain or its operator fails, so do all name servers. */
function oneZone({ name, records }: DnsEvidence['ns']): string {
  const zones = new Set(records.map(({ host }) => getDomain(host) ?? host));
  const [zone] = zones;
  if (zones.size !== 1 || zone === undefined || zone === name) return '';
  return `All of them are below ${zone}. If that domain or its operator fails, this domain fails too.`;
}

/** The /24 of an IPv4 address or the /48 of an IPv6 one. */
function networkOf(address: string): string {
  const bytes = ipaddr.parse(address).toByteArray();
  return bytes.slice(0, bytes.length === 4 ? 3 : 6).join('.');
}

/** An internal site, which an operator lets scans reach, has internal name servers. */
function isInternalSite({ a }: DnsEvidence): boolean {
  return a.records.some((address) => internalRange(address) !== null);
}
