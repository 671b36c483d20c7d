import { expect, test } from 'vitest';
import { registrableDomain } from './registrable-domain.ts';

// The public suffix list, with its private section (publicsuffix.org).
test.each([
  ['www.example.com', 'example.com'],
  ['shop.example.co.uk', 'example.co.uk'],
  ['acme.github.io', 'acme.github.io'],
  ['github.io', 'github.io'],
  ['co.uk', null],
  // RFC 2181 §11: a label may be any; browsers open these.
  ['-shop.example.com', 'example.com'],
  ['shop-.example.com', 'example.com'],
  ['a_b.example.com', 'example.com'],
  ['192.0.2.1', null],
  ['2001:db8::1', null],
])('%s: %s', (host, domain) => {
  expect(registrableDomain(host)).toBe(domain);
});
