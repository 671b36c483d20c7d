/** Plays a story on the providers' real SDKs and a real database, and checks invariants on the way. */
import { setVolume } from '@palisade/access/keys';
import { consumeToken, reserveToken } from '@palisade/access/reserve-token';
import type { LabEvent } from '@palisade/lab/payment-fake';
import type { BillingDeps } from '../billing-deps.ts';
import { openCheckout, payForCompliance } from '../checkout.ts';
import { claimOneTimeScan } from '../claim.ts';
import { ensureCompliancePaid } from '../ensure-compliance-paid.ts';
import { sourceOf, tokenKindOf } from '../entitle.ts';
import { BillingError } from '../errors.ts';
import type { Purchase } from '../ledger.ts';
import { processProviderEvent, storeProviderEvent, type StoredEvent } from '../provider-events.ts';
import { purchaseState } from '../purchase-state.ts';
import { reconcile } from '../reconcile.ts';
import { settle } from '../settle.ts';
import { APP_SECRET, type BillingLab } from './billing-lab.ts';
import type { Crash, Step, Wish } from './billing-steps.ts';
import { Crashed, dying } from './dying.ts';
import type { LabProvider } from './lab-provider.ts';

/** How a stored event is processed. `wait`: the story continues when it is done. */
export type Road = (world: BillingWorld, event: StoredEvent, how: { crash: Crash; wait: boolean }) => Promise<void>;

const atOnce: Road = async (world, { id }, { crash }) => {
  await processProviderEvent(world.deps(crash), id);
};

export interface Bought {
  wish: Wish;
  purchase: Purchase;
  ref: string;
  /** Issued before the payment. */
  inertToken: string | null;
  paymentIds: string[];
  refundIds: string[];
  disputeIds: string[];
  delivered: number;
  /** Scans per month that an operator has agreed with this customer. */
  volume: number | null;
}

export class BillingWorld {
  readonly bought: Bought[] = [];
  readonly complaints: string[] = [];
  readonly lab: BillingLab;
  #mailbag: { lab: LabProvider; event: LabEvent }[] = [];
  #daysPassed = 0;
  readonly #road: Road;

  constructor(lab: BillingLab, road: Road = atOnce) {
    this.lab = lab;
    this.#road = road;
  }

  now(): Date {
    return new Date(Date.now() + this.#daysPassed * 86_400_000);
  }

  /** Our process, with its crash point. */
  deps(crash: Crash = 'no'): BillingDeps {
    return dying({ ...this.lab.deps, now: () => this.now() }, crash);
  }

  async begin(wish: Wish): Promise<void> {
    const email = `buyer${this.bought.length}@example.com`;
    const { provider, product } = wish;
    let inertToken: string | null = null;
    if (product === 'compliance_report') {
      const answer = await payForCompliance(this.deps(), { provider, email });
      inertToken = 'token' in answer ? answer.token : null;
    } else {
      await openCheckout(this.deps(), { provider, product, email });
    }
    const purchase = await this.lab.deps.db.purchase.findFirstOrThrow({ where: { email }, include: { ledger: true } });
    const ref = purchase.ledger[0]?.ref ?? '';
    this.bought.push({
      wish,
      purchase,
      ref,
      inertToken,
      paymentIds: [],
      refundIds: [],
      disputeIds: [],
      delivered: 0,
      volume: null,
    });
  }

  async play(step: Step): Promise<void> {
    try {
      await this.#act(step);
    } catch (error) {
      // Rejections and crashes are part of the story; anything else is a bug.
      if (!(error instanceof BillingError) && !(error instanceof Crashed)) throw error;
    }
    this.#collect();
  }

  #collect(): void {
    for (const lab of [this.lab.stripe, this.lab.razorpay]) {
      for (const event of lab.fake.events.splice(0)) this.#mailbag.push({ lab, event });
    }
  }

  async #act(step: Step): Promise<void> {
    switch (step.do) {
      case 'at_once':
        await Promise.all(step.steps.map((inner) => this.play(inner)));
        return;
      case 'days_pass':
        this.#daysPassed += step.days;
        this.lab.stripe.fake.clockOffset = this.lab.razorpay.fake.clockOffset = this.#daysPassed * 86_400;
        return;
      case 'provider_trouble':
        this.lab[step.provider].fake.faults.push({ path: /^\/v1/, kind: step.kind, times: step.times });
        return;
      case 'reconcile':
        await reconcile(this.deps(step.crash), { since: new Date(0) });
        return;
      case 'deliver':
        return await this.#deliver(step);
      case 'lose_event':
        this.#mailbag.splice(step.at % (this.#mailbag.length || 1), 1);
        return;
      default:
        return await this.#actOn(this.bought[step.at % this.bought.length], step);
    }
  }

  async #deliver(step: Extract<Step, { do: 'deliver' }>): Promise<void> {
    const index = step.at % (this.#mailbag.length || 1);
    const letter = this.#mailbag[index];
    if (!letter) return;
    if (!step.again) this.#mailbag.splice(index, 1);
    const { lab, event } = letter;
    const headers = lab.fake.webhookHeaders(event);
    const stored = await storeProviderEvent(this.deps(), lab.name, Buffer.from(event.body), headers);
    await this.#road(this, stored, { crash: step.crash, wait: step.at % 3 > 0 });
  }

  async #actOn(one: Bought | undefined, step: Step): Promise<void> {
    if (!one) return;
    const lab = this.lab[one.wish.provider];
    const lastPayment = one.paymentIds.at(-1);
    const monthly = one.wish.product === 'pro';
    switch (step.do) {
      case 'pay':
        // A subscription starts once; its further payments are renewals.
        if (lastPayment === undefined) {
          const { do: _do, at: _at, ...terms } = step;
          one.paymentIds.push(lab.pay(one.ref, monthly && one.wish.provider === 'stripe' ? terms : {}));
        }
        return;
      case 'befall': {
        if (!monthly || lastPayment === undefined) return;
        lab.befall(one.ref, step.what);
        const newest = lab.newestPaid(one.ref);
        if (newest !== null && !one.paymentIds.includes(newest)) one.paymentIds.push(newest);
        return;
      }
      case 'authorize': {
        const id = lastPayment === undefined && !monthly ? lab.authorize(one.ref) : null;
        if (id !== null) one.paymentIds.push(id);
        return;
      }
      case 'pay_later': {
        const id = lastPayment === undefined ? lab.payLater(one.ref) : null;
        if (id !== null) one.paymentIds.push(id);
        return;
      }
      case 'settle_later':
        if (lastPayment !== undefined && !monthly) lab.settleLater(one.ref, step.succeeds);
        return;
      case 'renew': {
        const id = monthly && lastPayment !== undefined ? lab.renew(one.ref, step.succeeds) : null;
        if (id !== null) one.paymentIds.push(id);
        return;
      }
      case 'year_passes':
        // Thirteen successful months: more than are fetched in full.
        for (let month = 0; monthly && lastPayment !== undefined && month < 13; month += 1) {
          const id = lab.renew(one.ref, true);
          if (id !== null) one.paymentIds.push(id);
        }
        return;
      case 'refund': {
        const id = paidBefore(one, step.back);
        if (id !== undefined && this.#captured(one, id)) {
          one.refundIds.push(lab.refund(id, step.full ? undefined : 60));
        }
        return;
      }
      case 'fail_refund': {
        const id = one.refundIds.at(-1);
        if (id !== undefined) lab.failRefund(id);
        return;
      }
      case 'dispute':
        if (one.disputeIds.length === 0) {
          const id = paidBefore(one, step.back);
          if (id !== undefined && this.#captured(one, id)) one.disputeIds.push(lab.dispute(id));
        }
        return;
      case 'close_dispute': {
        const id = one.disputeIds.at(-1);
        if (id !== undefined) lab.closeDispute(id, step.outcome);
        return;
      }
      case 'cancel':
        if (monthly && lastPayment !== undefined) lab.cancel(one.ref);
        return;
      case 'upgrade': {
        const { db } = this.lab.deps;
        const key = await db.apiKey.findUnique({ where: { source: sourceOf(one.purchase) } });
        if (!key) return;
        await setVolume(db, key.id, 200, 'operator');
        one.volume = 200;
        return;
      }
      case 'redirect':
        return await this.#redirect(one);
      case 'use':
        return await this.#use(one);
    }
  }

  /** Only received money can be refunded; a second refund needs a remainder. */
  #captured(one: Bought, paymentId: string): boolean {
    if (one.wish.provider === 'stripe') {
      const intent = this.lab.stripeState.intents.get(paymentId);
      const charge = this.lab.stripeState.charges.get(String(intent?.latest_charge));
      return charge !== undefined && charge.amount_refunded < charge.amount;
    }
    return this.lab.razorpay.fake.state.payments.get(paymentId)?.status === 'captured';
  }

  async #redirect(one: Bought): Promise<void> {
    const { provider, product } = one.wish;
    const paymentId = one.paymentIds[0];
    if (provider === 'stripe') {
      await settle(this.deps(), provider, { purchaseId: null, ref: one.ref });
    } else if (product === 'one_time_scan' && paymentId !== undefined) {
      const { token } = await claimOneTimeScan(this.deps(), paymentId, one.purchase.email);
      const again = await claimOneTimeScan(this.deps(), paymentId, one.purchase.email);
      if (token !== again.token) this.complaints.push('the same payment and address got two tokens');
      await claimOneTimeScan(this.deps(), paymentId, 'thief@example.com').then(
        () => this.complaints.push('another address got the token'),
        (error: unknown) => {
          if (!(error instanceof BillingError)) throw error;
        },
      );
    } else if (one.inertToken !== null) {
      await ensureCompliancePaid(this.deps(), one.inertToken);
    }
  }

  async #use(one: Bought): Promise<void> {
    const { db } = this.lab.deps;
    const { product } = one.wish;
    const token = (await this.lab.mails(one.purchase.email)).find(({ payload }) => 'token' in payload)?.payload[
      'token'
    ];
    const given = token ?? one.inertToken;
    if (given === null || product === 'pro') return;
    const facts = await db.ledgerEntry.findMany({ where: { purchaseId: one.purchase.id } });
    const knewBetter = !purchaseState(product, facts, this.now()).entitled;
    const order = { token: given, kind: tokenKindOf(product), leaseMs: 60_000 };
    const held = await reserveToken(db, order, APP_SECRET).catch(() => null);
    if (held && (await consumeToken(db, held))) {
      one.delivered += 1;
      const now = await db.ledgerEntry.findMany({ where: { purchaseId: one.purchase.id } });
      if (knewBetter && !purchaseState(product, now, this.now()).entitled) {
        this.complaints.push(`${sourceOf(one.purchase)} was used although the ledger said unpaid or given back`);
      }
    }
  }
}

/** Counted back from the newest; the first one if there are fewer. */
function paidBefore({ paymentIds }: Bought, back: number): string | undefined {
  return paymentIds[Math.max(0, paymentIds.length - 1 - back)];
}
