import { der, ia5, oid, sequence, type RawExtension } from '@palisade/lab/tls/raw-certificate';
import { expect, it } from 'vitest';
import { build, dns, leafPlus, plus, verdict, type Chain } from '../../../test/built-chain.ts';
import { openSslAccepts } from '../../../test/openssl-verify.ts';

const [CPS, DV] = [oid('1.3.6.1.5.5.7.2.1'), oid('2.23.140.1.2.1')];
const policies = (...list: Buffer[]): RawExtension => ({ oid: '2.5.29.32', value: sequence(...list) });
const named = (tag: number, text: string): Buffer =>
  sequence(der(0x31, sequence(oid('2.5.4.3'), der(tag, Buffer.from(text)))));
/** Superfluous octets at the end of the identifier for servers. */
const SERVERS = Buffer.from('06092b06010505070301ff', 'hex');
const constraints = (...content: Buffer[]): Chain => ({
  upper: { extensions: plus({ oid: '2.5.29.30', critical: true, value: sequence(...content) }) },
});
const PERMITTED = sequence(dns('shop.test'));

/** Tried with Chromium 156: [what, chain, rule or null, OpenSSL accepts it] */
it.each<[string, Chain, string | null, boolean]>([
  ['a version of two octets', { leaf: { version: 0x2002 } }, 'browser_form', true],
  ['the issuer’s name as TeletexString', { leaf: { issuerName: named(0x14, 'Lower') } }, 'browser_form', true],
  ['the issuer’s name as PrintableString', { leaf: { issuerName: named(0x13, 'LOWER ') } }, 'firefox_form', true],
  ['a policy without octets', { leaf: { extensions: leafPlus(policies(sequence(der(0x06)))) } }, null, true],
  [
    'a qualifier of a policy that is no sequence',
    { leaf: { extensions: leafPlus(policies(sequence(DV, sequence(der(0x31, CPS, ia5(0x16, 'http://a/')))))) } },
    'chrome_form',
    true,
  ],
  [
    'an authority for a purpose that is nearly “for servers”',
    { lower: { extensions: plus({ oid: '2.5.29.37', value: sequence(SERVERS) }) } },
    'wrong_purpose',
    false,
  ],
  ['name constraints', constraints(der(0xa0, PERMITTED)), null, true],
  ['something after name constraints', constraints(der(0xa0, PERMITTED), der(0x05)), 'malformed_extension', false],
  ['a subtree that is no sequence', constraints(der(0xa0, der(0x0c, dns('shop.test')))), 'malformed_extension', false],
])('%s', async (_what, chain, rule, openSsl) => {
  const built = build(chain);
  expect(verdict(built)?.faults[0]?.rule ?? null).toBe(rule);
  const [leaf, ...above] = built.sent;
  const pems = above.map(({ pem }) => pem);
  const peer = await openSslAccepts(built.root.pem, pems, [leaf?.pem ?? '']);
  if (peer) expect(peer).toEqual([openSsl]);
});
