import { expect, it } from 'vitest';
import { browserOf } from '../../../test/browser-evidence.ts';
import { judged } from '../../../test/evidence.ts';
import mixedContent from './mixed-content.ts';

const one = (loaded: boolean, upgraded: boolean) => ({ url: 'http://cdn.test/a.png', kind: 'Image', loaded, upgraded });

// W3C Mixed Content §4: blockable is blocked, the rest upgraded.
it.each([
  ['good', []],
  ['upgraded', [one(false, true)]],
  ['blocked', [one(false, true), one(false, false)]],
  ['loaded', [one(true, false), one(false, false)]],
  // Where a form leads is judged as a form; nothing of it was loaded.
  ['good', [{ ...one(true, false), kind: 'Form' }]],
])('outcome %s', (outcome, mixed) => {
  expect(judged(mixedContent, { browser: browserOf({ mixed }) })?.outcome).toBe(outcome);
});
