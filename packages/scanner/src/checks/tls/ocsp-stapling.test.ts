import { expect, test } from 'vitest';
import type { Certificate, Revocation, Staple } from '../../evidence/tls.ts';
import { daysFromScan, judgedTls, leafWith, outcomeOf, stapleWith } from '../../../test/tls-evidence.ts';
import check from './ocsp-stapling.ts';

const responder: Partial<Certificate> = { ocsp_urls: ['http://ocsp.example.test'] };
const must: Partial<Certificate> = { ...responder, must_staple: true };

const TABLE: [string, Partial<Certificate>, Staple | null, string][] = [
  ['no responder, nothing stapled', {}, null, 'no_responder'],
  ['a responder, nothing stapled', responder, null, 'not_stapled'],
  ['must-staple, nothing stapled', must, null, 'required_missing'],
  ['good', responder, stapleWith(), 'good'],
  ['good and required', must, stapleWith(), 'good'],
  ['no next update', responder, stapleWith({ next_update: null }), 'good'],
  ['revoked', responder, stapleWith({ status: 'revoked' }), 'revoked'],
  ['revoked, must-staple', must, stapleWith({ status: 'revoked' }), 'revoked'],
  [
    'revoked, according to someone else',
    responder,
    stapleWith({ status: 'revoked', fault: 'bad_signature' }),
    'unproven',
  ],
  [
    'revoked, but another certificate',
    responder,
    stapleWith({ status: 'revoked', fault: 'other_certificate' }),
    'refused',
  ],
  ['unreadable', responder, stapleWith({ fault: 'unreadable', status: null }), 'refused'],
  ['unknown to the authority', responder, stapleWith({ status: 'unknown' }), 'refused'],
  ['stale', responder, stapleWith({ next_update: daysFromScan(-1) }), 'stale'],
  // Firefox 153: refused after a day, unless the authority's responder has a newer one.
  ['stale, must-staple', must, stapleWith({ next_update: daysFromScan(-1.1) }), 'required_missing'],
  ['stale for two hours, must-staple', must, stapleWith({ next_update: daysFromScan(-0.1) }), 'stale'],
  ['stale, and no responder', {}, stapleWith({ next_update: daysFromScan(-1.1) }), 'refused'],
  ['stale for two hours, and no responder', {}, stapleWith({ next_update: daysFromScan(-0.1) }), 'stale'],
  ['signed by a stranger, and no responder', {}, stapleWith({ fault: 'bad_signature' }), 'refused'],
  // Firefox 153 asks the authority's responder after these, if there is one.
  ['of a signer in another spelling', responder, stapleWith({ fault: 'misspelled_signer' }), 'unproven'],
  ['of a signer in another spelling, and no responder', {}, stapleWith({ fault: 'misspelled_signer' }), 'refused'],
  // It does not read these, and GnuTLS refuses them.
  ['unreadable about another certificate', must, stapleWith({ fault: 'other_unreadable' }), 'unproven'],
  // Firefox 153 asks no one after those.
  ['signed by another key than the named one', responder, stapleWith({ fault: 'wrong_signature' }), 'refused'],
  ['in a form that Firefox does not read', responder, stapleWith({ fault: 'misread', detail: 'x' }), 'refused'],
  ['the same, must-staple', must, stapleWith({ fault: 'misread', detail: 'x' }), 'required_missing'],
  [
    'a responder that is busy',
    responder,
    stapleWith({ fault: 'error_response', detail: 'tryLater', status: null }),
    'unproven',
  ],
  ['a refusal', responder, stapleWith({ fault: 'error_response', detail: 'unauthorized', status: null }), 'refused'],
  ['an extension that no client has', responder, stapleWith({ fault: 'not_understood' }), 'refused'],
  ['no next update, and old', responder, stapleWith({ next_update: null, this_update: daysFromScan(-400) }), 'stale'],
  ['too long, and old', must, stapleWith({ this_update: daysFromScan(-12) }), 'required_missing'],
  ['signed with SHA-1', responder, stapleWith({ fault: 'weak_signature', detail: 'SHA-1' }), 'unproven'],
  ['signed with SHA-1, must-staple', must, stapleWith({ fault: 'weak_signature', detail: 'SHA-1' }), 'unproven'],
  ['signed with MD5', responder, stapleWith({ fault: 'weak_signature', detail: 'MD5' }), 'refused'],
  ['an error, must-staple', must, stapleWith({ fault: 'error_response', status: null }), 'required_missing'],
  ['of an issuer that is not sent', responder, stapleWith({ fault: 'issuer_unknown' }), 'unknown'],
  ['of an issuer that is not sent, must-staple', must, stapleWith({ fault: 'issuer_unknown' }), 'unknown'],
  ['from the future', responder, stapleWith({ this_update: daysFromScan(1) }), 'stale'],
];
test.each(TABLE)('%s', (_name, facts, staple, outcome) => {
  expect(outcomeOf(check, { ...leafWith(facts), staple })).toBe(outcome);
});

test('a revocation that is not proven costs as its staple does', () => {
  const judge = (staple: Staple) => judgedTls(check, { ...leafWith(responder), staple });
  expect(judge(stapleWith({ status: 'revoked', revoked_at: '2026-11-01T00:00:00.000Z' }))).toMatchObject({
    cap: 49,
    evidence: ['revoked at 2026-11-01T00:00:00.000Z'],
  });
  expect(judge(stapleWith({ status: 'revoked', fault: 'bad_signature' }))).toMatchObject({
    cap: null,
    deduction: 3,
  });
});

test('where nothing is stapled, what the authority says counts', () => {
  const said = (facts: Partial<Revocation>, leaf = responder) =>
    judgedTls(check, {
      ...leafWith(leaf),
      revocation: { status: 'good', method: 'crl', url: 'http://crl.test/1', revoked_at: null, reason: null, ...facts },
    });
  expect(said({})).toMatchObject({ outcome: 'asked', evidence: ['not revoked, according to http://crl.test/1'] });
  expect(said({ status: 'revoked', revoked_at: '2026-11-01T00:00:00.000Z' })).toMatchObject({
    outcome: 'revoked',
    cap: 49,
    evidence: ['revoked at 2026-11-01T00:00:00.000Z, according to http://crl.test/1'],
  });
  expect(said({ status: 'unknown', reason: 'answered 500' })).toMatchObject({
    outcome: 'not_stapled',
    evidence: ['http://ocsp.example.test', 'no status from http://crl.test/1: answered 500'],
  });
  expect(said({}, must)).toMatchObject({ outcome: 'required_missing' });
});

test('a staple says nothing of the intermediate certificates', () => {
  const by = { method: 'crl', url: 'http://crl.test/r', revoked_at: '2026-11-01T00:00:00.000Z', reason: null } as const;
  const authority = { ...by, status: 'revoked', subject: 'Issuer', revoked_for: 'cACompromise' } as const;
  expect(
    judgedTls(check, { ...leafWith(responder), staple: stapleWith(), revoked_authority: authority }),
  ).toMatchObject({
    outcome: 'authority_revoked',
    cap: 49,
    evidence: ['Issuer: revoked at 2026-11-01T00:00:00.000Z (cACompromise), according to http://crl.test/r'],
  });
});

test('who refuses a staple is said of each kind', () => {
  const note = (fault: Staple['fault']) =>
    judgedTls(check, { ...leafWith(responder), staple: stapleWith({ fault }) })?.note;
  expect(note('bad_signature')).toContain('does not prove');
  expect(note('misspelled_signer')).toContain('Other browsers accept');
  expect(note('other_unreadable')).toContain('Browsers do not read');
});

test('not asked, not judged', () => {
  expect(outcomeOf(check, { ...leafWith(responder), staple_asked: false })).toBe('unknown');
});
