import { expect, test } from 'vitest';
import { judgedZone, type ZoneOptions } from '../../../test/dns-evidence.ts';
import check from './tlsa.ts';

const HASH = 'ab'.repeat(32);

test.each<[string, string, ZoneOptions, string]>([
  ['protected', `_443._tcp.@ TLSA 3 1 1 ${HASH}`, { authenticated: ['example.test'] }, 'present'],
  ['not protected', `_443._tcp.@ TLSA 3 1 1 ${HASH}`, {}, 'unsigned'],
  [
    'the port that was scanned',
    `_8443._tcp.@ TLSA 2 0 2 ${HASH}${HASH}`,
    { url: 'https://example.test:8443/' },
    'unsigned',
  ],
  ['a digest too short', '_443._tcp.@ TLSA 3 1 1 0123', {}, 'faulty'],
  ['an unknown usage', `_443._tcp.@ TLSA 4 1 1 ${HASH}`, {}, 'faulty'],
  ['an unknown selector', `_443._tcp.@ TLSA 3 2 1 ${HASH}`, {}, 'faulty'],
  ['an unknown matching type', `_443._tcp.@ TLSA 3 1 3 ${HASH}`, {}, 'faulty'],
])('%s', async (_name, line, options, outcome) => {
  expect((await judgedZone(check, [line], options))?.outcome).toBe(outcome);
});

// RFC 6698 §4.1: clients ignore unusable records of a set.
test('an unusable record next to one that clients can use', async () => {
  const verdict = await judgedZone(check, [`_443._tcp.@ TLSA 3 1 1 ${HASH}`, '_443._tcp.@ TLSA 3 1 1 0123']);
  expect(verdict).toMatchObject({ outcome: 'unsigned', deduction: 0 });
  expect(verdict?.note).toContain('Clients ignore one of the records: a SHA-256 digest has 32 bytes, this one has 2.');
});

test('prints nothing if there is nothing', async () => {
  expect(await judgedZone(check, [])).toBeNull();
});
