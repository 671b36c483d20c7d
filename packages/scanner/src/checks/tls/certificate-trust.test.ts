import { expect, test } from 'vitest';
import { ROOT_PROGRAMS } from '../../data/root-programs.ts';
import { TRUST_STATES } from '../../evidence/tls.ts';
import { chainWith, judgedTls, leafWith, outcomeOf, tlsWith } from '../../../test/tls-evidence.ts';
import key from './certificate-key.ts';
import check from './certificate-trust.ts';
import twin from './second-certificate.ts';

const EXPECTED: Record<(typeof TRUST_STATES)[number], [string, number | null]> = {
  trusted: ['trusted', null],
  self_signed: ['self_signed', 49],
  untrusted_root: ['untrusted_root', 49],
  unknown_issuer: ['unknown_issuer', 49],
  invalid: ['invalid', 49],
  incomplete: ['incomplete', 79],
  issuer_unreachable: ['unreachable_issuer', 49],
};

test.each(TRUST_STATES)('%s', (state) => {
  const [outcome, cap] = EXPECTED[state];
  expect(judgedTls(check, leafWith({}, { state, issuer: 'CN=Some Authority' }))).toMatchObject({ outcome, cap });
});

test('a certificate that only OpenSSL can read is refused, whatever else is not known of it', () => {
  const fault = { rule: 'unreadable' as const, certificate: '(unreadable)', sentence: 'it is not written in DER' };
  const tls = tlsWith({ chain: chainWith([], { state: 'invalid', anchor: null, path: [], faults: [fault] }) });
  expect(judgedTls(check, tls)).toMatchObject({ outcome: 'invalid', cap: 49, evidence: [fault.sentence] });
  expect(judgedTls(key, tls)).toMatchObject({ status: 'unknown' });
  const second = tlsWith({ second_chain: tls.chain });
  expect(judgedTls(twin, second)).toMatchObject({ outcome: 'refused', evidence: [fault.sentence] });
});

test('names the missing certificate and says how to send it', () => {
  const verdict = judgedTls(check, leafWith({}, { state: 'incomplete', anchor: null, issuer: 'CN=R11, O=Example' }));
  expect(verdict?.evidence).toEqual(['missing: CN=R11, O=Example']);
  expect(verdict?.fix).toContain('ssl_certificate REPLACE_WITH_PATH/fullchain.pem;');
});

test('an authority with the right name and another key is reported as such', () => {
  const fault = { rule: 'wrong_signature' as const, certificate: 'CN=a.test', sentence: 'the key did not sign' };
  const tls = leafWith({}, { state: 'unknown_issuer', anchor: null, issuer: 'CN=R11', faults: [fault] });
  expect(judgedTls(check, tls)?.evidence).toEqual(['missing: CN=R11', 'the key did not sign']);
});

test('an authority that cannot be fetched: every address that was tried, and why it failed', () => {
  const unfetched = [{ url: 'http://ca.test/a.crt', reason: 'answered 404' }];
  const trust = { state: 'issuer_unreachable', anchor: null, issuer: 'CN=Company CA', unfetched } as const;
  expect(judgedTls(check, leafWith({}, trust))).toMatchObject({
    outcome: 'unreachable_issuer',
    evidence: ['missing: CN=Company CA', 'could not fetch http://ca.test/a.crt: answered 404'],
  });
});

test('what was not verified is not judged', () => {
  const { chain } = tlsWith();
  expect(outcomeOf(check, tlsWith({ chain: { ...chain, trust: null } }))).toBe('unknown');
  expect(outcomeOf(check, tlsWith({ chain: { certificates: [], trust: null } }))).toBe('unknown');
});

// Chrome Root Store of Chromium 156 (2026-11-02) and NSS of 2026-05-01.
test('a root of Mozilla that Chrome does not have is refused by its visitors', () => {
  const sha256 = [...ROOT_PROGRAMS].find(([, { chrome, mozilla }]) => chrome === false && mozilla === true)?.[0] ?? '';
  const anchor = { subject: 'CN=Root', sha256, public: true };
  expect(judgedTls(check, leafWith({}, { anchor }))).toMatchObject({
    outcome: 'refused_by_some',
    evidence: ['root: CN=Root', expect.stringMatching(/^Chrome: the root .+ is not in its list$/u) as string],
    cap: 49,
  });
});
