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
