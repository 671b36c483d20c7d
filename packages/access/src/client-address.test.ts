import { expect, it } from 'vitest';
import { callerOf } from './client-address.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['64:ff9b::cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:FFFF:FFFF:FFFF:FFFF', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  // Variants that proxies write to X-Forwarded-For: the port of the connection, brackets, quotes (RFC 7239 §6).
  ['203.0.113.7:1000', '203.0.113.7'],
  ['203.0.113.7:', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:1000', '203.0.113.7'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['"[2001:db8:1:2::1]:443"', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['[fe80::1%eth0]:80', 'fe80::/64'],
  ['2001:db8:1:2:3:4:5:6:443', '2001:db8:1:2::/64'],
  [' 203.0.113.7 ', '203.0.113.7'],
  // RFC 7239 §6: a port that a proxy hides.
  ['203.0.113.7:_hidden', '203.0.113.7'],
  ['[2001:db8:1:2::1]:_SEVK-1.x', '2001:db8:1:2::/64'],
  ['::ffff:203.0.113.7:1000', '203.0.113.7'],
  // Padded with zeros, which would be octal elsewhere: 203.0.113.7 and 203.0.113.10, not .7 and .8.
  ['203.000.113.007', '203.0.113.7'],
  ['203.0.113.010', '203.0.113.10'],
  ['000.000.000.000', '0.0.0.0'],
  ['::1', '::/64'],
  ['127.0.0.1', '127.0.0.1'],
  // Not an address (a unix socket, a broken proxy): a separate bucket, not a crash.
  ['', 'other'],
  ['not an address', 'other'],
  ['unknown', 'other'],
  ['for=203.0.113.4', 'other'],
])('%s counts as caller %s, however often that is asked', (address, caller) => {
  expect(callerOf(address)).toBe(caller);
  expect(callerOf(callerOf(address))).toBe(caller);
});
