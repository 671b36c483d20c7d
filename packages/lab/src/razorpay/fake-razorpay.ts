/** A local Razorpay: the part of its API that billing uses, over real HTTP, with state in memory. */
import { createHmac } from 'node:crypto';
import { PaymentFake, type FakeAnswer, type FakeRequest, type LabEvent } from '../payment-fake.ts';
import { hostedCheckout } from './hosted-checkout.ts';
import { RazorpayState } from './razorpay-state.ts';
import type { Notes, RazorpayPlan } from './razorpay-shapes.ts';

export interface FakeRazorpayOptions {
  keyId?: string;
  keySecret?: string;
  webhookSecret?: string;
}

export class FakeRazorpay extends PaymentFake {
  readonly keyId: string;
  readonly keySecret: string;
  readonly webhookSecret: string;
  readonly state: RazorpayState;

  constructor(options: FakeRazorpayOptions = {}) {
    super();
    this.keyId = options.keyId ?? 'rzp_test_lab';
    this.keySecret = options.keySecret ?? 'lab_secret';
    this.webhookSecret = options.webhookSecret ?? 'lab_webhook_secret';
    this.state = new RazorpayState({
      now: () => this.now(),
      id: (prefix) => this.nextId(prefix),
      origin: () => this.url,
      emit: (type, entities) => this.#emit(type, entities),
    });
  }

  webhookHeaders(event: LabEvent): Record<string, string> {
    return { 'x-razorpay-signature': this.sign(event.body, this.webhookSecret), 'x-razorpay-event-id': event.id };
  }

  sign(body: string, secret: string): string {
    return createHmac('sha256', secret).update(body).digest('hex');
  }

  #emit(type: string, entities: Record<string, object>): void {
    const payload = Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }]));
    const body = JSON.stringify({
      entity: 'event',
      account_id: 'acc_TLabAccount001',
      event: type,
      contains: Object.keys(entities),
      payload,
      created_at: this.now(),
    });
    this.happened({ id: this.nextId('evt'), type, body });
  }

  protected errorBody(status: number, description: string): unknown {
    const code = status >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR';
    return {
      error: { code, description, source: 'business', step: 'payment_initiation', reason: 'lab', metadata: {} },
    };
  }

  #bad(description: string, status = 400): FakeAnswer {
    return { status, body: this.errorBody(status, description) };
  }

  protected handle(request: FakeRequest): FakeAnswer {
    if (request.path.startsWith('/_lab/')) return this.#payer(request);
    const page = hostedCheckout(this, request);
    if (page) return page;
    const credentials = `Basic ${Buffer.from(`${this.keyId}:${this.keySecret}`).toString('base64')}`;
    if (request.headers.authorization !== credentials) return this.#bad('Authentication failed', 401);
    const [, version, collection = '', id, action] = request.path.split('/');
    if (version !== 'v1') return this.#bad('The requested URL was not found on the server.');
    if (request.method === 'POST') return this.#post(collection, id, action, request);
    return this.#get(collection, id, action, request.query);
  }

  /** Acts as the payer in Razorpay's client-side checkout: `POST /_lab/pay/order_…`, `POST /_lab/refund/pay_…` or `…/newest`. */
  #payer(request: FakeRequest): FakeAnswer {
    const [, , act, named = ''] = request.path.split('/');
    const newest = [...this.state.payments.values()].findLast(({ status }) => status === 'captured');
    const id = named === 'newest' ? (newest?.id ?? '') : named;
    if (request.method !== 'POST') return this.#bad('POST only');
    if (act === 'refund' && this.state.payments.has(id)) return { status: 200, body: this.state.refund(id) };
    if (act === 'pay' && this.state.orders.has(id)) return { status: 200, body: this.state.pay(id) };
    if (act === 'pay' && this.state.subscriptions.has(id)) return { status: 200, body: this.state.charge(id) };
    return this.#bad('The id provided does not exist');
  }

  #get(collection: string, id: string | undefined, action: string | undefined, query: URLSearchParams): FakeAnswer {
    const { state } = this;
    if (id === undefined) return this.#list(collection, query);
    if (collection === 'orders' && action === 'payments') {
      return listed([...state.payments.values()].filter((payment) => payment.order_id === id));
    }
    if (collection === 'payments' && action === 'refunds') {
      return paged([...state.refunds.values()].filter((refund) => refund.payment_id === id).reverse(), query);
    }
    const object = action === undefined ? this.#collection(collection)?.get(id) : undefined;
    // Razorpay answers an unknown id with 400, not 404.
    return object ? { status: 200, body: object } : this.#bad('The id provided does not exist');
  }

  #list(collection: string, query: URLSearchParams): FakeAnswer {
    const objects = this.#collection(collection);
    if (!objects) return this.#bad('The requested URL was not found on the server.');
    let rows = [...objects.values()].reverse() as Record<string, unknown>[];
    for (const name of ['receipt', 'subscription_id', 'payment_id']) {
      const wanted = query.get(name);
      if (wanted !== null) rows = rows.filter((row) => row[name] === wanted);
    }
    const [from, to] = [Number(query.get('from') ?? 0), Number(query.get('to') ?? Infinity)];
    rows = rows.filter((row) => Number(row['created_at']) >= from && Number(row['created_at']) <= to);
    return paged(rows, query);
  }

  #collection(name: string): Map<string, object> | undefined {
    const { state } = this;
    const collections: Record<string, Map<string, object>> = {
      orders: state.orders,
      payments: state.payments,
      refunds: state.refunds,
      disputes: state.disputes,
      plans: state.plans,
      subscriptions: state.subscriptions,
      invoices: state.invoices,
    };
    return collections[name];
  }

  #post(collection: string, id: string | undefined, action: string | undefined, request: FakeRequest): FakeAnswer {
    const body = JSON.parse(request.body || '{}') as Record<string, unknown>;
    if (collection === 'payments' && id !== undefined && action === 'capture') return this.#capture(id, body);
    if (id !== undefined) return this.#act(`${collection}/${action ?? ''}`, id, body);
    const notes = (body['notes'] as Notes | undefined) ?? [];
    switch (collection) {
      case 'orders': {
        const amount = Number(body['amount']);
        const receipt = typeof body['receipt'] === 'string' ? body['receipt'] : null;
        if (!Number.isInteger(amount) || amount < 100)
          return this.#bad('Order amount less than minimum amount allowed');
        if (receipt !== null && receipt.length > 40)
          return this.#bad('The receipt may not be greater than 40 characters.');
        return {
          status: 200,
          body: this.state.openOrder({ amount, currency: String(body['currency']), receipt, notes }),
        };
      }
      case 'plans':
        return { status: 200, body: this.#plan(body, notes) };
      case 'subscriptions': {
        const planId = String(body['plan_id']);
        if (!this.state.plans.has(planId)) return this.#bad('The id provided does not exist');
        const totalCount = Number(body['total_count']);
        if (!Number.isInteger(totalCount) || totalCount < 1) return this.#bad('The total count field is required.');
        const opened = this.state.openSubscription({ planId, totalCount, notes, shortUrl: '' });
        opened.short_url = `${this.url}/i/${opened.id}`;
        return { status: 200, body: opened };
      }
      default:
        return this.#bad('The requested URL was not found on the server.');
    }
  }

  #act(act: string, id: string, body: Record<string, unknown>): FakeAnswer {
    const { state } = this;
    const [sub, paid] = [state.subscriptions.get(id), state.payments.get(id)];
    if (act === 'payments/refund') {
      if (!paid) return this.#bad('The id provided does not exist');
      if (paid.status !== 'captured') return this.#bad('The payment has been fully refunded already');
      const wanted = body['amount'] === undefined ? paid.amount : Number(body['amount']);
      if (wanted > paid.amount - paid.amount_refunded)
        return this.#bad('The total refund amount is greater than the refund payment amount');
      return { status: 200, body: state.refund(id, wanted) };
    }
    if (!act.startsWith('subscriptions/')) return this.#bad('The requested URL was not found on the server.');
    if (!sub) return this.#bad('The id provided does not exist');
    if (act === 'subscriptions/cancel') {
      if (sub.status === 'cancelled') return this.#bad('Subscription is not cancellable in cancelled status.');
      if (Number(body['cancel_at_cycle_end'] ?? 0) === 1) return { status: 200, body: state.cancelAtCycleEnd(id) };
      state.cancel(id);
    } else if (act === 'subscriptions/pause') state.pause(id);
    else if (act === 'subscriptions/resume') state.resume(id);
    else return this.#bad('The requested URL was not found on the server.');
    return { status: 200, body: sub };
  }

  #plan(body: Record<string, unknown>, notes: Notes): RazorpayPlan {
    const item = body['item'] as { name: string; amount: number; currency: string };
    const plan: RazorpayPlan = {
      id: this.nextId('plan'),
      entity: 'plan',
      interval: Number(body['interval']),
      period: String(body['period']),
      item: { id: this.nextId('item'), active: true, ...item },
      notes,
      created_at: this.now(),
    };
    this.state.plans.set(plan.id, plan);
    return plan;
  }

  #capture(id: string, body: Record<string, unknown>): FakeAnswer {
    const paid = this.state.payments.get(id);
    if (!paid) return this.#bad('The id provided does not exist');
    if (Number(body['amount']) !== paid.amount) {
      return this.#bad('Capture amount must be equal to the amount authorized');
    }
    if (paid.status === 'captured' || paid.status === 'refunded')
      return this.#bad('This payment has already been captured');
    const captured = this.state.capture(id);
    return captured ? { status: 200, body: captured } : this.#bad('The payment could not be captured');
  }
}

/** `count` (default 10, at most 100) and `skip`. */
function paged(rows: object[], query: URLSearchParams): FakeAnswer {
  const skip = Number(query.get('skip') ?? 0);
  return listed(rows.slice(skip, skip + Math.min(100, Number(query.get('count') ?? 10))));
}

function listed(items: object[]): FakeAnswer {
  return { status: 200, body: { entity: 'collection', count: items.length, items } };
}
