import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAddressPolicy } from './address-policy.ts';
import { destinationsOf } from './lock-destinations.ts';

const CIDRS = ['127.77.0.0/16', '10.20.30.40/32', '::1/128', 'fd00:1:2::/47'];
const allows = destinationsOf({ allowCidrs: CIDRS, dnsServers: ['127.0.0.53', '[fd00::53]:5353', '192.168.1.1:53'] });
const closed = destinationsOf({ allowCidrs: [], dnsServers: ['127.0.0.53'] });

describe('where a locked scanner may go', () => {
  it.each([
    ['93.184.216.34', 443],
    ['2606:2800:220:1:248:1893:25c8:1946', 443],
    ['2001:db8:1::', 443],
    ['3fff::', 25],
    ['127.77.3.4', 80],
    ['10.20.30.40', 8080],
    ['::1', 443],
    ['fd00:1:3::ffff', 443],
    ['127.0.0.53', 53],
    ['fd00::53', 5353],
    ['192.168.1.1', 53],
  ])('to %s port %d', (address, port) => expect(allows(address, port)).toBe(true));

  it.each([
    ['127.0.0.1', 3000],
    ['127.0.0.53', 5432],
    ['192.168.1.1', 80],
    ['169.254.169.254', 80],
    ['168.63.129.16', 80],
    ['10.20.30.41', 80],
    ['0.0.0.0', 80],
    ['255.255.255.255', 80],
    ['224.0.0.251', 5353],
    ['::', 80],
    ['::ffff:127.0.0.1', 80],
    ['::ffff:7f00:1', 80],
    ['64:ff9b::7f00:1', 80],
    ['2002:7f00:1::', 80],
    ['2001::1', 80],
    ['2001:0:1::1', 80],
    ['fd00:1:4::', 80],
    ['fe80::1%lo', 80],
    ['ff02::1', 80],
    ['localhost', 80],
    ['', 80],
    ['1.2.3', 80],
    ['1.2.3.4.5', 80],
    ['1.2.3.256', 80],
    ['1::2::3', 80],
    ['1:2:3:4:5:6:7:8:9', 80],
    [Object('93.184.216.34'), 80],
  ])('not to %s port %d', (address, port) => expect(allows(address, port)).toBe(false));

  it('to everything that the guard permits, in any network', () => {
    const policy = createAddressPolicy(CIDRS);
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        if (policy.judge(address).allowed && !/:.*\./.test(address)) expect(allows(address, 443)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('nowhere without a policy, and without opened ranges only to the named servers', () => {
    const nowhere = destinationsOf(null);
    for (const address of ['93.184.216.34', '127.0.0.53', '::1']) expect(nowhere(address, 53)).toBe(false);
    expect([closed('127.0.0.53', 53), closed('127.77.0.1', 443), closed('1.1.1.1', 53)]).toEqual([true, false, true]);
  });
});
