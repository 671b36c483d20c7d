/** What may happen to billing, as data: fast-check generates, prints and shrinks it. */
import fc from 'fast-check';
import { productIds, type ProductId } from '../products.ts';
import type { ProviderName } from '../provider.ts';
import type { Misfortune } from './lab-provider.ts';

export interface Wish {
  provider: ProviderName;
  product: ProductId;
}

/** `at` selects an existing item: a purchase, an event, a refund. */
export type Step =
  | { do: 'pay'; at: number; percentOff?: number; trialDays?: number }
  | { do: 'befall'; at: number; what: Misfortune }
  | { do: 'authorize' | 'redirect' | 'use' | 'cancel' | 'upgrade' | 'year_passes'; at: number }
  | { do: 'dispute'; at: number; back: number }
  | { do: 'pay_later'; at: number }
  | { do: 'settle_later'; at: number; succeeds: boolean }
  /** `back`: which payment, counted from the newest. */
  | { do: 'refund'; at: number; full: boolean; back: number }
  | { do: 'fail_refund'; at: number }
  | { do: 'close_dispute'; at: number; outcome: 'won' | 'lost' }
  | { do: 'renew'; at: number; succeeds: boolean }
  | { do: 'deliver'; at: number; again: boolean; crash: Crash }
  | { do: 'lose_event'; at: number }
  | { do: 'reconcile'; crash: Crash }
  | { do: 'days_pass'; days: number }
  | { do: 'provider_trouble'; provider: ProviderName; kind: 'status' | 'drop_before' | 'drop_after'; times: number }
  | { do: 'at_once'; steps: Step[] };

/** Where our process crashes: never, in the transaction, or after it but before the event is marked. */
export type Crash = 'no' | 'in_transaction' | 'before_mark';

export interface Story {
  /** Stripe collects tax. */
  taxed: boolean;
  wishes: Wish[];
  steps: Step[];
}

const at = fc.nat(30);
const back = fc.oneof(fc.constant(0), fc.nat(15));
const crash = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Crash>('no') },
  { weight: 1, arbitrary: fc.constant<Crash>('in_transaction') },
  { weight: 1, arbitrary: fc.constant<Crash>('before_mark') },
);
const deliver = fc.record({ do: fc.constant('deliver' as const), at, again: fc.boolean(), crash });
const pay = fc.record(
  { do: fc.constant('pay' as const), at, percentOff: fc.constantFrom(100, 30), trialDays: fc.constantFrom(7, 30) },
  { requiredKeys: ['do', 'at'] },
);
const MISFORTUNES: readonly Misfortune[] = [
  'discount_once',
  'free_forever',
  'credit',
  'dearer',
  'cheaper',
  'changes_of_price',
  'pause',
  'resume',
  'collect_void',
  'collect_free',
  'collect_later',
  'collect_again',
  'retry',
  'end_at_period_end',
  'go_on',
  'give_up',
];
const redirect = fc.record({ do: fc.constant('redirect' as const), at });
const use = fc.record({ do: fc.constant('use' as const), at });
const reconcile = fc.record({ do: fc.constant('reconcile' as const), crash });

const atOnce = fc.record({
  do: fc.constant('at_once' as const),
  steps: fc.array(fc.oneof(deliver, deliver, redirect, use, reconcile), { minLength: 2, maxLength: 4 }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: pay },
  { weight: 8, arbitrary: deliver },
  { weight: 3, arbitrary: redirect },
  { weight: 3, arbitrary: use },
  { weight: 4, arbitrary: atOnce },
  { weight: 1, arbitrary: reconcile },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('authorize' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pay_later' as const), at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle_later' as const), at, succeeds: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refund' as const), at, full: fc.boolean(), back }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail_refund' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dispute' as const), at, back }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('close_dispute' as const),
      at,
      outcome: fc.constantFrom('won' as const, 'lost' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('renew' as const), at, succeeds: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('befall' as const), at, what: fc.constantFrom(...MISFORTUNES) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('year_passes' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('upgrade' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose_event' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('days_pass' as const), days: fc.integer({ min: 1, max: 20 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('provider_trouble' as const),
      provider: fc.constantFrom('stripe' as const, 'razorpay' as const),
      kind: fc.constantFrom('status' as const, 'drop_before' as const, 'drop_after' as const),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
);

export const story: fc.Arbitrary<Story> = fc.record({
  taxed: fc.boolean(),
  wishes: fc.array(
    fc.record({
      provider: fc.constantFrom('stripe' as const, 'razorpay' as const),
      product: fc.constantFrom(...productIds),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  steps: fc.array(step, { minLength: 4, maxLength: 24, size: 'max' }),
});
