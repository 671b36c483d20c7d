import { zone, type ZoneCase } from './zone-cases.ts';

/** RFC 2182 §3 and §5: servers that do not fail together. RFC 1912 §2.8: servers that do not respond. */
export const NAME_SERVER_CASES: readonly ZoneCase[] = [
  zone(
    'two networks',
    ['@ NS a.@', '@ NS b.@', 'a.@ A 192.0.2.1', 'b.@ A 198.51.100.1'],
    'diverse',
    'a.example.test 192.0.2.1',
  ),
  zone(
    'one /24',
    ['@ NS a.@', '@ NS b.@', 'a.@ A 192.0.2.1', 'b.@ A 192.0.2.200'],
    'one_network',
    'b.example.test 192.0.2.200',
  ),
  zone('two /24 next to each other', ['@ NS a.@', '@ NS b.@', 'a.@ A 192.0.2.1', 'b.@ A 192.0.3.1'], 'diverse'),
  zone(
    'one /48',
    ['@ NS a.@', '@ NS b.@', 'a.@ AAAA 2001:db8:1::1', 'b.@ AAAA 2001:db8:1:ffff::1'],
    'one_network',
    '2001:db8:1::1',
  ),
  zone('two /48', ['@ NS a.@', '@ NS b.@', 'a.@ AAAA 2001:db8:1::1', 'b.@ AAAA 2001:db8:2::1'], 'diverse'),
  zone(
    'one /24 and one /48, each server in both',
    ['@ NS a.@', '@ NS b.@', 'a.@ A 192.0.2.1', 'a.@ AAAA 2001:db8:1::1', 'b.@ A 192.0.2.2', 'b.@ AAAA 2001:db8:1::2'],
    'one_network',
  ),
  zone('two names, one address', ['@ NS a.@', '@ NS b.@', 'a.@ A 192.0.2.1', 'b.@ A 192.0.2.1'], 'one_address'),
  zone('one name', ['@ NS a.@', 'a.@ A 192.0.2.1'], 'single', 'a.example.test'),
  zone('one name with two networks', ['@ NS a.@', 'a.@ A 192.0.2.1', 'a.@ A 198.51.100.1'], 'single'),
  zone(
    'a name that does not exist',
    ['@ NS a.@', '@ NS gone.other.test', 'a.@ A 192.0.2.1'],
    'dangling',
    'example.test NS gone.other.test',
  ),
  zone(
    'one of two without an address',
    ['@ NS a.@', '@ NS b.@', 'a.@ A 192.0.2.1', 'b.@ TXT "x"'],
    'no_address',
    'example.test NS b.example.test',
  ),
  zone(
    'one of three without an address',
    ['@ NS a.@', '@ NS b.@', '@ NS c.@', 'a.@ A 192.0.2.1', 'b.@ A 198.51.100.1', 'c.@ TXT "x"'],
    'no_address',
    'example.test NS c.example.test',
  ),
  zone(
    'a name that is an alias',
    ['@ NS a.@', '@ NS b.@', 'a.@ A 192.0.2.1', 'b.@ CNAME c.@', 'c.@ A 198.51.100.1'],
    'aliases',
  ),
];
