import { expect, it } from 'vitest';
import { classesWith, tlsWith } from '../../../test/tls-evidence.ts';
import type { TlsEvidence } from '../../evidence/tls.ts';
import { attacksOn } from './attacks.ts';

const stateOf = (name: string, tls: Partial<TlsEvidence>) =>
  attacksOn(tlsWith(tls)).find((one) => one.name === name)?.state;
const { versions } = tlsWith();

type Old = 'SSLv3' | 'TLS 1.0';

/** That version, with this suite alone. */
function old(version: Old, suite: string): Partial<TlsEvidence> {
  const { suites, suites_complete: complete } = tlsWith();
  return {
    versions: { ...versions, [version]: true },
    suites: { ...suites, [version]: [suite] },
    suites_complete: { ...complete, [version]: true },
  };
}

const exporting = (suite: string): Partial<TlsEvidence> => {
  const found = old('TLS 1.0', suite);
  const complete = { 'TLS 1.0': true, 'TLS 1.2': true };
  return { ...found, suites_complete: complete, suite_classes: classesWith({ export: true }) };
};

const listed = (suite: string): Partial<TlsEvidence> => ({
  suites: { 'TLS 1.2': [suite] },
  suites_complete: { 'TLS 1.2': true },
});

/** The list may be incomplete. */
function cut(version: Old | 'TLS 1.2', classes: Partial<TlsEvidence['suite_classes']>): Partial<TlsEvidence> {
  return { suites_complete: { [version]: false }, suite_classes: classesWith(classes) };
}

const ONLY_TLS13: Partial<TlsEvidence> = { versions: { ...versions, 'TLS 1.2': false } };

it.each<[string, Partial<TlsEvidence>, string]>([
  ['DROWN', {}, 'not_exposed'],
  ['DROWN', { versions: { ...versions, SSLv2: true } }, 'exposed'],
  ['DROWN', { versions: { ...versions, SSLv2: null } }, 'unknown'],
  ['POODLE', old('SSLv3', 'TLS_RSA_WITH_3DES_EDE_CBC_SHA'), 'exposed'],
  ['POODLE', old('SSLv3', 'TLS_RSA_WITH_RC4_128_SHA'), 'not_exposed'],
  ['POODLE', { ...old('SSLv3', 'TLS_RSA_WITH_RC4_128_SHA'), ...cut('SSLv3', { static_cbc: true }) }, 'exposed'],
  ['FREAK', exporting('TLS_RSA_EXPORT_WITH_RC4_40_MD5'), 'exposed'],
  ['FREAK', exporting('TLS_DHE_RSA_EXPORT_WITH_DES40_CBC_SHA'), 'not_exposed'],
  ['FREAK', { ...exporting('TLS_DHE_RSA_EXPORT_WITH_DES40_CBC_SHA'), ...cut('TLS 1.0', { export: true }) }, 'unknown'],
  ['LOGJAM', exporting('TLS_DHE_RSA_EXPORT_WITH_DES40_CBC_SHA'), 'exposed'],
  ['LOGJAM', exporting('TLS_RSA_EXPORT_WITH_RC4_40_MD5'), 'not_exposed'],
  ['LOGJAM', {}, 'not_exposed'],
  ['LOGJAM', { dh_bits: 1024 }, 'exposed'],
  ['LOGJAM', { dh_bits: 1025 }, 'not_exposed'],
  ['LOGJAM', { suite_classes: classesWith({ dhe_aead: true }) }, 'unknown'],
  ['SWEET32', { suite_classes: classesWith({ block64: true }) }, 'exposed'],
  ['SWEET32', { suite_classes: classesWith({ des: true }) }, 'exposed'],
  ['BEAST', old('TLS 1.0', 'TLS_RSA_WITH_3DES_EDE_CBC_SHA'), 'exposed'],
  ['BEAST', old('TLS 1.0', 'TLS_RSA_WITH_RC4_128_SHA'), 'not_exposed'],
  ['BEAST', { versions: { ...versions, 'TLS 1.0': true }, suite_classes: classesWith({ ecdhe_cbc: true }) }, 'exposed'],
  ['BEAST', { suite_classes: classesWith({ ecdhe_cbc: true }) }, 'not_exposed'],
  ['CRIME', { compression: true }, 'exposed'],
  ['CRIME', { compression: null }, 'unknown'],
  ['CRIME', { ...ONLY_TLS13, compression: null }, 'not_exposed'],
  ['Insecure renegotiation', { secure_renegotiation: null }, 'unknown'],
  ['Insecure renegotiation', { ...ONLY_TLS13, secure_renegotiation: null }, 'not_exposed'],
  ['ROBOT', {}, 'not_exposed'],
  // Static RSA is also with ciphers that are in classes of their own.
  ['ROBOT', old('TLS 1.0', 'TLS_RSA_WITH_3DES_EDE_CBC_SHA'), 'not_tested'],
  ['ROBOT', old('TLS 1.0', 'TLS_RSA_WITH_RC4_128_SHA'), 'not_tested'],
  ['ROBOT', old('TLS 1.0', 'TLS_RSA_EXPORT_WITH_RC4_40_MD5'), 'not_tested'],
  ['ROBOT', cut('TLS 1.2', { block64: true }), 'unknown'],
  [
    'ROBOT',
    { ...listed('TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA'), suite_classes: classesWith({ block64: true }) },
    'not_exposed',
  ],
  ['SWEET32', exporting('TLS_RSA_EXPORT_WITH_DES40_CBC_SHA'), 'exposed'],
  ['SWEET32', exporting('TLS_RSA_EXPORT_WITH_RC4_40_MD5'), 'not_exposed'],
  ['SWEET32', cut('TLS 1.2', { anon: true }), 'unknown'],
  ['RC4 biases', exporting('TLS_RSA_EXPORT_WITH_RC4_40_MD5'), 'exposed'],
  ['RC4 biases', exporting('TLS_RSA_EXPORT_WITH_DES40_CBC_SHA'), 'not_exposed'],
  ['RC4 biases', { suite_classes: classesWith({ rc4: null }) }, 'unknown'],
  ['ROBOT', { suite_classes: classesWith({ static_cbc: true }) }, 'not_tested'],
  ['ROBOT', { suite_classes: classesWith({ static_cbc: null }) }, 'unknown'],
  ['Heartbleed', {}, 'not_tested'],
])('%s of %o: %s', (name, tls, state) => {
  expect(stateOf(name, tls)).toBe(state);
});
