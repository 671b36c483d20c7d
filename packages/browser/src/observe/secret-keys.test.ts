import { STORED_KEY } from '@palisade/scanner/parse/secret-keys';
import { expect, it } from 'vitest';
import { requestEvidence } from './requests.ts';
import type { SeenRequest } from './watch.ts';

const WORD = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8';
const HEX = '0123456789abcdef'.repeat(4);

const secretIn = (value: string): string | undefined => {
  const request = { url: `https://other.test/?x=${value}`, method: 'GET', type: 'Fetch', status: 200, failed: null };
  const seen = { ...request, initiator: { type: 'script' } } as unknown as SeenRequest;
  return requestEvidence([seen], 'https://page.test/')[0]?.secret;
};

// As the providers document them.
it.each([
  `ghp_${WORD}`,
  `github_pat_${WORD}`,
  `glpat-${WORD}`,
  `rk_live_${WORD}`,
  `hf_${WORD.slice(0, 34)}`,
  `sk-${WORD.slice(0, 20)}T3BlbkFJ${WORD.slice(0, 20)}`,
  `sk-ant-${WORD}`,
  `xoxb-${WORD}`,
  `npm_${WORD}`,
  `SG.${WORD}.${WORD}`,
  `shpat_${HEX.slice(0, 32)}`,
  `dop_v1_${HEX}`,
])('%s belongs on a server, in storage and in an address', (key) => {
  expect(key).toMatch(new RegExp(`^${STORED_KEY}$`, 'u'));
  expect(secretIn(key)).toBe('x');
});

it.each([`sk_test_${WORD}`, `AKIA${HEX.slice(0, 16).toUpperCase()}`])('%s counts in storage only', (key) => {
  expect(key).toMatch(new RegExp(`^${STORED_KEY}$`, 'u'));
  expect(secretIn(key)).toBeUndefined();
});

it('public keys are none', () => {
  for (const key of [`pk_live_${WORD}`, `AIza${WORD.slice(0, 35)}`, 'ghost', 'sk-SK', 'npm_install'])
    expect(secretIn(key)).toBeUndefined();
});
