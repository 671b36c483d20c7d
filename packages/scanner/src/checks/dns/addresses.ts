import { defineCheck } from '../../check.ts';

/** For information only: there is never a deduction. */
export default defineCheck({
  id: 'dns/addresses',
  title: 'IP addresses',
  severity: 'minor',
  deduction: 0,
  why: 'A hostname with several IP addresses may lead to several servers with different configurations. A scan connects to one of them, so that its results are consistent.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc8305'],
  needs: ['http', 'dns'],
  outcomes: {
    all: { title: 'Host has one IP address', status: 'good', note: 'The host has one IP address, which was scanned.' },
    one_of_many: {
      title: 'One of several IP addresses was scanned',
      status: 'good',
      note: 'The others were not scanned. The results for headers, redirects and TLS apply to the scanned address.',
    },
  },
  judge({ http, dns }, { target }) {
    const own = http.hops.filter(({ url }) => URL.parse(url)?.hostname === target.host);
    const measured = [...new Set(own.map(({ address }) => address).filter((address) => address !== null))];
    if (measured.length === 0) return { unknown: 'no connection to an address of this host was recorded' };
    if (dns.a.state === 'unknown' && dns.aaaa.state === 'unknown') {
      return { unknown: `${measured.join(', ')} was scanned; the lookup for other addresses failed` };
    }
    const others = [...dns.a.records, ...dns.aaaa.records].filter((address) => !measured.includes(address));
    const evidence = [`scanned: ${measured.join(', ')}`];
    if (others.length === 0) return { outcome: 'all', evidence };
    return { outcome: 'one_of_many', evidence: [...evidence, ...others.map((address) => `not scanned: ${address}`)] };
  },
});
