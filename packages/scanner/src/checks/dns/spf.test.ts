import { describe, expect, test } from 'vitest';
import { judgedZone, type ZoneOptions } from '../../../test/dns-evidence.ts';
import check from './spf.ts';

const MAIL = ['@ MX 10 mx.@', 'mx.@ A 192.0.2.25'];
const includes = (count: number): string[] => [
  `@ TXT "v=spf1 ${Array.from({ length: count }, (_, index) => `include:i${index}.@`).join(' ')} -all"`,
  ...Array.from({ length: count }, (_, index) => `i${index}.@ TXT "v=spf1 ip4:192.0.2.${index} -all"`),
];

test.each<[string, string[], string | null, string?, number?]>([
  ['no record, mail in use', MAIL, 'missing_with_mail', 'important', 5],
  ['no record, no mail', [], 'missing_without_mail', 'minor', 2],
  ['no record, null MX', ['@ MX 0 .'], 'missing_without_mail', 'minor', 2],
  ['hard fail', ['@ TXT "v=spf1 mx -all"', ...MAIL], 'hardfail'],
  ['upper case', ['@ TXT "V=SPF1 MX -ALL"', ...MAIL], 'hardfail'],
  ['several spaces, one at the end', ['@ TXT "v=spf1  mx   -all "', ...MAIL], 'hardfail'],
  ['strings joined without a space', ['@ TXT "v=spf1 mx -" "all"', ...MAIL], 'hardfail'],
  ['no server sends', ['@ TXT "v=spf1 -all"'], 'hardfail'],
  ['soft fail', ['@ TXT "v=spf1 mx ~all"', ...MAIL], 'softfail'],
  ['neutral all', ['@ TXT "v=spf1 mx ?all"', ...MAIL], 'neutral', 'minor', 2],
  ['no all', ['@ TXT "v=spf1 mx"', ...MAIL], 'neutral'],
  ['nothing but the version', ['@ TXT "v=spf1"'], 'neutral'],
  ['+all', ['@ TXT "v=spf1 +all"'], 'passes_everybody', 'critical', 12],
  ['bare all', ['@ TXT "v=spf1 all"'], 'passes_everybody'],
  ['a network of /0', ['@ TXT "v=spf1 ip4:0.0.0.0/0 -all"'], 'passes_everybody'],
  ['an IPv6 network of /0', ['@ TXT "v=spf1 ip6:::/0 -all"'], 'passes_everybody'],
  ['two networks of /1', ['@ TXT "v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all"'], 'passes_everybody', 'critical', 12],
  ['host bits do not matter', ['@ TXT "v=spf1 ip4:9.9.9.9/1 ip4:200.1.1.1/1 -all"'], 'passes_everybody'],
  [
    'four of /2',
    ['@ TXT "v=spf1 ip4:0.0.0.0/2 ip4:64.0.0.0/2 ip4:128.0.0.0/2 ip4:192.0.0.0/2 ~all"'],
    'passes_everybody',
  ],
  [
    'halves in two includes',
    [
      '@ TXT "v=spf1 include:a.@ include:b.@ -all"',
      'a.@ TXT "v=spf1 ip4:0.0.0.0/1 -all"',
      'b.@ TXT "v=spf1 ip4:128.0.0.0/1 -all"',
    ],
    'passes_everybody',
  ],
  ['all of IPv6 that is given out', ['@ TXT "v=spf1 ip6:2000::/3 -all"'], 'passes_everybody'],
  ['a /0 behind a half that is refused', ['@ TXT "v=spf1 -ip4:0.0.0.0/1 ip4:0.0.0.0/0 -all"'], 'passes_everybody'],
  [
    'one half refused first',
    ['@ TXT "v=spf1 -ip4:0.0.0.0/1 ip4:0.0.0.0/2 ip4:64.0.0.0/2 ip4:192.0.2.1 -all"'],
    'hardfail',
  ],
  ['everyone neutral by a network', ['@ TXT "v=spf1 ?ip4:0.0.0.0/0 -all"'], 'neutral'],
  ['everyone neutral by two halves', ['@ TXT "v=spf1 ip4:192.0.2.1 ?ip4:0.0.0.0/1 ?ip4:128.0.0.0/1 -all"'], 'neutral'],
  [
    'everyone neutral behind a redirect',
    ['@ TXT "v=spf1 mx redirect=a.@"', ...MAIL, 'a.@ TXT "v=spf1 ?ip4:0.0.0.0/0 -all"'],
    'neutral',
  ],
  ['neutral for some', ['@ TXT "v=spf1 ?ip4:198.51.100.0/24 -all"'], 'hardfail'],
  ['neutral after a refusal of all', ['@ TXT "v=spf1 -ip4:0.0.0.0/0 ?ip4:0.0.0.0/0 -all"'], 'hardfail'],
  // RFC 7208 §4.6.2: the first match decides, so these never reach "+all".
  ['+all after a refusal of all', ['@ TXT "v=spf1 mx -ip4:0.0.0.0/0 -ip6:::/0 +all"', ...MAIL], 'hardfail'],
  ['+all after a soft fail of all', ['@ TXT "v=spf1 ~ip4:0.0.0.0/0 ~ip6:::/0 +all"'], 'softfail'],
  ['+all after a refusal of IPv4', ['@ TXT "v=spf1 -ip4:0.0.0.0/0 +all"'], 'passes_everybody'],
  ['+all after a refusal of some', ['@ TXT "v=spf1 -ip4:192.0.2.0/24 +all"'], 'passes_everybody'],
  ['+all for a half of the addresses', ['@ TXT "v=spf1 -ip4:0.0.0.0/1 -ip6:::/0 +all"'], 'large_share'],
  ['one /1', ['@ TXT "v=spf1 ip4:0.0.0.0/1 -all"'], 'large_share', 'important', 8],
  ['one /1, and no policy for the rest', ['@ TXT "v=spf1 ip4:0.0.0.0/1 ?all"'], 'large_share'],
  ['one /1, and no all', ['@ TXT "v=spf1 ip4:128.0.0.0/1"'], 'large_share'],
  // RFC 7208 §7.2: the sender chooses the name in HELO, the local part and the name of their address.
  ['a name that the sender chooses exists', ['@ TXT "v=spf1 exists:%{h} -all"'], 'passes_everybody'],
  ['a host that the sender chooses', ['@ TXT "v=spf1 a:mail.%{h} -all"'], 'passes_everybody'],
  ['mail hosts that the sender chooses', ['@ TXT "v=spf1 mx:%{h} ~all"'], 'passes_everybody'],
  ['a policy that the sender chooses', ['@ TXT "v=spf1 include:%{l} -all"'], 'passes_everybody'],
  ['a redirect that the sender chooses', ['@ TXT "v=spf1 redirect=%{h}"'], 'passes_everybody'],
  ['the reverse name of the sender', ['@ TXT "v=spf1 a:%{p} -all"'], 'passes_everybody'],
  ['the same, refused', ['@ TXT "v=spf1 -exists:%{h} -all"'], 'hardfail'],
  ['the zone is not the sender’s', ['@ TXT "v=spf1 exists:%{l}.%{h}.@ -all"'], 'hardfail'],
  ['a list of addresses', ['@ TXT "v=spf1 exists:%{i}._spf.@ -all"', '198.51.100.7._spf.@ A 127.0.0.2'], 'hardfail'],
  ['a list with a wildcard', ['@ TXT "v=spf1 exists:%{i}._spf.%{d} -all"', '*._spf.@ A 127.0.0.2'], 'passes_everybody'],
  ['the domain itself, by labels', ['@ TXT "v=spf1 exists:%{d2} -all"'], 'passes_everybody'],
  ['no label at all', ['@ TXT "v=spf1 exists:%{i0}.@ -all"'], 'broken'],
  [
    'several, of which one lets everyone pass by two halves',
    ['@ TXT "v=spf1 -all"', '@ TXT "v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all"'],
    'several_open',
  ],
  ['half of all around the host itself', ['@ TXT "v=spf1 a/1 -all"'], 'large_share', 'important', 8],
  ['the networks of the mail hosts', ['@ TXT "v=spf1 mx/2 mx:b.@/2 -all"', ...MAIL, 'b.@ MX 10 mx.@'], 'large_share'],
  ['many that add up to a /8', ['@ TXT "v=spf1 ip4:20.0.0.0/9 ip4:20.128.0.0/9 -all"'], 'wide', 'minor', 1],
  ['a letter that only explanations know', ['@ TXT "v=spf1 -all exp=%{r}"'], 'broken'],
  ['the same in an include', ['@ TXT "v=spf1 include:%{t}.@ -all"'], 'broken'],
  ['a byte outside ASCII', ['@ TXT "v=spf1 include:ex\\195\\164mple.@ -all"'], 'broken'],
  ['a byte outside ASCII in an unknown modifier', ['@ TXT "v=spf1 x=\\228 -all"'], 'broken'],
  [
    'an include that lets everybody pass',
    ['@ TXT "v=spf1 include:a.@ -all"', 'a.@ TXT "v=spf1 +all"'],
    'passes_everybody',
  ],
  ['an include whose pass is a fail', ['@ TXT "v=spf1 -include:a.@ -all"', 'a.@ TXT "v=spf1 +all"'], 'hardfail'],
  ['a redirect that lets everybody pass', ['@ TXT "v=spf1 redirect=a.@"', 'a.@ TXT "v=spf1 +all"'], 'passes_everybody'],
  ['+all is worse than the error next to it', ['@ TXT "v=spf1 nonsense +all"'], 'broken_open'],
  ['what follows all is never reached', ['@ TXT "v=spf1 -all +all include:nowhere.@"'], 'ignored_terms'],
  ['an unknown mechanism', ['@ TXT "v=spf1 ipv4:192.0.2.1 -all"'], 'broken', 'important', 5],
  ['an address that is none', ['@ TXT "v=spf1 ip4:192.0.2.256 -all"'], 'broken'],
  ['an IPv6 address as ip4', ['@ TXT "v=spf1 ip4:2001:db8::1 -all"'], 'broken'],
  ['a prefix out of range', ['@ TXT "v=spf1 ip4:192.0.2.0/33 -all"'], 'broken'],
  ['an error behind all', ['@ TXT "v=spf1 -all ipv4:192.0.2.1"'], 'broken'],
  ['all with an argument', ['@ TXT "v=spf1 -all:example.net"'], 'broken'],
  ['include without a domain', ['@ TXT "v=spf1 include: -all"'], 'broken'],
  ['a comma between terms', ['@ TXT "v=spf1 mx, -all"'], 'broken'],
  ['redirect twice', ['@ TXT "v=spf1 redirect=a.@ redirect=a.@"', 'a.@ TXT "v=spf1 -all"'], 'broken'],
  ['an unknown modifier is ignored', ['@ TXT "v=spf1 mx unknown=value -all"', ...MAIL], 'hardfail'],
  ['exp is looked up only on failure', ['@ TXT "v=spf1 exp=explain.@ -all"'], 'hardfail'],
  ['an include without a policy', ['@ TXT "v=spf1 include:a.@ -all"', 'a.@ TXT "other"'], 'broken'],
  ['an include that does not exist', ['@ TXT "v=spf1 include:a.@ -all"'], 'broken'],
  ['a redirect without a policy', ['@ TXT "v=spf1 redirect=a.@"'], 'broken'],
  ['redirect next to all is ignored', ['@ TXT "v=spf1 redirect=a.@ -all"'], 'ignored_terms'],
  ['a redirect that hard-fails', ['@ TXT "v=spf1 redirect=a.@"', 'a.@ TXT "v=spf1 ip4:192.0.2.1 -all"'], 'hardfail'],
  ['an include has no say in the default', ['@ TXT "v=spf1 include:a.@"', 'a.@ TXT "v=spf1 -all"'], 'neutral'],
  [
    'two records in an included policy',
    ['@ TXT "v=spf1 include:a.@ -all"', 'a.@ TXT "v=spf1 -all"', 'a.@ TXT "v=spf1 ?all"'],
    'broken',
  ],
  ['ten includes', includes(10), 'hardfail'],
  ['eleven includes', includes(11), 'broken'],
  ['an include of itself', ['@ TXT "v=spf1 include:@ -all"'.replace(':@', ':example.test')], 'broken'],
  [
    'two includes of each other',
    ['@ TXT "v=spf1 include:a.@ -all"', 'a.@ TXT "v=spf1 include:example.test -all"'],
    'broken',
  ],
  ['two void lookups', ['@ TXT "v=spf1 a:v1.@ a:v2.@ -all"'], 'hardfail'],
  ['three void lookups', ['@ TXT "v=spf1 a:v1.@ mx:v2.@ exists:v3.@ -all"'], 'broken'],
  [
    'an mx with eleven hosts',
    ['@ TXT "v=spf1 mx -all"', ...Array.from({ length: 11 }, (_, index) => `@ MX ${index} m${index}.@`)],
    'broken',
  ],
  ['two records', ['@ TXT "v=spf1 -all"', '@ TXT "v=spf1 mx -all"'], 'several', 'important', 5],
  ['two records, one of them open', ['@ TXT "v=spf1 -all"', '@ TXT "v=spf1 +all"'], 'several_open', 'critical', 12],
  ['other TXT records next to it', ['@ TXT "site-verification=1"', '@ TXT "v=spf1 -all"'], 'hardfail'],
  ['version 10', ['@ TXT "v=spf10 -all"'], 'not_recognised', 'important', 5],
  ['a space in front', ['@ TXT " v=spf1 -all"'], 'not_recognised'],
  ['quotes inside', ['@ TXT "\\"v=spf1 -all\\""'], 'not_recognised'],
  ['a tab behind the version', ['@ TXT "v=spf1\\009-all"'], 'not_recognised'],
  ['ptr', ['@ TXT "v=spf1 ptr -all"'], 'ptr', 'minor', 1],
  ['a /8', ['@ TXT "v=spf1 ip4:52.0.0.0/8 -all"'], 'wide', 'minor', 1],
  ['a /9', ['@ TXT "v=spf1 ip4:52.0.0.0/9 -all"'], 'hardfail'],
  ['a private /8, from which nothing comes', ['@ TXT "v=spf1 ip4:10.0.0.0/8 -all"'], 'hardfail'],
  ['a macro of the message', ['@ TXT "v=spf1 exists:%{i}._spf.@ -all"'], 'hardfail'],
  [
    'a macro of the domain',
    ['@ TXT "v=spf1 include:_spf.%{d} -all"', '_spf.@ TXT "v=spf1 ip4:192.0.2.1 -all"'],
    'hardfail',
  ],
  ['a broken macro', ['@ TXT "v=spf1 include:%{x}.@ -all"'], 'broken'],
  ['a percent sign alone', ['@ TXT "v=spf1 include:50%.@ -all"'], 'broken'],
])('%s', async (_name, lines, outcome, severity, deduction) => {
  const verdict = await judgedZone(check, lines);
  expect(verdict?.outcome).toBe(outcome);
  if (severity !== undefined) expect(verdict?.severity).toBe(severity);
  if (deduction !== undefined) expect(verdict?.deduction).toBe(deduction);
});

describe('a failed lookup is unknown, not missing', () => {
  test.each<[string, string[], ZoneOptions]>([
    ['SERVFAIL', [], { faults: { 'example.test TXT': { rcode: 'SERVFAIL' } } }],
    ['REFUSED', [], { faults: { 'example.test TXT': { rcode: 'REFUSED' } } }],
    ['no answer', [], { limits: { queries: 64, timeoutMs: 500 }, faults: { 'example.test TXT': 'timeout' } }],
    ['an include fails', ['@ TXT "v=spf1 include:a.@ -all"'], { faults: { 'a.example.test': { rcode: 'SERVFAIL' } } }],
  ])('%s', async (_name, lines, options) => {
    expect(await judgedZone(check, lines, options)).toMatchObject({ status: 'unknown', deduction: 0 });
  });

  test('a failed include does not hide a certain error', async () => {
    const zone = ['@ TXT "v=spf1 include:a.@ nonsense -all"'];
    const verdict = await judgedZone(check, zone, { faults: { 'a.example.test': { rcode: 'SERVFAIL' } } });
    expect(verdict?.outcome).toBe('broken');
  });
});

describe('a host below the mail domain', () => {
  test('is judged by the mail domain', async () => {
    const verdict = await judgedZone(check, ['@ TXT "v=spf1 -all"'], { host: 'www.example.test' });
    expect(verdict?.outcome).toBe('hardfail');
  });

  test('and by its own record if it has one', async () => {
    const verdict = await judgedZone(check, ['@ TXT "v=spf1 -all"', 'www.@ TXT "v=spf1 +all"'], {
      host: 'www.example.test',
    });
    expect(verdict).toMatchObject({
      outcome: 'passes_everybody',
      fix: expect.stringContaining('www.example.test. IN TXT "v=spf1 -all"\n; Before you publish') as string,
    });
  });
});

describe('the policy of a service behind an alias (RFC 1034 §3.6.2: a receiver follows it)', () => {
  const zone = (policy: string): string[] => [
    '@ TXT "v=spf1 -all"',
    'www.@ CNAME cdn.other.test',
    'cdn.other.test A 192.0.2.1',
    `cdn.other.test TXT "${policy}"`,
  ];

  test('is the host’s if it lets strangers pass', async () => {
    const verdict = await judgedZone(check, zone('v=spf1 +all'), { host: 'www.example.test' });
    expect(verdict?.outcome).toBe('passes_everybody');
    expect(verdict?.evidence).toEqual(
      expect.arrayContaining(['www.example.test CNAME cdn.other.test', 'cdn.other.test TXT "v=spf1 +all"']),
    );
    // A TXT record next to the CNAME would be refused.
    expect(verdict?.fix).toContain('Ask the operator of cdn.other.test');
  });

  test.each(['v=spf1 -all', 'v=spf1 ?all', 'v=spf1 nonsense', 'v=spf1 include:nowhere.test ~all'])(
    'is the service’s own otherwise: %s',
    async (policy) => {
      expect((await judgedZone(check, zone(policy), { host: 'www.example.test' }))?.outcome).toBe('hardfail');
    },
  );
});

describe('the report', () => {
  test('lookups are counted in the complete tree', async () => {
    const verdict = await judgedZone(check, [
      '@ TXT "v=spf1 a mx include:a.@ exists:%{i}.x.@ -all"',
      'a.@ TXT "v=spf1 include:b.@ -all"',
      'b.@ TXT "v=spf1 mx -all"',
      ...MAIL,
      'b.@ MX 1 mx.@',
    ]);
    expect(verdict?.note).toContain('6 of 10 allowed DNS lookups and 0 of 2 allowed empty ones.');
    expect(verdict?.note).toContain('exists:%{i}.x.example.test');
  });

  test.each<[string, string[], string]>([
    ['no mail', [], 'example.test. IN TXT "v=spf1 -all"'],
    ['mail', MAIL, 'example.test. IN TXT "v=spf1 mx -all"'],
    [
      '+all keeps the senders',
      ['@ TXT "v=spf1 ip4:192.0.2.1 +all"'],
      'example.test. IN TXT "v=spf1 ip4:192.0.2.1 -all"',
    ],
    ['?all', ['@ TXT "v=spf1 ip4:192.0.2.1 ?all"'], 'example.test. IN TXT "v=spf1 ip4:192.0.2.1 -all"'],
    ['ptr', ['@ TXT "v=spf1 ip4:192.0.2.1 ptr:x.example ~all"'], 'example.test. IN TXT "v=spf1 ip4:192.0.2.1 ~all"'],
  ])('the fix can be pasted: %s', async (_name, lines, fix) => {
    expect((await judgedZone(check, lines))?.fix?.split('\n')[0]).toBe(fix);
  });
});

test('the fix drops every term that lets everyone pass, and keeps the others', async () => {
  const zone = ['@ TXT "v=spf1 mx/0 a:ok.@ ip4:0.0.0.0/1 ip4:198.51.100.7 -all"', ...MAIL, 'ok.@ A 192.0.2.7'];
  const verdict = await judgedZone(check, zone);
  expect(verdict?.outcome).toBe('passes_everybody');
  expect(verdict?.fix).toContain('"v=spf1 a:ok.example.test ip4:198.51.100.7 -all"');
});

test.each<[string, string[], string]>([
  ['an include', ['@ TXT "v=spf1 mx include:a.@ -all"', 'a.@ TXT "v=spf1 +all"', ...MAIL], 'v=spf1 mx -all'],
  ['a chosen name', ['@ TXT "v=spf1 mx exists:%{h} -all"', ...MAIL], 'v=spf1 mx -all'],
  [
    'sixteen networks',
    [`@ TXT "v=spf1 mx ${Array.from({ length: 16 }, (_, i) => `ip4:${i * 16}.0.0.0/4`).join(' ')} -all"`, ...MAIL],
    'v=spf1 mx -all',
  ],
])('the fix leaves out what lets everyone pass: %s', async (_name, lines, record) => {
  const verdict = await judgedZone(check, lines);
  expect(verdict).toMatchObject({ outcome: 'passes_everybody' });
  expect(verdict?.fix?.split('\n')[0]).toBe(`example.test. IN TXT "${record}"`);
});

test('the fix names networks of includes, which the record itself does not show', async () => {
  const verdict = await judgedZone(check, [
    '@ TXT "v=spf1 include:a.@ include:b.@ -all"',
    'a.@ TXT "v=spf1 ip4:0.0.0.0/1 -all"',
    'b.@ TXT "v=spf1 ip4:128.0.0.0/1 -all"',
  ]);
  expect(verdict?.fix).toMatch(/^Replace ip4:0\.0\.0\.0\/1 \(record of a\.example\.test\), ip4:128/);
});

test('several records are all named', async () => {
  const verdict = await judgedZone(check, ['@ TXT "v=spf1 -all"', '@ TXT "v=spf1 mx -all"']);
  expect(verdict?.evidence).toHaveLength(2);
  // Receivers evaluate neither, so there are no lookups to count.
  expect(verdict?.note).not.toContain('lookups');
});

test('next to a domain that is an alias, no record is to be added', async () => {
  const zone = ['@ CNAME host.other.test', 'host.other.test A 192.0.2.1', 'host.other.test TXT "v=spf1 +all"'];
  const verdict = await judgedZone(check, zone);
  expect(verdict?.evidence[0]).toBe('example.test CNAME host.other.test');
  expect(verdict?.fix).toContain('or replace the alias with this:\nexample.test. IN TXT "v=spf1 -all"');
});
