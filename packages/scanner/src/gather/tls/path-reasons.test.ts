import { der, distinguishedName, EXTENSION, ia5, sequence } from '@palisade/lab/tls/raw-certificate';
import { expect, it } from 'vitest';
import {
  address,
  build,
  CLIENT_AUTH,
  cn,
  dns,
  leafPlus,
  plus,
  SERVER_AUTH,
  verdict,
  without,
  type Chain,
} from '../../../test/built-chain.ts';
import { openSslAccepts } from '../../../test/openssl-verify.ts';

const email = (text: string) => ia5(0x81, text);
const names = (...list: Buffer[]) => ({ oid: '2.5.29.17', value: sequence(...list) });
const ANY_ADDRESS = address(...Array.from({ length: 32 }, () => 0));
/** PolicyConstraints with requireExplicitPolicy. */
const policyWanted = (skip: number) => ({
  oid: '2.5.29.36',
  critical: true,
  value: sequence(der(0x80, Buffer.from([skip]))),
});

/** [what, chain, the rule it breaks or null, words of the sentence, whether OpenSSL says otherwise] */
const CASES: [string, Chain, string | null, string?, boolean?][] = [
  [
    'an email address of the subject outside',
    {
      upper: { extensions: plus(EXTENSION.nameConstraints([], [email('shop.test')])) },
      leaf: { subject: distinguishedName({ CN: 'shop', '1.2.840.113549.1.9.1': 'a+b@SHOP.test' }) },
    },
    'openssl',
    'may not issue for shop.test (name constraints), but “CN=shop” is for a+b@shop.test in its subject: OpenSSL refuses it',
  ],
  [
    'a common name outside, where there is no DNS name',
    {
      upper: { extensions: plus(EXTENSION.nameConstraints([dns('example.com')])) },
      leaf: { extensions: without('2.5.29.17', leafPlus()) },
    },
    'name_constraints',
    'is for shop.test',
  ],
  [
    'a common name outside, next to a DNS name',
    {
      upper: { extensions: plus(EXTENSION.nameConstraints([dns('shop.test')])) },
      leaf: { subject: cn('example.com') },
    },
    null,
  ],
  [
    'networks in the words of administrators',
    {
      upper: { extensions: plus(EXTENSION.nameConstraints([address(10, 0, 0, 0, 255, 128, 0, 0), ANY_ADDRESS])) },
      leaf: { extensions: [names(dns('shop.test'), address(127, 0, 0, 1))] },
    },
    'name_constraints',
    'may issue only for 10.0.0.0/9, ::/0 (name constraints), but “CN=shop.test” is for 127.0.0.1',
  ],
  [
    'no hostname at all',
    { upper: { extensions: plus(EXTENSION.nameConstraints([], [dns('')])) } },
    'name_constraints',
    'may not issue for any hostname',
  ],
  [
    'a root for clients',
    { root: { extensions: plus(EXTENSION.purposes(CLIENT_AUTH)) } },
    'wrong_purpose',
    '“CN=Root” may not issue for servers (its extended key usage lacks',
  ],
  [
    'a root for any purpose',
    { root: { extensions: plus(EXTENSION.purposes('2.5.29.37.0')) } },
    'any_purpose',
    '“CN=Root” may issue for any purpose, but not expressly for servers',
  ],
  // Chromium 156 takes it; Firefox 153 says SEC_ERROR_CA_CERT_INVALID.
  [
    'a root of version 3 that does not say that it is one',
    { root: { extensions: [EXTENSION.keyUsage(5, 6)] } },
    'firefox_form',
    '“CN=Root” is a root without basicConstraints: Firefox refuses it',
    true,
  ],
  // Chromium 156 and Firefox 153 hold an operator's own root to its purposes.
  [
    'a root for server-gated cryptography',
    { root: { extensions: plus(EXTENSION.purposes('2.16.840.1.113730.4.1')) } },
    'wrong_purpose',
    'may not issue for servers',
    true,
  ],
  ['a root for servers', { root: { extensions: plus(EXTENSION.purposes(SERVER_AUTH, CLIENT_AUTH)) } }, null],
  [
    'a policy required by one authority, and named',
    { lower: { extensions: plus(policyWanted(0)) } },
    'policies',
    'but “CN=Lower” requires one (policyConstraints)',
    true,
  ],
  [
    'policy constraints without any',
    { lower: { extensions: plus({ oid: '2.5.29.36', critical: true, value: sequence() }) } },
    'chrome_form',
    'policyConstraints',
    true,
  ],
  [
    'a negative count of policies',
    { lower: { extensions: plus({ oid: '2.5.29.54', critical: true, value: der(2, Buffer.from([0x80])) }) } },
    'chrome_form',
    'inhibitAnyPolicy',
    true,
  ],
  [
    'a critical extension of OCSP responders',
    { leaf: { extensions: leafPlus({ oid: '1.3.6.1.5.5.7.48.1.5', critical: true, value: Buffer.from([5, 0]) }) } },
    'needless_critical',
    'OCSP no check',
    true,
  ],
];

it.each(CASES)('names the certificate and the field: %s', async (_what, chain, rule, words = '', differs = false) => {
  const built = build(chain);
  const trust = verdict(built);
  expect(trust?.faults[0]?.rule ?? null).toBe(rule);
  expect(trust?.faults[0]?.sentence ?? '').toContain(words);
  const [leaf, ...above] = built.sent.map(({ pem }) => pem);
  const peer = await openSslAccepts(built.root.pem, above, [leaf ?? '']);
  if (peer) expect(peer).toEqual([(rule === null) !== differs]);
});
