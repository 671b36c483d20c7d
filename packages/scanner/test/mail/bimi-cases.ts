import { zone, type ZoneCase } from './zone-cases.ts';

const LOGO = 'v=BIMI1; l=https://example.test/logo.svg; a=https://example.test/vmc.pem';
const bimi = (name: string, dmarc: string, outcome: string, ...says: string[]): ZoneCase =>
  zone(
    name,
    [`default._bimi.@ TXT "${LOGO}"`, `_dmarc.@ TXT "${dmarc}"`],
    outcome,
    'default._bimi.example.test',
    ...says,
  );

/** draft-brand-indicators-for-message-identification §7.4: quarantine or reject, for all mail and all subdomains. */
export const BIMI_CASES: readonly ZoneCase[] = [
  bimi('quarantine', 'v=DMARC1; p=quarantine', 'present'),
  bimi('quarantine of half', 'v=DMARC1; p=quarantine; pct=50', 'not_enforced', '_dmarc.example.test', 'pct=50'),
  bimi('quarantine of all', 'v=DMARC1; p=quarantine; pct=100', 'present'),
  bimi('reject for half', 'v=DMARC1; p=reject; pct=50', 'not_enforced', '_dmarc.example.test'),
  bimi('subdomains left open', 'v=DMARC1; p=reject; sp=none', 'not_enforced', '_dmarc.example.test', 'sp=none'),
  bimi('none', 'v=DMARC1; p=none', 'not_enforced', '_dmarc.example.test', 'p=none'),
  bimi('a policy that cannot be read', 'v=DMARC1; p=rejct', 'not_enforced', '_dmarc.example.test'),
  zone(
    'two policies',
    [`default._bimi.@ TXT "${LOGO}"`, '_dmarc.@ TXT "v=DMARC1; p=reject"', '_dmarc.@ TXT "v=DMARC1; p=none"'],
    'not_enforced',
    '_dmarc.example.test',
  ),
  zone(
    'a certificate over http',
    [
      'default._bimi.@ TXT "v=BIMI1; l=https://example.test/logo.svg; a=http://example.test/vmc.pem"',
      '_dmarc.@ TXT "v=DMARC1; p=reject"',
    ],
    'faulty',
    '"a="',
  ),
  zone(
    'a certificate and no logo',
    ['default._bimi.@ TXT "v=BIMI1; l=; a=https://example.test/vmc.pem"', '_dmarc.@ TXT "v=DMARC1; p=reject"'],
    'faulty',
    '"l="',
  ),
  zone(
    'the version in lower case',
    ['default._bimi.@ TXT "v=bimi1; l=https://example.test/logo.svg"', '_dmarc.@ TXT "v=DMARC1; p=reject"'],
    'faulty',
    'v=bimi1',
  ),
];
