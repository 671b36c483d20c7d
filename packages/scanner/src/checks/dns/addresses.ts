import { defineCheck } from '../../check.ts';

/** An observation: it never costs anything. */
export default defineCheck({
  id: 'dns/addresses',
  title: 'Addresses',
  severity: 'minor',
  deduction: 0,
  why: 'A name with several addresses may lead to several servers, which need not be set up alike. A scan talks to one of them, so that what it reports belongs together.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc8305'],
  needs: ['http', 'dns'],
  outcomes: {
    all: { title: 'The host has one address', status: 'good', note: 'The host has one address, and it was measured.' },
    one_of_many: {
      title: 'One of several addresses was measured',
      status: 'good',
      note: 'The others were not measured: what this report says of headers, redirects and TLS is about the address measured.',
    },
  },
  judge({ http, dns }, { target }) {
    const own = http.hops.filter(({ url }) => URL.parse(url)?.hostname === target.host);
    const measured = [...new Set(own.map(({ address }) => address).filter((address) => address !== null))];
    if (measured.length === 0) return { unknown: 'no connection to an address of this host is on record' };
    if (dns.a.state === 'unknown' && dns.aaaa.state === 'unknown') {
      return { unknown: `${measured.join(', ')} was measured; whether there are others could not be looked up` };
    }
    const others = [...dns.a.records, ...dns.aaaa.records].filter((address) => !measured.includes(address));
    const evidence = [`measured: ${measured.join(', ')}`];
    if (others.length === 0) return { outcome: 'all', evidence };
    return { outcome: 'one_of_many', evidence: [...evidence, ...others.map((address) => `not looked at: ${address}`)] };
  },
});
