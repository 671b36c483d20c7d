import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { purchaseState } from './purchase-state.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

type Fact = Parameters<typeof purchaseState>[1][number];
const paid = (ref: string, periodEnd: Date | null = null): Fact => ({
  kind: 'paid',
  ref,
  paymentRef: null,
  amount: 100,
  periodEnd,
});
const about = (kind: Fact['kind'], ref: string, paymentRef: string, amount: number | null = null): Fact => ({
  kind,
  ref,
  paymentRef,
  amount,
  periodEnd: null,
});

describe('a single purchase', () => {
  test.each<[string, Fact[], boolean, number]>([
    ['nothing yet', [], false, 0],
    ['opened only', [about('opened', 'cs', '')], false, 0],
    ['paid', [paid('p')], true, 100],
    ['payment of another amount', [{ ...paid('p'), kind: 'mispaid' }], false, 0],
    ['refunded', [paid('p'), about('refunded', 'r', 'p', 100)], false, 0],
    ['refunded in part', [paid('p'), about('refunded', 'r', 'p', 40)], true, 60],
    ['refunded in two parts', [paid('p'), about('refunded', 'r', 'p', 40), about('refunded', 's', 'p', 60)], false, 0],
    ['refund failed', [paid('p'), about('refunded', 'r', 'p', 100), about('refund_failed', 'r', 'p', 100)], true, 100],
    ['refund of another payment', [paid('p'), about('refunded', 'r', 'q', 100)], true, 100],
    ['disputed', [paid('p'), about('disputed', 'd', 'p')], false, 0],
    ['dispute won', [paid('p'), about('disputed', 'd', 'p'), about('dispute_won', 'd', 'p')], true, 100],
    ['dispute lost', [paid('p'), about('disputed', 'd', 'p'), about('dispute_lost', 'd', 'p')], false, 0],
    [
      'one dispute won, another open',
      [paid('p'), about('disputed', 'd', 'p'), about('dispute_won', 'd', 'p'), about('disputed', 'e', 'p')],
      false,
      0,
    ],
    ['paid twice, one refunded', [paid('p'), paid('q'), about('refunded', 'r', 'p', 100)], true, 100],
  ])('%s', (_case, facts, entitled, held) => {
    expect(purchaseState('one_time_scan', facts, NOW)).toMatchObject({ entitled, held });
  });
});

describe('a subscription', () => {
  const first = paid('p', inDays(10));
  const second = paid('q', inDays(40));
  test.each<[string, Fact[], boolean, Date | null]>([
    ['paid', [first], true, inDays(10)],
    ['renewed', [second, first], true, inDays(40)],
    ['late: the key has its own grace', [paid('p', inDays(-1))], true, inDays(-1)],
    ['the renewal failed', [first, about('renewal_failed', 'a', '')], true, inDays(10)],
    [
      'renewal refunded, the previous month still runs',
      [first, second, about('refunded', 'r', 'q', 100)],
      true,
      inDays(10),
    ],
    [
      'renewal refunded, nothing runs',
      [paid('p', inDays(-1)), second, about('refunded', 'r', 'q', 100)],
      false,
      inDays(-1),
    ],
    ['first month refunded', [first, about('refunded', 'r', 'p', 100)], false, null],
    ['cancelled', [first, about('ended', 's', '')], false, inDays(10)],
  ])('%s', (_case, facts, entitled, paidUntil) => {
    expect(purchaseState('pro', facts, NOW)).toMatchObject({ entitled, paidUntil });
  });
});

test('the order of entries, and repeating them, changes nothing', () => {
  const fact = fc.record({
    kind: fc.constantFrom('paid', 'refunded', 'refund_failed', 'disputed', 'dispute_won', 'ended', 'opened' as const),
    ref: fc.constantFrom('p', 'q', 'r'),
    paymentRef: fc.constantFrom('p', 'q', null),
    amount: fc.constantFrom(50, 100),
    periodEnd: fc.constantFrom(inDays(-5), inDays(10), inDays(40)),
  });
  // One entry for each natural key, as the database keeps them.
  const facts = fc.uniqueArray(fact, { selector: ({ kind, ref }) => `${kind}:${ref}`, maxLength: 12 });
  fc.assert(
    fc.property(
      facts.chain((set) => fc.tuple(fc.constant(set), fc.shuffledSubarray(set, { minLength: set.length }))),
      fc.constantFrom('pro' as const, 'one_time_scan' as const),
      ([set, shuffled], product) => {
        expect(purchaseState(product, shuffled, NOW)).toEqual(purchaseState(product, set, NOW));
      },
    ),
  );
});
