import { expect, test } from 'vitest';
import type { TlsEvidence } from '../../evidence/tls.ts';
import { classesWith, judgedTls, outcomeOf, tlsWith } from '../../../test/tls-evidence.ts';
import check from './key-exchange.ts';

const TABLE: [Partial<TlsEvidence>, string | null][] = [
  [{}, 'strong'],
  [{ dh_bits: 2048 }, 'strong'],
  [{ dh_bits: 2047 }, 'short_prime'],
  [{ dh_bits: 1024 }, 'short_prime'],
  [{ dh_bits: 1023 }, 'broken_prime'],
  [{ dh_bits: 2048, dh_composite: false }, 'strong'],
  [{ dh_bits: 2048, dh_composite: true }, 'composite_modulus'],
  [{ dh_bits: 1024, dh_composite: true }, 'composite_modulus'],
  [{ dh_bits: 512, dh_composite: true }, 'broken_prime'],
  [{ weak_group: { offered: true, group: 'secp192r1' } }, 'weak_curve'],
  [{ weak_group: { offered: false, group: null } }, 'strong'],
  [{ groups: {} }, null],
  // RFC 9155 §3 and §4: neither hash in ServerKeyExchange.
  [{ signature_list: [{ version: 'TLS 1.2', kind: 'sha1', offered: true }] }, 'weak_signature'],
  [{ signature_list: [{ version: 'TLS 1.2', kind: 'sha1', offered: false }] }, 'strong'],
  [{ signature_list: [{ version: 'TLS 1.2', kind: 'sha1', offered: null }] }, 'strong'],
  [{ dh_bits: 1024, signature_list: [{ version: 'TLS 1.2', kind: 'sha1', offered: true }] }, 'short_prime'],
];
test.each(TABLE)('%o: %s', (facts, outcome) => {
  expect(outcomeOf(check, tlsWith(facts))).toBe(outcome);
});

test('signatures that Chrome refuses keep it out, unless there are others or another way', () => {
  const { versions } = tlsWith();
  const judge = (
    kind: 'ecdsa_sha512' | 'sha224' | 'sha1',
    more: Partial<TlsEvidence> = {},
    ecdsa: boolean | null = false,
  ) =>
    judgedTls(
      check,
      tlsWith({
        versions: { ...versions, 'TLS 1.3': false },
        suite_classes: classesWith({ ecdhe_aead: true }),
        signature_list: [
          { version: 'TLS 1.2', kind, offered: true },
          { version: 'TLS 1.2', kind: 'ecdsa', offered: ecdsa },
          { version: 'TLS 1.2', kind: 'rsa', offered: false },
        ],
        ...more,
      }),
    );
  expect(judge('ecdsa_sha512')).toMatchObject({ outcome: 'refused_signature', cap: 49, evidence: ['TLS 1.2: the server signs with ECDSA and SHA-512, which Chrome, Edge and Safari refuse'] }); // prettier-ignore
  expect(judge('sha224')?.outcome).toBe('refused_signature');
  expect(judge('sha1')?.outcome).toBe('refused_signature');
  for (const asked of [true, null]) expect(judge('ecdsa_sha512', {}, asked)?.outcome).toBe('strong');
  const past: Partial<TlsEvidence>[] = [
    { versions: { ...versions, 'TLS 1.3': true } },
    { versions: { ...versions, 'TLS 1.3': null } },
    { suite_classes: classesWith({ ecdhe_aead: true, static_aead: true }) },
    { suite_classes: classesWith({ ecdhe_aead: true, static_cbc: null }) },
  ];
  for (const more of past) expect(judge('ecdsa_sha512', more)?.outcome).toBe('strong');
});

test('SHA-1 alone is what current clients get, unless there is TLS 1.3', () => {
  const offered = (kind: 'ecdsa' | 'rsa' | 'eddsa' | 'sha1') => ({ version: 'TLS 1.2' as const, kind, offered: kind === 'sha1' }); // prettier-ignore
  const signature_list = [offered('sha1'), offered('rsa'), offered('ecdsa'), offered('eddsa')];
  const { versions } = tlsWith();
  const judge = (tls13: boolean) => judgedTls(check, tlsWith({ signature_list, suite_classes: classesWith({ static_cbc: true }), versions: { ...versions, 'TLS 1.3': tls13 } })); // prettier-ignore
  expect(judge(false)).toMatchObject({ outcome: 'weak_signature', note: expect.stringContaining('Chrome, Edge') });
  expect(judge(true)).toMatchObject({ outcome: 'weak_signature', note: expect.stringContaining('get SHA-256') });
});

test('a prime that was never seen is not called strong, and what was not asked is said', () => {
  const classes = (facts: Parameters<typeof classesWith>[0]) => ({
    suite_classes: classesWith({ tls13: true, ...facts }),
  });
  expect(outcomeOf(check, tlsWith(classes({ dhe_cbc: true })))).toBe('unknown');
  expect(outcomeOf(check, tlsWith({ ...classes({ dhe_cbc: true }), dh_bits: 2048 }))).toBe('strong');
  const note = (facts: Partial<TlsEvidence>) => judgedTls(check, tlsWith(facts))?.note;
  const sha1 = (offered: boolean | null) => ({ signature_list: [{ version: 'TLS 1.2' as const, kind: 'sha1' as const, offered }] }); // prettier-ignore
  const noWeakGroup = { weak_group: { offered: false, group: null } };
  expect(note({})).toContain('Not tested: curves below 224 bits, signatures with SHA-1 or MD5.');
  // A slow server was never asked.
  expect(note({ ...noWeakGroup, ...sha1(null) })).toContain('Not tested: signatures with SHA-1 or MD5.');
  expect(note({ ...noWeakGroup, ...sha1(false) })).toBeNull();
  expect(note(classes({}))).toBeNull();
});

test('weighs and names', () => {
  expect(judgedTls(check, tlsWith({ dh_bits: 512 }))).toMatchObject({ severity: 'critical', cap: 49 });
  expect(judgedTls(check, tlsWith({ dh_bits: 1024 }))).toMatchObject({
    severity: 'important',
    cap: 79,
    evidence: ['1024-bit Diffie-Hellman prime'],
  });
});
