import { expect, test } from 'vitest';
import {
  certificateWith,
  chainWith,
  daysFromScan,
  leafWith,
  stapleWith,
  timestampOf,
  tlsWith,
} from '../../../test/tls-evidence.ts';
import { SCANNED_AT } from '../../../test/evidence.ts';
import { ROOT_PROGRAMS } from '../../data/root-programs.ts';
import type { Certificate, TlsEvidence, Trust } from '../../evidence/tls.ts';
import { programVerdicts } from './program-verdicts.ts';

const rootWith = (chrome: boolean | string, mozilla: boolean | string): string =>
  [...ROOT_PROGRAMS].find(([, row]) => row.chrome === chrome && row.mozilla === mozilla)?.[0] ?? 'none';
const anchor = (sha256: string): Partial<Trust> => ({ anchor: { subject: 'CN=Root', sha256, public: true } });
/** The operator's own. */
const OWN: Partial<Trust> = { anchor: { subject: 'CN=Company', sha256: 'cc', public: false } };
const EVERYWHERE = anchor(rootWith(true, true));
const LOGGED = ['01', '02', '03'].map((log) => timestampOf(log));
const leaf = (facts: Partial<Certificate>, trust = EVERYWHERE) => leafWith({ scts: LOGGED, ...facts }, trust);

/** One letter for each of Chrome, Firefox, Safari and OpenSSL: yes, no, or depends. */
function letters(tls: TlsEvidence): string {
  const words = programVerdicts(tls, Date.parse(SCANNED_AT));
  return words.map(({ accepts }) => (accepts === null ? '?' : accepts ? 'y' : 'n')).join('');
}

test.each<[string, TlsEvidence, string]>([
  ['nothing wrong', leaf({}), 'yyyy'],
  ['the operator’s own root', leaf({ scts: null }, OWN), 'yyyy'],
  ['a root that no list has', leaf({}, anchor('00')), '???y'],
  // Chrome Root Store of Chromium 156: 17 roots of Mozilla are not in it.
  ['not in Chrome', leaf({}, anchor(rootWith(false, true))), 'ny?y'],
  [
    'not in Chrome, and another path that is',
    leaf({}, { ...anchor(rootWith(false, true)), other_anchors: [{ subject: 'CN=B', sha256: rootWith(true, true) }] }),
    'yyyy',
  ],
  // Chrome: "SCTNotAfter" constraints; NSS: CKA_NSS_SERVER_DISTRUST_AFTER. OpenSSL knows no such dates.
  ['after Chrome’s end date', leaf(issuedOn('2026-05-01'), anchor(rootWith('2026-04-14T23:59:59Z', true))), 'nyyy'],
  ['before it', leaf(issuedOn('2026-04-01'), anchor(rootWith('2026-04-14T23:59:59Z', true))), 'yyyy'],
  ['self-signed', leaf({}, { state: 'self_signed', anchor: null }), 'nnnn'],
  ['intermediate not sent', leaf({}, { ...EVERYWHERE, state: 'incomplete' }), 'y?yn'],
  ['a rule of OpenSSL alone', leaf({}, invalid('openssl')), 'yyyn'],
  ['a key identifier of another key', leaf({}, invalid('key_id_differs')), 'yyyn'],
  ['name constraints', leaf({}, invalid('name_constraints')), 'nnnn'],
  ['P-521', leaf({ key: { type: 'EC', bits: 521, curve: 'P-521' } }), 'nyyy'],
  ['Ed25519', leaf({ key: { type: 'Ed25519', bits: null, curve: null } }), 'nnny'],
  ['brainpool', leaf({ key: { type: 'EC', bits: 256, curve: 'brainpoolP256r1' } }), 'nnny'],
  ['RSA 1024', leaf({ key: { type: 'RSA', bits: 1024, curve: null } }), '??nn'],
  ['RSA 512', leaf({ key: { type: 'RSA', bits: 512, curve: null } }), 'nnnn'],
  ['SHA-1', leaf({ signature_hash: 'SHA-1' }), 'nnnn'],
  ['expired', leaf({ not_after: daysFromScan(-1) }), 'nnnn'],
  ['not valid yet', leaf({ not_before: daysFromScan(1) }), 'nnnn'],
  ['another name', leaf({ dns_names: ['other.test'] }), 'nnnn'],
  // Chromium 156, Firefox 153, and OpenSSL and Java for the last one.
  ['its name with a dot at its end', leaf({ dns_names: ['example.test.'] }), 'yn?n'],
  ['a star and more in a label', { ...leaf({ dns_names: ['x*.example.test'] }), host: 'x1.example.test' }, 'nnn?'],
  ['another such name', { ...leaf({ dns_names: ['x*.example.test'] }), host: 'y1.example.test' }, 'nnnn'],
  ['common name only', leaf({ dns_names: [] }), 'nnny'],
  ['marks of an authority', leaf({}, invalid('half_authority')), 'ny?y'],
  ['a form that Chrome does not read', leaf({}, invalid('chrome_form')), 'ny?y'],
  ['a form that Firefox does not read', leaf({}, invalid('firefox_form')), 'yn?y'],
  ['a form that no browser reads', leaf({}, invalid('browser_form')), 'nnn?'],
  ['no DER', leaf({}, invalid('unreadable')), 'nnn?'],
  // OpenSSL verified the chain, and says so.
  [
    'a form that Chrome does not read, and OpenSSL neither',
    leaf({}, { ...invalid('chrome_form'), code: 'UNSPECIFIED' }),
    'ny?n',
  ],
  ['the same after its date', leaf({}, { ...invalid('chrome_form'), code: 'CERT_HAS_EXPIRED' }), 'ny?y'],
  // Firefox 153 takes extensions in version 2, and a certificate with an address of five octets.
  ['extensions in another version', leaf({}, invalid('wrong_version')), 'ny?y'],
  ['an extension that cannot be read', leaf({}, invalid('malformed_extension')), 'n???'],
  ['dates in a form of their own', leaf({}, invalid('misread_dates')), 'nnnn'],
  // X509_check_purpose of OpenSSL takes them, Chrome and Firefox do no more.
  ['for server-gated cryptography', leaf({ extended_key_usage: ['2.16.840.1.113730.4.1'] }), 'nnny'],
  ['for any purpose', leaf({ extended_key_usage: ['2.5.29.37.0'] }), 'ynnn'],
  ['an authority for any purpose', leaf({}, invalid('any_purpose')), 'yn?n'],
  ['a second 60', leaf({}, invalid('leap_second')), 'yn?n'],
  ['a root with a key on brainpool', leaf({}, invalid('root_key')), 'nnny'],
  ['for clients', leaf({ extended_key_usage: ['1.3.6.1.5.5.7.3.2'] }), 'nnnn'],
  // support.apple.com/103769: certificates since July 2019 need the purpose.
  ['no purpose at all', leaf({ extended_key_usage: null }), 'yyny'],
  ['an authority', leaf({ is_ca: true }), 'ynyy'],
  ['an authority, trusted as its own root', leaf({ is_ca: true, self_signed: true }, OWN), 'ynyy'],
  ['a key that may only encrypt', leaf({ key_usage: ['keyEncipherment'] }), 'nyyy'],
  ['a key that may sign certificates only', leaf({ key_usage: ['keyCertSign'] }), 'nnyn'],
  // CA/Browser Forum Baseline Requirements §6.3.2 in Chrome and Safari; 825 days in Safari for everyone.
  ['500 days', leaf({ not_before: daysFromScan(-100), not_after: daysFromScan(400) }), 'nyny'],
  ['500 days, own root', leaf({ not_before: daysFromScan(-100), not_after: daysFromScan(400) }, OWN), 'yyyy'],
  ['900 days, own root', leaf({ not_before: daysFromScan(-100), not_after: daysFromScan(800) }, OWN), 'yyny'],
  ['no timestamps', leaf({ scts: null }), 'nnny'],
  ['timestamps that could not be read', { ...leaf({ scts: null }), delivered_scts: null }, '???y'],
  ['must-staple without a staple', { ...leaf({ must_staple: true }), staple_asked: true }, 'ynyy'],
  ['must-staple and a good one', { ...leaf({ must_staple: true }), staple_asked: true, staple: stapleWith() }, 'yyyy'],
  [
    'must-staple and one that is out of date',
    { ...leaf({ must_staple: true }), staple_asked: true, staple: stapleWith({ next_update: daysFromScan(-1.1) }) },
    'ynyy',
  ],
  ['a staple of another certificate', { ...leaf({}), staple: stapleWith({ fault: 'other_certificate' }) }, 'ynyy'],
  [
    'a staple that is out of date, and a responder',
    { ...leaf({ ocsp_urls: ['http://o.test'] }), staple: stapleWith({ next_update: daysFromScan(-2) }) },
    'y?yy',
  ],
  [
    'must-staple and one of another certificate',
    { ...leaf({ must_staple: true }), staple_asked: true, staple: stapleWith({ fault: 'other_certificate' }) },
    'ynyy',
  ],
  [
    'revoked, as its authority says',
    {
      ...leaf({}),
      revocation: { status: 'revoked', method: 'crl', url: 'http://ca.test/', revoked_at: null, reason: null },
    },
    '???y',
  ],
  ['no verdict on the chain', tlsWith({ chain: { certificates: [certificateWith()], trust: null } }), '????'],
])('%s: Chrome, Firefox, Safari, OpenSSL', (_, tls, expected) => {
  expect(letters(tls)).toBe(expected);
});

test('an intermediate that is not valid yet is refused', () => {
  const next = certificateWith({ sha256: 'ii', is_ca: true, not_before: daysFromScan(1) });
  const sent = [certificateWith({ scts: LOGGED }), next];
  expect(letters(tlsWith({ chain: chainWith(sent, { ...EVERYWHERE, path: ['aa', 'ii'] }) }))).toBe('nnnn');
});

test.each([
  ['Ed25519', { key: { type: 'Ed25519', bits: 256, curve: null } }, {}],
  ['secp256k1', { key: { type: 'EC', bits: 256, curve: 'secp256k1' } }, {}],
  ['a signature by Ed25519', {}, { signature_hash: 'intrinsic' as const, signature_algorithm: 'Ed25519' }],
])('an authority with %s is refused by browsers', (_what, authority, own) => {
  const next = certificateWith({ sha256: 'ii', is_ca: true, ...authority });
  const sent = [certificateWith({ scts: LOGGED, ...own }), next];
  expect(letters(tlsWith({ chain: chainWith(sent, { ...EVERYWHERE, path: ['aa', 'ii'] }) }))).toBe('nnny');
});

test('an expired intermediate is refused, an expired root that is sent along is not', () => {
  const sent = [
    certificateWith({ scts: LOGGED }),
    certificateWith({ sha256: 'ii', is_ca: true, not_after: daysFromScan(-1) }),
  ];
  expect(letters(tlsWith({ chain: chainWith(sent, EVERYWHERE) }))).toBe('nnnn');
  expect(letters(tlsWith({ chain: chainWith(sent, { ...EVERYWHERE, path: ['aa'] }) }))).toBe('yyyy');
});

test('without a certificate there is nothing to say', () => {
  expect(programVerdicts(tlsWith({ chain: { certificates: [], trust: null } }), 0)).toEqual([]);
});

function issuedOn(day: string): Partial<Certificate> {
  const scts = LOGGED.map((one) => ({ ...one, timestamp: `${day}T00:00:00Z` }));
  return { not_before: `${day}T00:00:00Z`, not_after: daysFromScan(30), scts };
}

function invalid(rule: Trust['faults'][number]['rule']): Partial<Trust> {
  return { ...EVERYWHERE, state: 'invalid', faults: [{ rule, certificate: 'CN=X', sentence: 'breaks a rule' }] };
}
