import { expect, test } from 'vitest';
import type { TlsEvidence } from '../../evidence/tls.ts';
import { classesWith, judgedTls, outcomeOf, tlsWith } from '../../../test/tls-evidence.ts';
import check from './cipher-preference.ts';

const GCM = 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256';
const RSA = 'TLS_RSA_WITH_AES_128_CBC_SHA';
const CBC = 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA';
const both = classesWith({ ecdhe_aead: true, static_cbc: true });

const TABLE: [string, Partial<TlsEvidence>, string | null][] = [
  ['best first', { suites: { 'TLS 1.2': [GCM, RSA] }, preference: 'server' }, 'fine'],
  ['weak first', { suites: { 'TLS 1.2': [RSA, GCM] }, preference: 'server', suite_classes: both }, 'weak_first'],
  ['clients choose', { suites: { 'TLS 1.2': [GCM, RSA] }, preference: 'client', suite_classes: both }, 'client'],
  [
    'nothing better',
    { suites: { 'TLS 1.0': [RSA] }, preference: 'server', suite_classes: classesWith({ static_cbc: true }) },
    'fine',
  ],
  ['one suite seen', { suites: { 'TLS 1.2': [RSA] }, preference: null, suite_classes: both }, 'fine'],
  [
    'better unknown',
    { suites: { 'TLS 1.2': [RSA] }, preference: 'server', suite_classes: classesWith({ ecdhe_aead: null }) },
    'unknown',
  ],
  ['TLS 1.3 alone', { suites: { 'TLS 1.3': ['TLS_AES_128_GCM_SHA256'] } }, 'fine'],
  ...[
    ['CBC first', [CBC, GCM], both, 'server', 'http2_refused'],
    ['static RSA first', [RSA, GCM], both, 'server', 'http2_refused'],
    ['static RSA alone', [RSA], classesWith({ static_cbc: true }), null, 'http2_refused'],
    ['GCM first', [GCM, CBC], both, 'server', 'fine'],
    ['the choice of clients', [CBC, GCM], both, 'client', 'client'],
    ['one suite seen', [CBC], both, null, 'fine'],
    ['first what browsers lack', ['TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384', GCM], both, 'server', 'weak_first'],
  ].map(([name, suites, suite_classes, preference, outcome]): (typeof TABLE)[number] => {
    const versions = { ...tlsWith().versions, 'TLS 1.3': false };
    const facts = { alpn: 'h2', versions, suites: { 'TLS 1.2': suites }, suite_classes, preference };
    return [`HTTP/2 with TLS 1.2, ${String(name)}`, facts as Partial<TlsEvidence>, outcome as string];
  }),
  [
    'the same without HTTP/2',
    { alpn: 'http/1.1', versions: { ...tlsWith().versions, 'TLS 1.3': false }, suites: { 'TLS 1.2': [CBC, GCM] }, preference: 'server', suite_classes: both }, // prettier-ignore
    'weak_first',
  ],
  ['nothing seen', { suites: {} }, null],
];
test.each(TABLE)('%s', (_name, facts, outcome) => {
  expect(outcomeOf(check, tlsWith(facts))).toBe(outcome);
});

test('the suites of each version are listed, with whether these are all', () => {
  const tls = tlsWith({
    suites: { 'TLS 1.2': ['TLS_RSA_WITH_AES_128_CBC_SHA'], 'TLS 1.3': ['TLS_AES_128_GCM_SHA256'] },
    suites_complete: { 'TLS 1.2': false, 'TLS 1.3': true },
    preference: 'server',
  });
  expect(judgedTls(check, tls)?.evidence.slice(-2)).toEqual([
    'TLS 1.3: TLS_AES_128_GCM_SHA256',
    'TLS 1.2: TLS_RSA_WITH_AES_128_CBC_SHA (at least these)',
  ]);
});

test('TLS 1.3 alone has no order to judge', () => {
  const tls = tlsWith({ suites: { 'TLS 1.3': ['TLS_AES_128_GCM_SHA256'] } });
  expect(judgedTls(check, tls)).toMatchObject({ outcome: 'fine', note: null });
});
