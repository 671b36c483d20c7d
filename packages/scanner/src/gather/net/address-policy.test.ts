import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAddressPolicy, parseAddress } from './address-policy.ts';

const closed = createAddressPolicy([]);

describe('addresses that are never reached', () => {
  it.each([
    ['0.0.0.0', 'this host'],
    ['0.1.2.3', 'this network'],
    ['10.0.0.0', 'RFC 1918'],
    ['10.255.255.255', 'RFC 1918, last'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['100.100.100.200', 'cloud metadata inside CGNAT'],
    ['100.127.255.255', 'CGNAT, last'],
    ['127.0.0.1', 'loopback'],
    ['127.77.0.1', 'loopback of the lab, while no operator allowed it'],
    ['127.255.255.254', 'loopback, last'],
    ['168.63.129.16', 'Azure host services'],
    ['169.254.0.1', 'link-local'],
    ['169.254.169.254', 'cloud metadata'],
    ['172.16.0.1', 'RFC 1918'],
    ['172.31.255.255', 'RFC 1918, last'],
    ['192.0.0.1', 'IETF protocol assignments'],
    ['192.0.0.192', 'Oracle cloud metadata'],
    ['192.0.2.1', 'documentation'],
    ['192.88.99.1', '6to4 relay'],
    ['192.168.0.1', 'RFC 1918'],
    ['198.18.0.1', 'benchmarking'],
    ['198.19.255.255', 'benchmarking, last'],
    ['198.51.100.7', 'documentation'],
    ['203.0.113.9', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.250', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::7f00:1', 'IPv4-compatible loopback'],
    ['::ffff:127.0.0.1', 'IPv4-mapped loopback'],
    ['::ffff:7f00:1', 'IPv4-mapped loopback in hex'],
    ['::ffff:8.8.8.8', 'IPv4-mapped: no one serves a site there'],
    ['::ffff:0:7f00:1', 'IPv4-translated'],
    ['64:ff9b::a9fe:a9fe', 'NAT64 of the metadata address'],
    ['64:ff9b:1::7f00:1', 'local NAT64'],
    ['100::1', 'discard-only'],
    ['100:0:0:1::1', 'dummy prefix'],
    ['1fff::1', 'not assigned'],
    ['2001::1', 'Teredo'],
    ['2001:0:4136:e378:8000:63bf:80ff:fffe', 'Teredo with loopback inside'],
    ['2001:2::1', 'benchmarking'],
    ['2001:10::1', 'ORCHID'],
    ['2001:20::1', 'ORCHIDv2'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::', '6to4 of loopback'],
    ['2002:a9fe:a9fe::', '6to4 of metadata'],
    ['3ffe::1', 'retired 6bone'],
    ['3fff::1', 'documentation (RFC 9637)'],
    ['4000::1', 'not assigned'],
    ['5f00::1', 'SRv6 SIDs'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'cloud metadata'],
    ['fd20:ce::254', 'cloud metadata'],
    ['fe80::1', 'link-local'],
    ['fe80::1%lo', 'a zone id names an interface of ours'],
    ['2606:4700::1%eth0', 'a zone id on a global address'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['ff0e::1', 'multicast of global scope'],
    ['::5efe:7f00:1', 'ISATAP outside global unicast'],
    ['127.1', 'a short form is no address here'],
    ['0177.0.0.1', 'an octal form is no address here'],
    ['2130706433', 'nor is a number'],
    ['', 'nothing'],
  ])('%s (%s)', (address) => {
    expect(closed.judge(address).allowed).toBe(false);
  });
});

describe('public addresses', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:4860:4860::8888',
    '2606:4700:4700::1111',
    '2a00:1450:4001:82b::200e',
  ])('%s', (address) => {
    expect(closed.judge(address)).toEqual({ allowed: true, openedBy: null });
  });
});

describe('ranges an operator opens', () => {
  it('names the range that allows an address, and allows nothing outside it', () => {
    const policy = createAddressPolicy(['127.77.0.0/16', 'fd12::/16']);
    expect(policy.judge('127.77.3.4')).toEqual({ allowed: true, openedBy: '127.77.0.0/16' });
    expect(policy.judge('fd12::4')).toEqual({ allowed: true, openedBy: 'fd12::/16' });
    expect(policy.judge('127.78.0.1').allowed).toBe(false);
    expect(policy.judge('fd13::4').allowed).toBe(false);
    expect(policy.judge('8.8.8.8')).toEqual({ allowed: true, openedBy: null });
  });

  it('never opens an IPv4 address in IPv6 clothes', () => {
    const policy = createAddressPolicy(['127.0.0.0/8', '::/0']);
    for (const address of ['::ffff:127.0.0.1', '::7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::']) {
      expect(policy.judge(address).allowed).toBe(false);
    }
    expect(policy.judge('::1')).toEqual({ allowed: true, openedBy: '::/0' });
  });

  it('refuses a list it cannot read, rather than opening something else', () => {
    for (const cidr of ['10.0.0.1', '10/8', '010.0.0.0/8', 'all', '10.0.0.0/33', '']) {
      expect(() => createAddressPolicy([cidr])).toThrow(/address range/u);
    }
  });
});

describe('fuzz', () => {
  /** Written apart from the guard: first bits of every IPv4 block that is not public, per the IANA registry. */
  const denied = (value: number): boolean => {
    const inBlock = (network: number, bits: number): boolean => value >>> (32 - bits) === network >>> (32 - bits);
    return [
      [0x00000000, 8],
      [0x0a000000, 8],
      [0x64400000, 10],
      [0x7f000000, 8],
      [0xa9fe0000, 16],
      [0xac100000, 12],
      [0xc0000000, 24],
      [0xc0000200, 24],
      [0xc0a80000, 16],
      [0xc6120000, 15],
      [0xc6336400, 24],
      [0xcb007100, 24],
      [0xe0000000, 3],
    ].some(([network = 0, bits = 0]) => inBlock(network, bits));
  };
  const dotted = (value: number): string => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');

  it('lets no IPv4 address of a denied block through', () => {
    const edges = fc.constantFrom(
      ...[0x0a, 0x64, 0x7f, 0xa9, 0xac, 0xc0, 0xc6, 0xcb, 0xe0].map((octet) => octet << 24),
    );
    const address = fc.oneof(
      fc.integer({ min: 0, max: 0xffffffff }),
      fc.tuple(edges, fc.integer({ min: 0, max: 0xffffff })).map(([head, tail]) => (head | tail) >>> 0),
    );
    fc.assert(
      fc.property(address, (value) => {
        if (denied(value)) expect(closed.judge(dotted(value)).allowed).toBe(false);
      }),
      { numRuns: 5000 },
    );
  });

  it('lets no IPv6 address outside 2000::/3 through, however it is written', () => {
    const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(groups, fc.boolean(), (parts, upper) => {
        const text = parts.map((part) => part.toString(16)).join(':');
        const verdict = closed.judge(upper ? text.toUpperCase() : text);
        if ((parts[0] ?? 0) >> 13 !== 1) expect(verdict.allowed).toBe(false);
      }),
      { numRuns: 5000 },
    );
  });

  it('never throws, and never allows what is not an address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        if (parseAddress(text) === null) expect(closed.judge(text).allowed).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});
