/** The service under test, from outside: an address, a command line, and sites and payments that it can reach. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { DEMO_RECORDS, DEMO_SITES } from '@palisade/lab/demo/demo-sites';
import { startLab, type Lab } from '@palisade/lab/lab';
import { FakeRazorpay } from '@palisade/lab/razorpay/fake-razorpay';
import { FakeStripe } from '@palisade/lab/stripe/fake-stripe';
import { startStack, type Stack } from '../stack.ts';
import { credentialsOf, type Credentials } from './credentials.ts';

export const FREE_SCANS_PER_DAY = 5;
export const SCAN_TIMEOUT_MS = 8_000;

export interface Service extends AsyncDisposable {
  baseUrl: string;
  lab: Lab;
  razorpay: FakeRazorpay;
  stripe: FakeStripe;
  stack: Stack;
  /** Runs an operator's command; returns its standard output without the trailing newline. */
  cli(...args: string[]): Promise<string>;
  /** A key with its own quota; without options, one that several tests may share. */
  key(options?: { scansPerMonth: number }): Promise<string>;
  token: Credentials['token'];
  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** POST /api/scan from an address that has not scanned yet. */
  freeScan(body: unknown, options?: { query?: string; headers?: Record<string, string> }): Promise<Response>;
  proScan(url: string, key?: string): Promise<Response>;
  /** Messages sent so far, newest last. */
  mail(): Promise<{ to: string; subject: string; text: string; attachments: string[] }[]>;
}

const SITES = [
  ...DEMO_SITES,
  { host: 'refused.test', https: 'none', http: 'none' },
  { host: 'silent.test', https: { delayMs: 60_000 }, http: 'none' },
  {
    host: 'no-handshake.test',
    http: 'none',
    tls: { SNICallback: (_name: string, done: (error: Error) => void) => done(new Error('no certificate today')) },
  },
  {
    host: 'hooks.test',
    // `/flaky` fails on the first request.
    https: (() => {
      const asked = new Set<string>();
      return ({ path }: { path: string }) => {
        const down = path.startsWith('/flaky') && !asked.has(path);
        asked.add(path);
        return { status: down ? 500 : path.startsWith('/gone') ? 410 : 204 };
      };
    })(),
  },
  { host: 'to-private.test', https: { status: 302, headers: [['Location', 'http://10.1.2.3/']] } },
] as const;

export async function startService(): Promise<Service> {
  const lab = await startLab({
    sites: SITES,
    records: [...DEMO_RECORDS, 'inside.test A 10.1.2.3'],
  });
  const razorpay = await new FakeRazorpay().listen();
  const stripe = await new FakeStripe().listen();
  const stack = await startStack({
    env: {
      ...lab.env,
      // The tests are the reverse proxy: each call can have its own client address.
      TRUST_PROXY: '127.0.0.1/32',
      FREE_SCANS_PER_DAY: String(FREE_SCANS_PER_DAY),
      SCAN_TIMEOUT_MS: String(SCAN_TIMEOUT_MS),
      RAZORPAY_KEY_ID: razorpay.keyId,
      RAZORPAY_KEY_SECRET: razorpay.keySecret,
      RAZORPAY_WEBHOOK_SECRET: razorpay.webhookSecret,
      RAZORPAY_API_BASE_URL: razorpay.url,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE_URL: stripe.url,
    },
  });

  let done = false;
  // Otherwise a service that crashes shows up as a hundred refused connections without a reason.
  stack.child.once(
    'exit',
    (code) => done || console.error(`the service exited (${code}):\n${stack.output().slice(-4000)}`),
  );

  const cli = async (...args: string[]) => {
    const { code, stdout, stderr } = await stack.cli(...args);
    if (code !== 0) throw new Error(`palisade ${args[0]} exited with ${code}: ${stderr}`);
    return stdout.trimEnd();
  };
  const credentials = await credentialsOf(stack);
  let shared: Promise<string> | undefined;
  const key: Service['key'] = (options) =>
    options ? credentials.key(options) : (shared ??= credentials.key({ scansPerMonth: 100_000 }));
  const post: Service['post'] = (route, body, headers = {}) =>
    fetch(stack.baseUrl + route, {
      method: 'POST',
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });

  const freeScan: Service['freeScan'] = (body, { query = '', headers = {} } = {}) =>
    post(`/api/scan${query}`, body, { 'x-forwarded-for': newAddress(), ...headers });
  // The first scan of a process compiles what later ones run: on a busy machine that takes longer than a scan may.
  while ((await freeScan({ url: 'perfect.test/?first' })).status === 503);

  return {
    baseUrl: stack.baseUrl,
    lab,
    razorpay,
    stripe,
    stack,
    cli,
    key,
    token: credentials.token,
    post,
    get: (route, headers = {}) => fetch(stack.baseUrl + route, { headers }),
    freeScan,
    proScan: async (url, given) => post('/api/scan/pro', { url }, { 'x-api-key': given ?? (await key()) }),
    mail: () => readOutbox(path.join(stack.dataDir, 'outbox')),
    async [Symbol.asyncDispose]() {
      done = true;
      await credentials.close();
      await stack.stop();
      await Promise.all([lab.close(), razorpay.close(), stripe.close()]);
    },
  };
}

let addresses = 0;
/** An address that no test has used, of the benchmarking range 198.18.0.0/15 (RFC 2544). */
export function newAddress(): string {
  addresses += 1;
  return `198.18.${Math.floor(addresses / 250)}.${addresses % 250}`;
}

/** Specification §7: one field, `error`, a string. Returns the message. */
export async function errorOf(answer: Response, status: number): Promise<string> {
  const body: unknown = await answer.json();
  expect({ status: answer.status, body }).toEqual({ status, body: { error: expect.any(String) as string } });
  return (body as { error: string }).error;
}

export async function json(answer: Response, status = 200): Promise<Record<string, unknown>> {
  const body = (await answer.json()) as Record<string, unknown>;
  expect({ status: answer.status, ...(answer.status !== status && { body }) }).toEqual({ status });
  return body;
}

async function readOutbox(folder: string): ReturnType<Service['mail']> {
  const names = await readdir(folder).catch(() => []);
  const messages = await Promise.all(
    names.toSorted().map(async (name) => {
      const text = await readFile(path.join(folder, name, 'message.json'), 'utf8').catch(() => null);
      if (text === null) return [];
      const { to, subject, text: body } = JSON.parse(text) as { to: string; subject: string; text: string };
      const attachments = (await readdir(path.join(folder, name))).filter((file) => file !== 'message.json');
      return [{ to, subject, text: body, attachments }];
    }),
  );
  return messages.flat();
}
