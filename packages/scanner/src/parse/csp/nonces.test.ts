import { expect, it } from 'vitest';
import { headerNonces } from './nonces.ts';

it.each<[string[], string[]]>([
  [["script-src 'nonce-YQ=='"], ['YQ==']],
  [["default-src 'nonce-YQ=='"], ['YQ==']],
  [["script-src-elem 'nonce-YQ=='; script-src 'nonce-Yg=='"], ['YQ==', 'Yg==']],
  [
    ["script-src 'nonce-YQ=='", "script-src 'nonce-YQ==' 'nonce-Yg=='"],
    ['YQ==', 'Yg=='],
  ],
  [["script-src 'self'; style-src 'nonce-YQ=='"], []],
  [[], []],
])('%j', (values, nonces) => {
  expect(headerNonces(values)).toEqual(nonces);
});
