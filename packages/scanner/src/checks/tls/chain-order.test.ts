import { expect, test } from 'vitest';
import {
  certificateWith,
  chainWith,
  intermediateWith,
  judgedTls,
  outcomeOf,
  tlsWith,
} from '../../../test/tls-evidence.ts';
import check from './chain-order.ts';

const leaf = certificateWith();
const first = intermediateWith({ subject: 'CN=First', sha256: 'i1' });
const second = intermediateWith({ subject: 'CN=Second', sha256: 'i2' });
const root = intermediateWith({ subject: 'CN=Lab Root', sha256: 'rr', self_signed: true });
const path = ['aa', 'i1', 'i2', 'rr'];
const sent = (...certificates: (typeof leaf)[]) => tlsWith({ chain: chainWith(certificates, { path }) });

test.each([
  ['in order', [leaf, first, second], 'ordered'],
  ['alone', [leaf], 'ordered'],
  ['swapped', [leaf, second, first], 'disordered'],
  ['with the root', [leaf, first, second, root], 'superfluous'],
  ['twice', [leaf, first, first, second], 'superfluous'],
  ['with a stranger', [leaf, first, second, intermediateWith({ sha256: 'xx' })], 'superfluous'],
])('%s', (_name, certificates, outcome) => {
  expect(outcomeOf(check, sent(...certificates))).toBe(outcome);
});

test('lists the chain with its anomalies', () => {
  expect(judgedTls(check, sent(leaf, second, first, root))?.evidence).toEqual([
    '0: CN=example.test',
    '1: CN=Second',
    '2: CN=First',
    '3: CN=Lab Root (a root)',
  ]);
});
