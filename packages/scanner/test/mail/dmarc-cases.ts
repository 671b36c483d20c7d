import { MAIL, zone, type ZoneCase } from './zone-cases.ts';

const AT = '_dmarc.example.test TXT';
const dmarc = (name: string, text: string, outcome: string, ...says: string[]): ZoneCase =>
  zone(name, [`_dmarc.@ TXT "v=DMARC1; ${text}"`, ...MAIL], outcome, AT, ...says);

/** RFC 9989 §4.7 and §4.10: what receivers accept and what they ignore. */
export const DMARC_CASES: readonly ZoneCase[] = [
  dmarc('strict spelt out', 'p=reject; aspf=strict; rua=mailto:d@example.test', 'ignored_values', 'aspf=strict'),
  dmarc('adkim=relaxed', 'p=reject; adkim=relaxed; rua=mailto:d@example.test', 'ignored_values', 'adkim=relaxed'),
  dmarc('fo=2', 'p=reject; fo=2; rua=mailto:d@example.test', 'ignored_values', 'fo=2'),
  dmarc('fo with commas', 'p=reject; fo=1,d,s; rua=mailto:d@example.test', 'ignored_values', 'fo=1,d,s'),
  dmarc('fo with colons', 'p=reject; fo=1:d:s; rua=mailto:d@example.test', 'reject'),
  dmarc('pct=abc', 'p=reject; pct=abc; rua=mailto:d@example.test', 'ignored_values', 'pct=abc'),
  dmarc('pct=50', 'p=reject; pct=50; rua=mailto:d@example.test', 'partial', 'pct=50'),
  dmarc('pct=0', 'p=reject; pct=0; rua=mailto:d@example.test', 'testing', 'pct=0'),
  dmarc('pct=100', 'p=reject; pct=100; rua=mailto:d@example.test', 'reject'),
  dmarc('an address without mailto:', 'p=reject; rua=d@example.test', 'ignored_values', 'd@example.test'),
  dmarc('a space instead of a comma', 'p=reject; rua=mailto:a@example.test mailto:b@example.test', 'ignored_values'),
  dmarc('the old size limit', 'p=reject; rua=mailto:a@example.test!10m', 'reject'),
  dmarc('upper-case values', 'p=REJECT; rua=mailto:d@example.test', 'reject'),
  dmarc('p after rua', 'rua=mailto:d@example.test; p=reject', 'reject'),
  dmarc('spaces around the equals sign', 'p = reject ; rua = mailto:d@example.test', 'reject'),
  dmarc('two semicolons', '; p=reject; rua=mailto:d@example.test;', 'reject'),
  dmarc('an unknown tag', 'p=reject; rua=mailto:d@example.test; color=blue', 'reject'),
  dmarc('p twice', 'p=reject; p=none', 'malformed', 'more than once'),
  dmarc('p=rejected without reports', 'p=rejected', 'malformed', 'p=rejected'),
  dmarc('p=rejected with reports counts as none', 'p=rejected; rua=mailto:d@example.test', 'none', 'p=rejected'),
  dmarc('sp=none', 'p=reject; sp=none; rua=mailto:d@example.test', 'subdomains_open', 'sp=none'),
  dmarc('np=none', 'p=reject; np=none; rua=mailto:d@example.test', 'invented_open', 'np=none'),
  dmarc('p=none, sp=reject', 'p=none; sp=reject; rua=mailto:d@example.test', 'none'),
  dmarc('t=y', 'p=reject; t=y; rua=mailto:d@example.test', 'testing', 't=y'),
  dmarc('t=y with quarantine', 'p=quarantine; t=y; rua=mailto:d@example.test', 'testing', 't=y'),
  dmarc('t=n', 'p=reject; t=n; rua=mailto:d@example.test', 'reject'),
  dmarc('psd=n', 'p=reject; psd=n; rua=mailto:d@example.test', 'reject'),
  dmarc('psd=u', 'p=reject; psd=u; rua=mailto:d@example.test', 'reject'),
  dmarc('psd=y', 'p=reject; psd=y; rua=mailto:d@example.test', 'public_suffix', 'psd=y'),
  dmarc('psd=Y', 'p=reject; psd=Y; rua=mailto:d@example.test', 'public_suffix', 'psd=Y'),
  dmarc('psd=yes', 'p=reject; psd=yes; rua=mailto:d@example.test', 'ignored_values', 'psd=yes'),
  dmarc('np=reject next to sp=quarantine', 'p=reject; sp=quarantine; np=reject; rua=mailto:d@example.test', 'reject'),
  dmarc('np=none next to sp=none', 'p=reject; sp=none; np=none; rua=mailto:d@example.test', 'subdomains_open'),
  dmarc('np=off with reports counts as none', 'p=reject; np=off; rua=mailto:d@example.test', 'none', 'np=off'),
  {
    ...dmarc('reports without a policy count as none', 'rua=mailto:d@example.test', 'none'),
    note: ['act as if the policy were "none": "p" is missing'],
  },
  {
    ...dmarc('removed tags', 'p=reject; pct=100; ri=86400; rf=afrf; rua=mailto:d@example.test', 'reject'),
    note: ['RFC 9989 removed these tags', 'pct=100, rf=afrf, ri=86400'],
  },
  {
    ...zone(
      'sp=none of a subdomain, which has a record above it',
      [
        '_dmarc.@ TXT "v=DMARC1; p=reject; rua=mailto:d@example.test"',
        '_dmarc.shop.@ TXT "v=DMARC1; p=reject; sp=none; np=none; rua=mailto:d@example.test"',
        'shop.@ A 192.0.2.10',
        ...MAIL,
      ],
      'reject',
    ),
    options: { host: 'shop.example.test' },
  },
  {
    ...zone(
      'sp=none of a subdomain that is its own organization',
      [
        '_dmarc.@ TXT "v=DMARC1; p=reject; rua=mailto:d@example.test"',
        '_dmarc.shop.@ TXT "v=DMARC1; p=reject; sp=none; psd=n; rua=mailto:d@example.test"',
        'shop.@ A 192.0.2.10',
        ...MAIL,
      ],
      'subdomains_open',
    ),
    options: { host: 'shop.example.test' },
  },
  zone(
    'sp=none below a public suffix with a record',
    [
      '_dmarc.test TXT "v=DMARC1; p=reject; psd=y"',
      '_dmarc.@ TXT "v=DMARC1; p=reject; sp=none; rua=mailto:d@example.test"',
      ...MAIL,
    ],
    'subdomains_open',
  ),
  zone('the policy of a public suffix', ['_dmarc.test TXT "v=DMARC1; p=reject; psd=y"', ...MAIL], 'reject'),
  dmarc('t=yes', 'p=reject; t=yes; rua=mailto:d@example.test', 'ignored_values', 't=yes'),
  zone('no semicolon after the version', ['_dmarc.@ TXT "v=DMARC1 p=reject"', ...MAIL], 'not_recognised', AT),
  zone('quotes inside', ['_dmarc.@ TXT "\\"v=DMARC1; p=reject\\""', ...MAIL], 'not_recognised', AT),
  zone('the version last', ['_dmarc.@ TXT "p=reject; v=DMARC1"', ...MAIL], 'not_recognised', AT),
  zone(
    'a record at the domain itself',
    ['@ TXT "v=DMARC1; p=reject"', ...MAIL],
    'at_apex',
    'example.test TXT "v=DMARC1',
  ),
  zone(
    'an alias to the record',
    ['_dmarc.@ CNAME d.host.test', 'd.host.test TXT "v=DMARC1; p=reject; rua=mailto:d@example.test"', ...MAIL],
    'reject',
    AT,
  ),
  zone('two records', ['_dmarc.@ TXT "v=DMARC1; p=reject"', '_dmarc.@ TXT "v=DMARC1; p=none"', ...MAIL], 'several', AT),
];
