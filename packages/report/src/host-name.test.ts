import { expect, it } from 'vitest';
import { hostName } from './host-name.ts';

it.each([
  ['example.com', 'example.com'],
  [' EXAMPLE.com. ', 'example.com'],
  ['example.com:443', 'example.com'],
  ['example.com:8443', 'example.com:8443'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['localhost', null],
  ['127.0.0.1', null],
  ['2130706433', null],
  ['0x7f.1', null],
  ['[::1]', null],
  ['https://example.com', null],
  ['example.com/path', null],
  ['user@example.com', null],
  ['a b.example', null],
  ['', null],
  ['.', null],
])('%j: %j', (text, host) => {
  expect(hostName(text)).toBe(host);
});
