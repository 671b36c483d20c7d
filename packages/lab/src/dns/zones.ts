import type { Rules } from './respond.ts';

/** Public-key bytes of the right length for algorithm 13. The lab does not sign; it only sets the AD bit. */
const KEY = Buffer.alloc(64, 7).toString('base64');

/**
 * The demo sites' zones, in addition to their addresses: `perfect.test` has every record a zone can have,
 * `messy.test` one fault of each kind, the others nothing.
 */
export const DEMO_ZONES: readonly string[] = [
  // Two name servers in two networks.
  'perfect.test NS ns1.perfect.test',
  'perfect.test NS ns2.dns.test',
  'ns1.perfect.test A 127.77.0.53',
  'ns2.dns.test A 127.78.0.53',
  `perfect.test DNSKEY 257 3 13 ${KEY}`,
  `perfect.test DS 20326 13 2 ${'0123456789abcdef'.repeat(4)}`,
  '_smtp._tls.perfect.test TXT "v=TLSRPTv1; rua=mailto:tls@perfect.test"',
  'selector._domainkey.perfect.test TXT "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="',
  'perfect.test HTTPS 1 . alpn=h2',

  // A single name server, a mail host that no longer exists, an alias to an unregistered name, invalid records.
  'messy.test NS ns1.messy.test',
  'ns1.messy.test A 127.77.0.54',
  'messy.test MX 10 mail.gone-company.test',
  'www.messy.test CNAME old-shop.gone-company.test',
  'messy.test CAA 0 iodef "security at messy.test"',
  '_mta-sts.messy.test TXT "v=STSv1;"',
  `messy.test DNSKEY 257 3 5 ${KEY}`,
];

/** The demo server acts as a validating resolver, so that DNSSEC can be demonstrated. */
export const DEMO_DNS_RULES: Rules = { authenticated: ['.', 'perfect.test'] };
