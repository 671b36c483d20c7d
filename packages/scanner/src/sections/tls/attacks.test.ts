import { expect, it } from 'vitest';
import { classesWith, tlsWith } from '../../../test/tls-evidence.ts';
import type { TlsEvidence } from '../../evidence/tls.ts';
import { attacksOn } from './attacks.ts';

const stateOf = (name: string, tls: Partial<TlsEvidence>) =>
  attacksOn(tlsWith(tls)).find((one) => one.name === name)?.state;
const { versions } = tlsWith();

it.each<[string, Partial<TlsEvidence>, string]>([
  ['DROWN', {}, 'not_exposed'],
  ['DROWN', { versions: { ...versions, SSLv2: true } }, 'exposed'],
  ['DROWN', { versions: { ...versions, SSLv2: null } }, 'unknown'],
  ['POODLE', { versions: { ...versions, SSLv3: true } }, 'exposed'],
  ['FREAK', { suite_classes: classesWith({ export: true }) }, 'exposed'],
  ['LOGJAM', {}, 'not_exposed'],
  ['LOGJAM', { dh_bits: 1024 }, 'exposed'],
  ['LOGJAM', { dh_bits: 2048 }, 'not_exposed'],
  ['LOGJAM', { suite_classes: classesWith({ dhe_aead: true }) }, 'unknown'],
  ['SWEET32', { suite_classes: classesWith({ block64: true }) }, 'exposed'],
  ['BEAST', { versions: { ...versions, 'TLS 1.0': true }, suite_classes: classesWith({ ecdhe_cbc: true }) }, 'exposed'],
  ['BEAST', { suite_classes: classesWith({ ecdhe_cbc: true }) }, 'not_exposed'],
  ['CRIME', { compression: true }, 'exposed'],
  ['ROBOT', {}, 'not_exposed'],
  ['ROBOT', { suite_classes: classesWith({ static_cbc: true }) }, 'not_tested'],
  ['Heartbleed', {}, 'not_tested'],
])('%s of %o: %s', (name, tls, state) => {
  expect(stateOf(name, tls)).toBe(state);
});
