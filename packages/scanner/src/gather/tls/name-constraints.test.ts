import {
  authorityExtensions,
  der,
  distinguishedName,
  EXTENSION,
  ia5,
  issueRaw,
  oid,
  sequence,
  type RawRequest,
} from '@palisade/lab/tls/raw-certificate';
import { expect, it } from 'vitest';
import { address, build, cn, dns, keys, leafPlus, plus, verdict, without } from '../../../test/built-chain.ts';
import { openSslAccepts } from '../../../test/openssl-verify.ts';

const mail = (text: string): Buffer => ia5(0x81, text);
const uri = (text: string): Buffer => ia5(0x86, text);
const directory = (parts: Record<string, string>): Buffer => der(0xa4, distinguishedName(parts));
/** O=Shop in this kind of text. */
const directoryOf = (tag: number): Buffer => {
  const text = Buffer.from(tag === 0x1e ? '\0S\0h\0o\0p' : 'Shop');
  return der(0xa4, sequence(der(0x31, sequence(oid('2.5.4.10'), der(tag, text)))));
};
const registered = (last: number): Buffer => der(0x88, Buffer.from([0x2a, last]));
const OTHER = der(0xa0, oid('1.3.6.1.4.1.311.20.2.3'), der(0xa0, der(0x0c, Buffer.from('x@y'))));
const names = (...list: Buffer[]) => ({ oid: '2.5.29.17', critical: true, value: sequence(...list) });
const S = dns('shop.test');
const withNames = (...list: Buffer[]) => ({ extensions: [...without('2.5.29.17', leafPlus()), names(...list)] });
const X = { CN: 'x' };
const octets = (count: number, octet: number): number[] => Array.from({ length: count }, () => octet);

const BASES: Record<string, Buffer> = {
  'dns test': dns('test'),
  'dns .test': dns('.test'),
  'dns of everything': dns(''),
  'dns SHOP.TEST': dns('SHOP.TEST'),
  'dns *.test': dns('*.test'),
  'dns a.shop.test': dns('a.shop.test'),
  'mail shop.test': mail('shop.test'),
  'mail .test': mail('.test'),
  'mail a@shop.test': mail('a@shop.test'),
  'mail A@shop.test': mail('A@shop.test'),
  'uri shop.test': uri('shop.test'),
  'uri .test': uri('.test'),
  'a network': address(10, 0, 0, 0, 255, 0, 0, 0),
  'all addresses': address(...octets(8, 0)),
  'one address': address(10, 1, 2, 3, 255, 255, 255, 255),
  'a network of IPv6': address(...octets(16, 0x20), 255, 255, ...octets(14, 0)),
  'an organization': directory({ O: 'Shop' }),
  'the same with spaces': directory({ O: ' shop  ' }),
  'every directory name': directory({}),
  'a country': directory({ C: 'DE' }),
  'a registered ID': registered(3),
  'another name': OTHER,
};

const LEAVES: Record<string, [Record<string, string>, Buffer[]]> = {
  plain: [{ CN: 'shop.test' }, [S]],
  'in capitals': [X, [dns('SHOP.test')]],
  'below it': [X, [dns('a.shop.test')]],
  'a star': [X, [dns('*.shop.test')]],
  'with a mailbox': [X, [S, mail('a@SHOP.test')]],
  'with one elsewhere': [X, [S, mail('a@b.test')]],
  'with a URI': [X, [S, uri('https://shop.test/x')]],
  'with one elsewhere, and a port': [X, [S, uri('https://b.test:8443/')]],
  'with an address': [X, [S, address(10, 1, 2, 3)]],
  'with an address elsewhere': [X, [S, address(11, 1, 2, 3)]],
  'with one of IPv6': [X, [S, address(...octets(16, 0x20))]],
  'of the organization': [{ O: 'Shop', CN: 'x' }, [S]],
  'of it in capitals': [{ O: 'SHOP', CN: 'x' }, [S]],
  'of it in a country': [{ C: 'DE', O: 'Shop' }, [S]],
  'of another': [{ O: 'Other' }, [S]],
  'of none': [{}, [S]],
  'with a directory name': [X, [S, directory({ O: 'Shop' })]],
  'with another directory name': [X, [S, directory({ O: 'No' })]],
  'with a registered ID': [X, [S, registered(4)]],
  'with another name': [X, [S, OTHER]],
};

it(
  'constraints of each kind, permitted and excluded, mean what they mean to OpenSSL',
  { timeout: 120_000 },
  async () => {
    const top = issueRaw({ subject: cn('Root'), keys: keys(), extensions: authorityExtensions() });
    const leafKeys = keys();
    const differences: string[] = [];
    let compared = 0;
    for (const [what, base] of Object.entries(BASES)) {
      for (const excluded of [false, true]) {
        const constraint = excluded ? EXTENSION.nameConstraints([], [base]) : EXTENSION.nameConstraints([base]);
        const authority = issueRaw({
          subject: cn('Authority'),
          keys: keys(),
          issuer: top,
          extensions: plus(constraint),
        });
        const leaves = Object.values(LEAVES).map(([subject, list]) => {
          const extensions = [...without('2.5.29.17', leafPlus()), names(...list)];
          return issueRaw({ subject: distinguishedName(subject), keys: leafKeys, issuer: authority, extensions });
        });
        const pems = leaves.map(({ pem }) => pem);
        const peer = await openSslAccepts(top.pem, [authority.pem], pems);
        if (!peer) return;
        for (const [at, leaf] of leaves.entries()) {
          compared += 1;
          const faults = verdict({ root: top, sent: [leaf, authority] })?.faults ?? [];
          // The table below has what only browsers reject.
          const isTaken = faults.every(({ rule }) => rule === 'firefox_form' || rule === 'browser_form');
          const who = Object.keys(LEAVES)[at];
          if (isTaken !== peer[at]) differences.push(`${excluded ? 'not ' : ''}${what}: ${who}: ${isTaken}`);
        }
      }
    }
    expect(compared).toBe(880);
    expect(differences).toEqual([]);
  },
);

// mozilla::pkix, pkixnames.cpp; for URIs BoringSSL, pki/name_constraints.cc, too. OpenSSL accepts all of these.
it.each<[string, [permitted: Buffer[], excluded: Buffer[]], Partial<RawRequest>, string | null]>([
  ['an excluded directory name', [[], [directory({ O: 'Other' })]], {}, 'firefox_form'],
  ['every directory name excluded, and a subject', [[], [directory({})]], {}, 'name_constraints'],
  [
    'a permitted directory name, and no subject',
    [[directory({ O: 'Shop' })], []],
    { subject: distinguishedName({}), ...withNames(S) },
    'firefox_form',
  ],
  ['a constraint with a dot at its end', [[dns('shop.test.')], []], {}, 'firefox_form'],
  ['one with a star', [[S, dns('*.other.test')], []], {}, 'firefox_form'],
  ['one that is an address in text', [[], [dns('192.0.2.1')]], {}, 'firefox_form'],
  ['one with a space', [[], [dns('a b.test')]], {}, 'firefox_form'],
  ['an empty one', [[dns('')], []], {}, null],
  ['one with a dot in front, of others', [[], [dns('.other.test')]], {}, null],
  ['a name that is no hostname', [[S], []], withNames(S, dns('a..shop.test')), 'firefox_form'],
  ['a name with a star and one label', [[], [dns('other.example')]], withNames(S, dns('*.test')), 'firefox_form'],
  [
    'such a name, and constraints of addresses only',
    [[address(10, 0, 0, 0, 255, 0, 0, 0)], []],
    withNames(S, dns('a..b')),
    null,
  ],
  ['a URI within its constraint', [[uri('.shop.test')], []], withNames(S, uri('http://a.shop.test/')), 'browser_form'],
  // Chromium 156 and Firefox 153 refuse the first.
  ['a star over an excluded name', [[], [dns('a.shop.test')]], withNames(S, dns('*.shop.test')), 'browser_form'],
  ['a star above an excluded name', [[], [dns('b.a.shop.test')]], withNames(S, dns('*.shop.test')), null],
  ['a directory name in capitals', [[directory({ O: 'SHOP' })], []], { subject: distinguishedName({ O: 'Shop' }) }, 'firefox_form'], // prettier-ignore
  ['one as another kind of text', [[directoryOf(0x13)], []], { subject: distinguishedName({ O: 'Shop' }) }, null],
  ['one in two octets a letter', [[directoryOf(0x1e)], []], { subject: distinguishedName({ O: 'Shop' }) }, 'firefox_form'], // prettier-ignore
  ['a constraint of URIs, and none', [[uri('.shop.test')], []], {}, null],
])('what browsers alone refuse: %s', (_what, [permitted, excluded], leaf, rule) => {
  const upper = { extensions: plus(EXTENSION.nameConstraints(permitted, excluded)) };
  const trust = verdict(build({ upper, lower: { subject: distinguishedName({ O: 'Shop' }) }, leaf }));
  expect(trust?.faults.map((one) => one.rule)).toEqual(rule === null ? [] : [rule]);
});

it('more constraints than Chrome checks for so many names are refused', () => {
  const many = (count: number, end: string) => Array.from({ length: count }, (_, at) => dns(`n${at}.${end}`));
  const built = (count: number) =>
    build({
      upper: { extensions: plus(EXTENSION.nameConstraints([], many(count, 'other.test'))) },
      leaf: withNames(...many(1050, 'shop.test')),
    });
  expect(verdict(built(1100))?.faults[0]?.sentence).toContain('too many name constraints');
  expect(verdict(built(10))?.state).toBe('trusted');
});

it.each<[string, Buffer, Buffer, string | null]>([
  ['a form that no one reads', registered(3), registered(4), 'may not issue for a registered ID'],
  ['a mailbox in other letters', mail('A@shop.test'), mail('a@SHOP.test'), null],
  ['a mailbox', mail('a@shop.test'), mail('a@SHOP.test'), 'may not issue for a@shop.test'],
])('excluded: %s', (_what, base, name, words) => {
  const trust = verdict(
    build({
      upper: { extensions: plus(EXTENSION.nameConstraints([], [base])) },
      leaf: { extensions: [...without('2.5.29.17', leafPlus()), names(S, name)] },
    }),
  );
  expect(trust?.state).toBe(words === null ? 'trusted' : 'invalid');
  if (words !== null) expect(trust?.faults[0]?.sentence).toContain(words);
});
