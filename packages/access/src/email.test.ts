import { expect, test } from 'vitest';
import { Email } from './email.ts';

const read = (text: string) => Email.safeParse(text).data ?? null;

test.each([
  ['a@bücher.example', 'a@xn--bcher-kva.example'],
  ['a@BÜCHER.example', 'a@xn--bcher-kva.example'],
  ['a@bu\u0308cher.example', 'a@xn--bcher-kva.example'],
  ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
  ['a@例え。テスト', 'a@xn--r8jz45g.xn--zckzah'],
  ['a@خادم.example', 'a@xn--mgbne2g.example'],
  [' A+b@Example.org\n', 'A+b@Example.org'],
  ["o'neill@example.org", "o'neill@example.org"],
  [`${'a'.repeat(64)}@example.org`, `${'a'.repeat(64)}@example.org`],
])('the address %j is %j', (text, address) => {
  expect(read(text)).toBe(address);
});

// RFC 6531 is needed for other characters before the @; the mail provider does not offer it.
test.each([
  'ünï@example.org',
  'a@b@example.org',
  'a@bücher.example\nBcc: x@y.example',
  'a@bücher .example',
  'a@ü\u200d.\u0000example',
  `a@${'ü'.repeat(60)}.example`,
  // No one can receive mail there.
  'me@gmail',
  'root@localhost',
  'me@192.0.2.1',
  'me@example.123',
  `${'a'.repeat(65)}@example.org`,
  'bücher.example',
  '@bücher.example',
  '',
])('%j is no address', (text) => {
  expect(read(text)).toBeNull();
});
