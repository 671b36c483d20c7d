import { expect, it } from 'vitest';
import { readableHost } from './readable-host.ts';

it.each([
  ['xn--bcher-kva.example', 'bücher.example'],
  ['xn--bcher-kva.example:8443', 'bücher.example:8443'],
  ['www.xn--wgbh1c', 'www.مصر'],
  ['plain.example', null],
  ['plain.example:8443', null],
  ['192.0.2.1', null],
  ['[2001:db8::1]:8443', null],
  // Punycode of nothing (RFC 3492).
  ['xn--.example', null],
])('%s', (host, readable) => {
  expect(readableHost(host)).toBe(readable);
});
