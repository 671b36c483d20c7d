import { expect, test } from 'vitest';
import {
  certificateWith,
  chainWith,
  daysFromScan,
  intermediateWith,
  outcomeOf,
  tlsWith,
} from '../../../test/tls-evidence.ts';
import check from './intermediate-validity.ts';

const expired = intermediateWith({ not_after: daysFromScan(-1) });
const future = intermediateWith({ not_before: daysFromScan(1) });
/** RFC 5280 §4.1.2.5: the last second counts. */
const lastSecond = intermediateWith({ not_after: daysFromScan(0) });
const justOver = intermediateWith({ not_after: new Date(Date.parse(daysFromScan(0)) - 1000).toISOString() });
const unused = intermediateWith({ not_after: daysFromScan(-1), sha256: 'not on the path' });

test.each([
  ['in date', [intermediateWith()], 'in_date'],
  ['expired', [expired], 'expired'],
  ['in its last second', [lastSecond], 'in_date'],
  ['a second later', [justOver], 'expired'],
  ['not yet valid', [future], 'expired'],
  ['an expired one outside the path', [intermediateWith(), unused], 'in_date'],
  ['none sent', [], null],
])('%s', (_name, intermediates, outcome) => {
  expect(outcomeOf(check, tlsWith({ chain: chainWith([certificateWith(), ...intermediates]) }))).toBe(outcome);
});
