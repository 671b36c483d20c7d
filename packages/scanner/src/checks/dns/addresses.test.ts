import { expect, test } from 'vitest';
import { gatherZone, judgedZone } from '../../../test/dns-evidence.ts';
import { hop, httpEvidence, judged } from '../../../test/evidence.ts';
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

test('an internal site has internal addresses', async () => {
  const { dns } = await gatherZone(['@ A 10.0.0.1', '@ A 10.0.0.2']);
  const verdict = judged(check, { dns, http: httpEvidence([{ ...hop(), address: '10.0.0.1' }]) });
  expect(verdict).toMatchObject({ outcome: 'one_of_many', evidence: ['scanned: 10.0.0.1', 'not scanned: 10.0.0.2'] });
});

// RFC 6890. Loaded from 192.0.2.1, so the site is on the internet.
test.each([
  ['@ A 10.1.2.3', '10.1.2.3'],
  ['@ A 192.168.1.5', '192.168.1.5'],
  ['@ A 100.64.1.1', '100.64.1.1'],
  ['@ A 0.0.0.0', '0.0.0.0'],
  ['@ A 127.0.0.1', '127.0.0.1'],
  ['@ AAAA fd00::9', 'fd00::9'],
  ['@ AAAA fe80::1', 'fe80::1'],
])('%s next to a public address', async (line, address) => {
  const verdict = await judgedZone(check, ['@ A 192.0.2.1', line]);
  expect(verdict).toMatchObject({ outcome: 'internal', severity: 'minor', deduction: 2 });
  expect(verdict?.evidence).toEqual([`example.test ${address}`]);
  expect(verdict?.fix).toContain(`example.test. IN ${address.includes(':') ? 'AAAA' : 'A'} ${address}`);
});
