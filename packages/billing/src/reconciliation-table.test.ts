import { expect, test } from 'vitest';
import { reconciliationTable } from './reconciliation-table.ts';

const since = new Date('2026-11-01T00:00:00Z');

test('no differences are one line', () => {
  expect(reconciliationTable({ since, looked: 12, open: 0, differences: [] })).toBe(
    'compared 12 since 2026-11-01 00:00 UTC: no differences',
  );
});

test('columns are aligned', () => {
  const differences = [
    { provider: 'stripe', purchaseId: 'p1', ref: 'pi_1', difference: 'paid' as const, action: 'given' },
    {
      provider: 'razorpay',
      purchaseId: null,
      ref: 'pay_123',
      difference: 'unclaimed_payment' as const,
      action: 'none',
    },
  ];
  expect(reconciliationTable({ since, looked: 2, open: 0, differences }).split('\n')).toEqual([
    'provider  difference         ref      purchaseId  action',
    'stripe    paid               pi_1     p1          given',
    'razorpay  unclaimed_payment  pay_123  -           none',
    '',
    'compared 2 since 2026-11-01 00:00 UTC: 2 differences',
  ]);
});
