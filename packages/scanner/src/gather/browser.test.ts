import { expect, it } from 'vitest';
import { have, type Gathered } from '../evidence/gathered.ts';
import type { BrowserEvidence } from '../evidence/browser.ts';
import type { Target } from '../target.ts';
import { visitInTime } from './browser.ts';

const target: Target = {
  url: 'https://a.test/',
  scheme: 'https',
  host: 'a.test',
  port: 443,
  registrableDomain: 'a.test',
};
const signal = new AbortController().signal;
const EVIDENCE: BrowserEvidence = { product: 'Chromium 1', pages: [], screenshot: null };

it('gives what the browser saw', async () => {
  expect(await visitInTime(async () => have(EVIDENCE), target, signal, 60_000)).toEqual(have(EVIDENCE));
});

it('does not wait for a browser that is late, and ends its look', async () => {
  let ended = false;
  const never = (_target: Target, given: AbortSignal): Promise<Gathered<BrowserEvidence>> => {
    given.addEventListener('abort', () => (ended = true));
    return new Promise(() => undefined);
  };
  expect(await visitInTime(never, target, signal, 2_510)).toMatchObject({ ok: false, code: 'timeout', blame: 'us' });
  expect(ended).toBe(true);
});

it('blames us for whatever goes wrong with it', async () => {
  const broken = (): Promise<Gathered<BrowserEvidence>> => Promise.reject(new Error('no display'));
  expect(await visitInTime(broken, target, signal, 60_000)).toMatchObject({ ok: false, code: 'internal', blame: 'us' });
});
