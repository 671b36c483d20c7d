import { defineCheck } from '../../check.ts';
import { internalRange } from '../../parse/dns/internal-address.ts';

/** Example that triggers it: an A record with 10.0.0.5 next to a public one. */
export default defineCheck({
  id: 'dns/addresses',
  title: 'IP addresses',
  severity: 'minor',
  deduction: 2,
  why: 'A hostname with several IP addresses may lead to several servers with different configurations. A scan connects to one of them, so that its results are consistent.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc8305'],
  needs: ['http', 'dns'],
  outcomes: {
    internal: {
      title: 'One of the addresses is not on the internet',
      status: 'weak',
      weakness: 'dns-fragile',
      explanation:
        'One of the host’s addresses is private, local or unspecified. Visitors whose browser picks it cannot connect, or reach another machine in their own network. The record also discloses an internal address.',
    },
    all: { title: 'Host has one IP address', status: 'good', note: 'The host has one IP address, which was scanned.' },
    one_of_many: {
      title: 'One of several IP addresses was scanned',
      status: 'good',
      note: 'The others were not scanned. The results for headers, redirects and TLS apply to the scanned address.',
    },
  },
  judge({ http, dns }, { target }) {
    const visits = http.hops.filter(({ url }) => URL.parse(url)?.hostname === target.host);
    const measured = [...new Set(visits.map(({ address }) => address).filter((address) => address !== null))];
    if (measured.length === 0) return { unknown: 'no connection to an address of this host was recorded' };
    if (dns.a.state === 'unknown' && dns.aaaa.state === 'unknown') {
      return { unknown: `${measured.join(', ')} was scanned; the lookup for other addresses failed` };
    }
    const others = [...dns.a.records, ...dns.aaaa.records].filter((address) => !measured.includes(address));
    // An internal site, which an operator lets scans reach, has internal addresses.
    const own = new Set(measured.map(internalRange));
    const internal = others.filter((address) => internalRange(address) !== null && !own.has(internalRange(address)));
    if (internal.length > 0) {
      const lines = internal.map((address) => `${target.host}. IN ${address.includes(':') ? 'AAAA' : 'A'} ${address}`);
      return {
        outcome: 'internal',
        evidence: internal.map((address) => `${target.host} ${address}`),
        fix: `; Delete from the public zone\n${lines.join('\n')}`,
      };
    }
    const evidence = [`scanned: ${measured.join(', ')}`];
    if (others.length === 0) return { outcome: 'all', evidence };
    return { outcome: 'one_of_many', evidence: [...evidence, ...others.map((address) => `not scanned: ${address}`)] };
  },
});
