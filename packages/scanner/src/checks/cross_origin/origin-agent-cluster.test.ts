import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import check from './origin-agent-cluster.ts';

/** HTML §7.1.7 requires a structured boolean (RFC 9651 §3.3.6). */
it.each([
  ['?1', 'apart'],
  ['?0', 'declined'],
  ['true', 'invalid'],
  ['1', 'invalid'],
  ['?1, ?1', 'invalid'],
  ['"?1"', 'invalid'],
  ['', 'invalid'],
])('%s: %s', (value, outcome) => {
  expect(judged(check, { headers: [['Origin-Agent-Cluster', value]] })?.outcome).toBe(outcome);
});

it('has no finding without the header', () => {
  expect(judged(check)).toBeNull();
});
