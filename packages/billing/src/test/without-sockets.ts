/** The SDKs with the same bytes and faults, but no sockets: this allows thousands of stories. */
import type { FakeRequest, PaymentFake } from '@palisade/lab/payment-fake';
import Stripe from 'stripe';

type Sent = Pick<FakeRequest, 'method' | 'headers' | 'body'> & { url: URL };

async function exchange(fake: PaymentFake, { url, ...sent }: Sent) {
  // As over a network, a response never arrives in the same tick.
  await new Promise(setImmediate);
  const answer = fake.exchange({ ...sent, path: url.pathname, query: url.searchParams });
  if (answer === 'hangs') return await new Promise<never>(() => undefined);
  if (answer === 'dropped') throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
  await new Promise(setImmediate);
  return answer;
}

export function stripeClient(fake: PaymentFake): Stripe.HttpClient {
  return Stripe.createFetchHttpClient(async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers ?? []));
    const url = new URL(typeof input === 'object' && 'url' in input ? input.url : input);
    const sent = { url, method: init.method ?? 'GET', headers, body: typeof init.body === 'string' ? init.body : '' };
    const answer = await exchange(fake, sent);
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  });
}

/** The part of an axios request that the SDK sets. */
interface AxiosRequest {
  baseURL: string;
  url: string;
  method: string;
  params?: Record<string, unknown>;
  data?: string;
  auth: { username: string; password: string };
}

export function razorpayAdapter(fake: PaymentFake): (request: unknown) => Promise<unknown> {
  return async (request) => {
    const { baseURL, url: path, method, params = {}, data = '', auth } = request as AxiosRequest;
    const url = new URL(baseURL + path);
    for (const [name, value] of Object.entries(params))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const authorization = `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`;
    const sent = { url, method: method.toUpperCase(), headers: { authorization }, body: data };
    const { status, headers, body } = await exchange(fake, sent);
    const response = { data: body, status, statusText: '', headers, config: request };
    if (status < 400) return response;
    // Its responses are parsed before the SDK reads them, rejections too.
    throw Object.assign(new Error(`status ${status}`), { response });
  };
}
