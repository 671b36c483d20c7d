import { expect, test } from 'vitest';
import { judgedTls, outcomeOf, tlsWith } from '../../../test/tls-evidence.ts';
import check from './alpn.ts';

test.each([
  ['h2', 'h2'],
  ['http/1.1', 'http1'],
  [null, 'none'],
])('%s: %s, at no cost', (alpn, outcome) => {
  expect(judgedTls(check, tlsWith({ alpn }))).toMatchObject({ outcome, deduction: 0 });
});

test('nothing is said without a handshake', () => {
  const tls = tlsWith({ alpn: null });
  expect(outcomeOf(check, { ...tls, handshake: { ...tls.handshake, completed: false } })).toBeNull();
});
