import { expect, test } from 'vitest';
import { judgedTls, outcomeOf, tlsWith } from '../../../test/tls-evidence.ts';
import check from './post-quantum.ts';

test.each([
  [{ offered: true, group: 'X25519MLKEM768' }, 'offered'],
  [{ offered: false, group: null }, 'absent'],
  [{ offered: null, group: null }, 'unknown'],
])('%o: %s', (post_quantum, outcome) => {
  expect(outcomeOf(check, tlsWith({ post_quantum }))).toBe(outcome);
});

test('its lack costs nothing and is mentioned', () => {
  const verdict = judgedTls(check, tlsWith({ post_quantum: { offered: false, group: null } }));
  expect(verdict).toMatchObject({ status: 'good', deduction: 0 });
  expect(verdict?.note).toContain('does not support post-quantum key exchange');
});

test('a server that fails on large hellos locks browsers out', () => {
  const tls = tlsWith();
  const verdict = judgedTls(check, { ...tls, handshake: { ...tls.handshake, large_hello_refused: true } });
  expect(verdict).toMatchObject({ outcome: 'large_hello', status: 'weak', deduction: 2 });
});
