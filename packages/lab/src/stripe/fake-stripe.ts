/** A local Stripe: the part of its API that billing uses, over real HTTP, with state in memory. */
import { createHash, createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import { PaymentFake, type FakeAnswer, type FakeRequest, type LabEvent } from '../payment-fake.ts';
import { expand } from './expand.ts';
import { hostedPage } from './hosted-pages.ts';
import { parseForm, strings, text } from './form.ts';
import { portalSession } from './checkout-shapes.ts';
import { StripeState } from './stripe-state.ts';

export interface FakeStripeOptions {
  secretKey?: string;
  webhookSecret?: string;
}

export class FakeStripe extends PaymentFake {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly state: StripeState;
  readonly #answered = new Map<string, { print: string; answer: FakeAnswer }>();

  constructor(options: FakeStripeOptions = {}) {
    super();
    this.secretKey = options.secretKey ?? 'sk_test_lab';
    this.webhookSecret = options.webhookSecret ?? 'whsec_lab';
    this.state = new StripeState({
      now: () => this.now(),
      id: (prefix) => this.nextId(prefix, 24),
      origin: () => this.url,
      emit: (type, object) => this.#emit(type, object),
    });
  }

  /** `t=…,v1=…` with the time of sending: Stripe signs each attempt. */
  webhookHeaders(event: LabEvent): Record<string, string> {
    return { 'stripe-signature': this.sign(event.body, this.webhookSecret) };
  }

  sign(body: string, secret: string, at = Math.floor(Date.now() / 1000)): string {
    return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
  }

  #emit(type: string, object: object): void {
    const id = this.nextId('evt', 24);
    const body = JSON.stringify({
      id,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: this.now(),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    });
    this.happened({ id, type, body });
  }

  protected errorBody(status: number, message: string): unknown {
    return { error: { type: status >= 500 ? 'api_error' : 'invalid_request_error', message } };
  }

  #error(status: number, message: string, extra: Record<string, string> = {}): FakeAnswer {
    return { status, body: { error: { type: 'invalid_request_error', message, ...extra } } };
  }

  protected handle(request: FakeRequest): FakeAnswer {
    const page = hostedPage(this.state, request);
    if (page) return page;
    if (request.path.startsWith('/_lab/cancel/')) return this.#cancel(request);
    if (request.path === '/_lab/refund/newest' && request.method === 'POST') return this.#refundNewest();
    if (request.headers.authorization !== `Bearer ${this.secretKey}`) {
      return this.#error(401, 'Invalid API Key provided');
    }
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof key !== 'string') return this.#route(request);
    const print = createHash('sha256').update(`${request.path}\n${request.body}`).digest('hex');
    const before = this.#answered.get(key);
    if (before && before.print !== print) {
      return {
        status: 400,
        body: {
          error: {
            type: 'idempotency_error',
            message: `Keys for idempotent requests can only be used with the same parameters: ${key}`,
          },
        },
      };
    }
    if (before) return { ...before.answer, headers: { 'idempotent-replayed': 'true' } };
    const answer = this.#route(request);
    this.#answered.set(key, { print, answer: { ...answer, body: structuredClone(answer.body) } });
    return answer;
  }

  #route(request: FakeRequest): FakeAnswer {
    const [, version, ...parts] = request.path.split('/').map(decodeURIComponent);
    if (version !== 'v1') return this.#error(404, `Unrecognized request URL (${request.method}: ${request.path})`);
    if (request.method === 'POST' && parts.join('/') === 'checkout/sessions') return this.#createSession(request);
    const change = request.method === 'GET' ? null : this.#change(request, parts);
    if (change) return change;
    if (request.method !== 'GET')
      return this.#error(404, `Unrecognized request URL (${request.method}: ${request.path})`);
    if (parts[0] === 'invoices' && parts[2] === 'lines') return this.#lines(request, parts[1] ?? '');
    const [collection, id] = parts[0] === 'checkout' ? [`checkout/${parts[1]}`, parts[2]] : parts;
    const objects = this.#collection(collection ?? '');
    if (!objects) return this.#error(404, `Unrecognized request URL (GET: ${request.path})`);
    const fields = request.query
      .getAll('expand[]')
      .concat([...request.query].filter(([name]) => /^expand\[\d+\]$/.test(name)).map(([, value]) => value));
    if (id !== undefined) {
      const object = objects.get(id);
      if (!object) return this.#error(404, `No such ${collection}: '${id}'`, { code: 'resource_missing', param: 'id' });
      return { status: 200, body: expand(this.state, object, fields) };
    }
    return { status: 200, body: this.#list(request, objects, fields) };
  }

  #lines(request: FakeRequest, invoiceId: string): FakeAnswer {
    const invoice = this.state.invoices.get(invoiceId);
    if (!invoice) return this.#error(404, `No such invoice: '${invoiceId}'`, { code: 'resource_missing', param: 'id' });
    // Other lists are newest first; lines keep their order.
    const lines = new Map(invoice.lines.data.toReversed().map((one) => [one.id, one]));
    return { status: 200, body: this.#list(request, lines, []) };
  }

  /** Refunds, the portal, and actions on a subscription; null: none of these. */
  #change(request: FakeRequest, [collection, id, ...rest]: string[]): FakeAnswer | null {
    const { state } = this;
    const form = parseForm(request.body);
    const route = `${request.method} ${[collection, ...(id === undefined ? [] : [':']), ...rest].join('/')}`;
    const missing = (what: string) => this.#error(404, `No such ${what}`, { code: 'resource_missing', param: 'id' });
    switch (route) {
      case 'POST refunds': {
        const intent = state.intents.get(text(form, 'payment_intent') ?? '');
        const charge = state.charges.get(String(intent?.latest_charge));
        if (!intent || !charge) return missing('payment_intent');
        if (charge.refunded)
          return this.#error(400, 'Charge has already been refunded.', { code: 'charge_already_refunded' });
        return { status: 200, body: state.refund(intent.id) };
      }
      case 'POST credit_notes': {
        const invoice = state.invoices.get(text(form, 'invoice') ?? '');
        if (!invoice) return missing('invoice');
        const [amount, outside] = [Number(text(form, 'amount')), Number(text(form, 'out_of_band_amount'))];
        const left = invoice.amount_paid - invoice.post_payment_credit_notes_amount;
        if (invoice.status !== 'paid' || amount !== outside || amount > left)
          return this.#error(400, 'The credit note amounts do not add up.');
        return { status: 200, body: state.creditOutOfBand(invoice.id, amount) };
      }
      case 'POST billing_portal/:': {
        const customer = text(form, 'customer') ?? '';
        if (id !== 'sessions') return missing('route');
        if (!state.portalIsSetUp) return this.#error(400, 'No configuration provided');
        return state.hasCustomer(customer)
          ? { status: 200, body: this.#portal(customer, text(form, 'return_url') ?? null) }
          : this.#error(400, `No such customer: '${customer}'`, { code: 'resource_missing', param: 'customer' });
      }
      case 'POST subscriptions/:':
      case 'DELETE subscriptions/:': {
        const sub = state.subscriptions.get(id ?? '');
        if (!sub || (request.method === 'DELETE' && ENDED.includes(sub.status)))
          return missing(`subscription: '${id}'`);
        const ends = text(form, 'cancel_at_period_end');
        if (request.method === 'DELETE') state.cancel(sub.id);
        else if (ends !== undefined) state.recurring.cancelAtPeriodEnd(sub.id, ends === 'true');
        return { status: 200, body: sub };
      }
      default:
        return null;
    }
  }

  #portal(customer: string, returnUrl: string | null): Stripe.BillingPortal.Session {
    const id = this.nextId('bps', 24);
    const portal = portalSession({
      id,
      customer,
      return_url: returnUrl,
      created: this.now(),
      url: `${this.url}/p/session/${id}`,
    });
    this.state.portals.set(id, portal);
    return portal;
  }

  #collection(name: string): Map<string, object> | undefined {
    const { state } = this;
    const collections: Record<string, Map<string, object>> = {
      'checkout/sessions': state.sessions,
      payment_intents: state.intents,
      charges: state.charges,
      refunds: state.refunds,
      disputes: state.disputes,
      credit_notes: state.creditNotes,
      subscriptions: state.subscriptions,
      invoices: state.invoices,
      invoice_payments: state.invoicePayments,
    };
    return collections[name];
  }

  /** Newest first, filtered as requested, `limit` per page, `starting_after` an id. */
  #list(request: FakeRequest, objects: Map<string, object>, fields: string[]): object {
    const { query } = request;
    let rows = [...objects.values()].reverse() as Record<string, unknown>[];
    for (const name of ['payment_intent', 'subscription', 'invoice', 'status']) {
      const wanted = query.get(name);
      if (wanted !== null) rows = rows.filter((row) => belongsTo(row, name) === wanted);
    }
    const paidBy = query.get('payment[payment_intent]');
    if (paidBy !== null) {
      rows = rows.filter((row) => (row['payment'] as Stripe.InvoicePayment.Payment).payment_intent === paidBy);
    }
    const since = query.get('created[gte]');
    if (since !== null) rows = rows.filter((row) => Number(row['created']) >= Number(since));
    const after = query.get('starting_after');
    if (after !== null) rows = rows.slice(rows.findIndex((row) => row['id'] === after) + 1);
    const limit = Number(query.get('limit') ?? 10);
    const inner = fields.map((field) => field.replace(/^data\./, ''));
    return {
      object: 'list',
      url: request.path,
      has_more: rows.length > limit,
      data: rows.slice(0, limit).map((row) => expand(this.state, row, inner)),
    };
  }

  #createSession(request: FakeRequest): FakeAnswer {
    const form = parseForm(request.body);
    const mode = text(form, 'mode');
    if (mode !== 'payment' && mode !== 'subscription')
      return this.#error(400, `Invalid mode: ${mode}`, { param: 'mode' });
    const amount = Number(text(form, 'line_items', 0, 'price_data', 'unit_amount'));
    const currency = text(form, 'line_items', 0, 'price_data', 'currency');
    const interval = text(form, 'line_items', 0, 'price_data', 'recurring', 'interval');
    if (!Number.isInteger(amount) || amount < 50 || currency === undefined) {
      return this.#error(400, 'Invalid line item', { param: 'line_items[0][price_data]' });
    }
    if ((mode === 'subscription') !== (interval !== undefined)) {
      return this.#error(400, `\`${mode}\` mode and the price's recurrence do not fit`, { param: 'mode' });
    }
    const email = text(form, 'customer_email') ?? null;
    if (email?.startsWith('refused'))
      return this.#error(400, `Invalid email address: ${email}`, { code: 'email_invalid', param: 'customer_email' });
    const handedOn = mode === 'payment' ? 'payment_intent_data' : 'subscription_data';
    const session = this.state.openSession({
      mode,
      amount,
      currency,
      email,
      clientReferenceId: text(form, 'client_reference_id') ?? null,
      metadata: strings(form, 'metadata'),
      handedOn: strings(form, handedOn, 'metadata'),
      successUrl: text(form, 'success_url') ?? null,
      cancelUrl: text(form, 'cancel_url') ?? null,
      expiresAt: Number(text(form, 'expires_at')) || null,
      automaticTax: text(form, 'automatic_tax', 'enabled') === 'true',
      pageOrigin: this.url,
    });
    return { status: 200, body: session };
  }

  /** Acts as the dashboard: refunds the newest payment. */
  #refundNewest(): FakeAnswer {
    const newest = [...this.state.intents.values()].findLast(({ status }) => status === 'succeeded');
    return newest ? { status: 200, body: this.state.refund(newest.id) } : this.#error(404, 'no payment');
  }

  /** Acts as the customer portal: `POST /_lab/cancel/cs_…` ends the subscription that the session started. */
  #cancel(request: FakeRequest): FakeAnswer {
    const session = this.state.sessions.get(request.path.slice('/_lab/cancel/'.length));
    if (request.method !== 'POST' || typeof session?.subscription !== 'string')
      return this.#error(404, 'no such subscription');
    this.state.cancel(session.subscription);
    return { status: 200, body: this.state.subscriptions.get(session.subscription) };
  }
}

const ENDED: readonly Stripe.Subscription.Status[] = ['canceled', 'incomplete_expired'];

function belongsTo(row: Record<string, unknown>, name: string): unknown {
  if (name === 'subscription' && row['object'] === 'invoice') {
    const { parent } = row as unknown as Stripe.Invoice;
    return parent?.subscription_details?.subscription;
  }
  return row[name];
}
