import { expect, test } from 'vitest';
import { judgedZone } from '../../../test/dns-evidence.ts';
import check from './bimi.ts';

const REJECT = '_dmarc.@ TXT "v=DMARC1; p=reject"';
const LOGO = 'l=https://example.test/logo.svg';
const record = (text: string): string => `default._bimi.@ TXT "v=BIMI1; ${text}"`;

/** draft-brand-indicators-for-message-identification §4.2 for the record, §7.4 for DMARC. */
test.each<[string, string[], string]>([
  ['with a certificate', [record(`${LOGO}; a=https://example.test/vmc.pem`), REJECT], 'present'],
  ['without one', [record(LOGO), REJECT], 'unverified'],
  ['no DMARC', [record(LOGO)], 'not_enforced'],
  ['DMARC that watches only', [record(LOGO), '_dmarc.@ TXT "v=DMARC1; p=none"'], 'not_enforced'],
  ['DMARC in testing', [record(LOGO), '_dmarc.@ TXT "v=DMARC1; p=reject; t=y"'], 'not_enforced'],
  ['declined', [record('l=; a='), REJECT], 'declined'],
  ['a logo over http', [record('l=http://example.test/logo.svg'), REJECT], 'faulty'],
  ['a PNG', [record('l=https://example.test/logo.png'), REJECT], 'faulty'],
  ['no logo at all', [record('a=https://example.test/vmc.pem'), REJECT], 'faulty'],
  // Tag lists of RFC 6376 §3.2
  ['two logos', [record(`${LOGO}; ${LOGO}`), REJECT], 'faulty'],
  ['a list of logos', [record(`${LOGO},https://example.test/b.svg`), REJECT], 'faulty'],
  ['a tab', [`default._bimi.@ TXT "v=BIMI1;\t${LOGO}"`, REJECT], 'unverified'],
  ['two records', [record(LOGO), record('l='), REJECT], 'faulty'],
])('%s: %s costs nothing', async (_name, lines, outcome) => {
  expect(await judgedZone(check, lines)).toMatchObject({ outcome, status: 'good', deduction: 0 });
});

test.each([
  ['none', []],
  ['a wildcard with SPF', ['*.@ TXT "v=spf1 -all"']],
])('nothing is said: %s', async (_name, lines) => {
  expect(await judgedZone(check, lines)).toBeNull();
});
