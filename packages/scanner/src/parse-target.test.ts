import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TargetRefused } from './errors.ts';
import { createAddressPolicy } from './gather/net/address-policy.ts';
import type { EgressPolicy } from './gather/net/egress.ts';
import { parseTarget } from './parse-target.ts';

const policy: EgressPolicy = {
  allowCidrs: [],
  allowPorts: [80, 443, 8080, 8443, [9000, 9010]],
  dnsServers: [],
  userAgent: 'test',
};

function refusal(input: string): TargetRefused {
  try {
    parseTarget(input, policy);
  } catch (error) {
    expect(error).toBeInstanceOf(TargetRefused);
    return error as TargetRefused;
  }
  throw new Error(`${JSON.stringify(input)} was accepted`);
}

describe('accepted targets and their normal form', () => {
  it.each([
    ['example.com', 'https://example.com/'],
    ['  https://example.com/  ', 'https://example.com/'],
    ['HTTPS://EXAMPLE.COM/', 'https://example.com/'],
    ['http://example.com', 'http://example.com/'],
    ['https://example.com:443/a?b#c', 'https://example.com/a?b'],
    ['http://example.com:8080/', 'http://example.com:8080/'],
    ['example.com:8443/path', 'https://example.com:8443/path'],
    ['example.com:9005', 'https://example.com:9005/'],
    ['example.com.', 'https://example.com/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://example.com/?u=http://127.0.0.1/', 'https://example.com/?u=http://127.0.0.1/'],
    ['https://example.com/a@b', 'https://example.com/a@b'],
    ['https://_dmarc.example.com/', 'https://_dmarc.example.com/'],
    ['https://site.test/', 'https://site.test/'],
    ['8.8.8.8', 'https://8.8.8.8/'],
    ['http://0x08080808/', 'http://8.8.8.8/'],
    ['https://[2606:4700:4700:0::1111]/', 'https://[2606:4700:4700::1111]/'],
  ])('%s', (input, url) => {
    expect(parseTarget(input, policy).url).toBe(url);
  });

  it('returns the parts that a scan uses', () => {
    expect(parseTarget('WWW.Example.co.uk:8443/x', policy)).toEqual({
      url: 'https://www.example.co.uk:8443/x',
      scheme: 'https',
      host: 'www.example.co.uk',
      port: 8443,
      registrableDomain: 'example.co.uk',
    });
    expect(parseTarget('http://[2606:4700:4700::1111]/', policy)).toMatchObject({
      host: '2606:4700:4700::1111',
      port: 80,
      registrableDomain: null,
    });
    // Each name below a suffix of the private section of the public suffix list has its own owner.
    expect(parseTarget('www.someone.github.io', policy).registrableDomain).toBe('someone.github.io');
    expect(parseTarget('shop.acme.uk.com', policy).registrableDomain).toBe('acme.uk.com');
    expect(parseTarget('github.io', policy).registrableDomain).toBe('github.io');
  });
});

describe('refused targets', () => {
  it.each([
    ['http://127.0.0.1/', 'address'],
    ['http://127.1/', 'address'],
    ['http://2130706433/', 'address'],
    ['http://0x7f000001/', 'address'],
    ['http://0x7f.0.0.1/', 'address'],
    ['http://0177.0.0.1/', 'address'],
    ['http://017700000001/', 'address'],
    ['http://0/', 'address'],
    ['http://3232235777/', 'address'],
    ['http://127.0.0.1./', 'address'],
    ['http://①②⑦.⓪.⓪.①/', 'address'],
    ['http://１２７.０.０.１/', 'address'],
    ['http://127｡0｡0｡1/', 'address'],
    ['http://127。0。0。1/', 'address'],
    ['http://%31%32%37.0.0.1/', 'address'],
    ['http://0251.0376.0251.0376/', 'address'],
    ['169.254.169.254/latest/meta-data/', 'address'],
    ['http://[::1]/', 'address'],
    ['http://[0:0:0:0:0:0:0:1]/', 'address'],
    ['http://[::ffff:7f00:1]/', 'address'],
    ['http://[::ffff:127.0.0.1]/', 'address'],
    ['http://[::127.0.0.1]/', 'address'],
    ['http://[2002:7f00:1::]/', 'address'],
    ['http://[64:ff9b::7f00:1]/', 'address'],
    ['http://[::]/', 'address'],
    ['http://[fe80::1%25lo]/', 'syntax'],
    ['localhost', 'name'],
    ['localhost:80', 'name'],
    ['http://localhost./', 'name'],
    ['http://LOCALHOST/', 'name'],
    ['http://ｌocalhost/', 'name'],
    ['http://app.localhost/', 'name'],
    ['http://localhost.localdomain/', 'name'],
    ['http://printer.local/', 'name'],
    ['http://metadata.google.internal/', 'name'],
    ['http://host.docker.internal/', 'name'],
    ['http://router.home.arpa/', 'name'],
    ['http://x.onion/', 'name'],
    ['http://redis/', 'name'],
    ['http://redis:80/', 'name'],
    ['http://user@example.com/', 'credentials'],
    ['http://user:pw@example.com/', 'credentials'],
    ['http://@example.com/', 'credentials'],
    ['user@example.com', 'credentials'],
    ['http://example.com:80@127.0.0.1/', 'credentials'],
    ['http://1.1.1.1 &@127.0.0.1# @8.8.8.8/', 'syntax'],
    ['http://127.0.0.1\\@example.com/', 'syntax'],
    ['http:\\\\example.com/', 'syntax'],
    ['http://exa\tmple.com/', 'syntax'],
    ['http://exa\nmple.com/', 'syntax'],
    ['http://example.com/\u0000', 'syntax'],
    ['http://exa\u200cmple.com/', 'syntax'],
    ['http://exa\u200dmple.com/', 'syntax'],
    ['http://\u200cexample.com/', 'syntax'],
    ['http://exa\u200bmple.com/', 'syntax'],
    ['http://example.com/a b', 'syntax'],
    ['http:///127.0.0.1/', 'syntax'],
    ['http:///example.com/', 'syntax'],
    ['http:/example.com/', 'syntax'],
    ['http:example.com', 'syntax'],
    ['http://', 'syntax'],
    ['', 'syntax'],
    ['   ', 'syntax'],
    ['http://a..b.com/', 'syntax'],
    ['http://example.com../', 'syntax'],
    ['http://.example.com/', 'syntax'],
    ['http://256.1.1.1/', 'syntax'],
    ['http://1.2.3.4.5/', 'syntax'],
    ['http://example.com:80a/', 'syntax'],
    ['http://example.com:65536/', 'syntax'],
    ['http://exam$ple.com/', 'syntax'],
    ['http://example.com:25/', 'port'],
    ['http://example.com:22', 'port'],
    ['example.com:11211', 'port'],
    ['example.com:9011', 'port'],
    ['example.com:0', 'port'],
    ['ftp://example.com/', 'scheme'],
    ['gopher://127.0.0.1:6379/_INFO', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['data:text/html,x', 'scheme'],
    ['blob:http://example.com/1', 'scheme'],
    ['jar:http://127.0.0.1!/', 'scheme'],
    ['ldap://127.0.0.1/', 'scheme'],
    ['view-source:https://example.com', 'scheme'],
  ])('%j (%s)', (input, code) => {
    expect(refusal(input).code).toBe(code);
  });

  it('targets too long for DNS or for browsers', () => {
    expect(refusal(`http://${'a'.repeat(64)}.com/`).code).toBe('syntax');
    expect(refusal(`http://${'a.'.repeat(130)}com/`).code).toBe('syntax');
    expect(refusal(`http://example.com/${'a'.repeat(2048)}`).code).toBe('syntax');
    expect(parseTarget(`http://example.com/${'a'.repeat(2000)}`, policy).port).toBe(80);
  });

  it('the message names the rule, without control characters or markup', () => {
    expect(refusal('http://10.1.2.3/').message).toBe('10.1.2.3 is not a public address (private)');
    expect(refusal('example.com:22').message).toContain('port 22');
    expect(refusal(`x\u001b[31m<script>:${'y'.repeat(500)}`).message).not.toMatch(/[^ -~]/u);
  });
});

describe('ranges that an operator allows', () => {
  const open = { ...policy, allowCidrs: ['127.77.0.0/16'] };
  it('accepts addresses in the range, in any notation, and no other private address', () => {
    expect(parseTarget('http://127.77.0.1/', open).host).toBe('127.77.0.1');
    expect(parseTarget('http://0x7f4d0001/', open).host).toBe('127.77.0.1');
    for (const input of ['http://127.0.0.1/', 'localhost', 'redis', 'http://[::ffff:127.77.0.1]/']) {
      expect(() => parseTarget(input, open)).toThrow(TargetRefused);
    }
  });
});

describe('fuzz: notations of addresses', () => {
  const addresses = createAddressPolicy([]);
  const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
  const digit = (style: number) => (n: number) =>
    [n.toString(10), `0x${n.toString(16)}`, `0${n.toString(8)}`, `0X${n.toString(16).padStart(8, '0')}`][style] ?? '';
  const wide = (text: string): string =>
    text.replaceAll(/[0-9a-fx]/gu, (char) => String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0));
  const spelling = fc
    .tuple(octets, fc.array(fc.nat(3), { minLength: 4, maxLength: 4 }), fc.integer({ min: 1, max: 4 }), fc.boolean())
    .chain(([[a, b, c, d], styles, parts, fullWidth]) =>
      fc.tuple(fc.constantFrom('.', '。', '｡', '．'), fc.constantFrom('', '.')).map(([dot, end]) => {
        const rest = [((a * 256 + b) * 256 + c) * 256 + d, (b * 256 + c) * 256 + d, c * 256 + d, d];
        const numbers = [a, b, c].slice(0, parts - 1).concat(rest[parts - 1] ?? 0);
        const text = numbers.map((n, i) => digit(styles[i] ?? 0)(n)).join(dot) + end;
        return { spelt: fullWidth ? wide(text) : text, dotted: `${a}.${b}.${c}.${d}` };
      }),
    );

  it('accepts a notation exactly if its address is public', () => {
    fc.assert(
      fc.property(spelling, ({ spelt, dotted }) => {
        let host: string | null = null;
        try {
          ({ host } = parseTarget(`http://${spelt}/`, policy));
        } catch (error) {
          expect(error).toBeInstanceOf(TargetRefused);
        }
        expect(host).toBe(addresses.judge(dotted).allowed ? dotted : null);
      }),
      { numRuns: 3000 },
    );
  });

  it('returns a target or refuses, and accepts every returned target again', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.webUrl({ withQueryParameters: true }),
      fc
        .array(
          fc.constantFrom(
            'http',
            's',
            '://',
            ':',
            '/',
            '@',
            '127.0.0.1',
            '[::1]',
            '.',
            'a',
            '80',
            '#',
            '?',
            '%',
            '0x7f',
            '\\',
          ),
          { maxLength: 12 },
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (input) => {
        try {
          const target = parseTarget(input, policy);
          expect(parseTarget(target.url, policy)).toEqual(target);
        } catch (error) {
          expect(error).toBeInstanceOf(TargetRefused);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

/** RFC 5892 §A.1 and §A.2: between joining letters, and after a virama. */
it.each([
  ['نامه\u200cای.com', 'xn--mgba3gch31f060k.com'],
  ['क्\u200dष.com', 'xn--11b2ezcw70k.com'],
  ['क्\u200cष.com', 'xn--11b2ezcs70k.com'],
])('a name with a joiner in a valid position: %s', (name, host) => {
  expect(URL.parse(`https://${name}`)?.hostname).toBe(host);
  expect(parseTarget(name, policy).host).toBe(host);
});
