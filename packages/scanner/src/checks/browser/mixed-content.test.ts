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
  ['blocked', [{ ...one(false, false), url: 'ws://cdn.test/live', kind: 'WebSocket' }]],
  // Secure Contexts §3.1: loopback is potentially trustworthy; a developer left it behind.
  ['good', [{ ...one(true, false), url: 'http://localhost:35729/a.png' }, { ...one(true, false), url: 'http://127.0.0.1/b.png' }]], // prettier-ignore
])('outcome %s', (outcome, mixed) => {
  expect(judged(mixedContent, { browser: browserOf({ mixed }) })?.outcome).toBe(outcome);
});

it('the evidence lists all, and says of the less severe what browsers do', () => {
  const mixed = [one(false, true), { ...one(false, false), kind: 'Script' }, { ...one(true, false), kind: 'Video' }];
  expect(judged(mixedContent, { browser: browserOf({ mixed }) })?.evidence).toEqual([
    'Video http://cdn.test/a.png',
    'Script http://cdn.test/a.png (blocked)',
    'Image http://cdn.test/a.png (upgraded)',
  ]);
});
