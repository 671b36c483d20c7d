import { expect, test } from 'vitest';
import { judgedZone } from '../../../test/dns-evidence.ts';
import check from './ipv6.ts';

test('an address is shown', async () => {
  expect(await judgedZone(check, ['@ AAAA 2001:db8::1'])).toMatchObject({
    outcome: 'present',
    status: 'good',
    evidence: ['2001:db8::1'],
  });
});

test('no address costs nothing and causes a remark', async () => {
  expect(await judgedZone(check, [])).toMatchObject({ outcome: 'absent', status: 'good', deduction: 0 });
});

test('SERVFAIL is unknown', async () => {
  const faults = { 'example.test AAAA': { rcode: 'SERVFAIL' } } as const;
  expect((await judgedZone(check, [], { faults }))?.status).toBe('unknown');
});

test.each([
  [['@ AAAA fd00::9'], 'unreachable'],
  [['@ AAAA ::1'], 'unreachable'],
  [['@ AAAA fd00::9', '@ AAAA 2001:db8::1'], 'present'],
])('%j: %s', async (lines, outcome) => {
  expect((await judgedZone(check, lines))?.outcome).toBe(outcome);
});
