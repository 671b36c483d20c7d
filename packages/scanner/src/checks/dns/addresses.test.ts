import { expect, test } from 'vitest';
import { judgedZone } from '../../../test/dns-evidence.ts';
import check from './addresses.ts';

// The page in these tests was loaded from 192.0.2.1.
test.each([
  ['the only address', ['@ A 192.0.2.1'], 'all', ['scanned: 192.0.2.1']],
  [
    'one of several',
    ['@ A 192.0.2.1', '@ A 192.0.2.2', '@ AAAA 2001:db8::1'],
    'one_of_many',
    ['scanned: 192.0.2.1', 'not scanned: 192.0.2.2', 'not scanned: 2001:db8::1'],
  ],
])('%s', async (_name, zone, outcome, evidence) => {
  expect(await judgedZone(check, zone)).toMatchObject({ outcome, evidence, status: 'good', deduction: 0 });
});

test('without DNS other addresses are unknown', async () => {
  const rcode = { rcode: 'SERVFAIL' } as const;
  const verdict = await judgedZone(check, [], { faults: { 'example.test A': rcode, 'example.test AAAA': rcode } });
  expect(verdict).toMatchObject({
    status: 'unknown',
    note: expect.stringContaining('192.0.2.1 was scanned') as string,
  });
});
