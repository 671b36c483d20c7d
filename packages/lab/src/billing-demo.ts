/**
 * Complete purchases on the lab. Needs no account and no internet. In one terminal
 *
 *   npm run demo:purchase -- serve     the payment labs, a site to scan, and Palisade with them
 *
 * and in another
 *
 *   npm run demo:purchase              buys one of everything, uses it, replaces a key, cancels, gets a refund,
 *                                      buys again, and prints each step
 */
import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { watchStarter } from '@palisade/telemetry/starter';
import { Shopper } from './demo/shopper.ts';
import { DEMO_RECORDS, DEMO_SITES } from './demo/demo-sites.ts';
import { startLab } from './lab.ts';
import { startPaymentLabs } from './payment-labs.ts';

const PALISADE = 'http://127.0.0.1:3000';
const STRIPE_PORT = 4010;
const RAZORPAY_PORT = 4011;
const RAZORPAY = `http://127.0.0.1:${RAZORPAY_PORT}`;
const LABS = { stripe: `http://127.0.0.1:${STRIPE_PORT}`, razorpay: RAZORPAY };
const DATA_DIR = path.resolve('.data/demo');
const SITE = 'messy.test';
const SITE_FILE = path.join(DATA_DIR, 'demo-site.url');

if (process.argv[2] === 'serve') await serve();
else await buy();

async function serve(): Promise<void> {
  const sites = await startLab({
    sites: DEMO_SITES.filter(({ host }) => host === SITE),
    records: DEMO_RECORDS,
  });
  const payments = await startPaymentLabs({
    palisade: () => PALISADE,
    stripePort: STRIPE_PORT,
    razorpayPort: RAZORPAY_PORT,
    onDelivery: (provider, event, outcome) => console.log(`webhook ${provider} ${event.type}: ${outcome}`),
  }).catch(async (error: NodeJS.ErrnoException & { port?: number }) => {
    await sites.close();
    if (error.code !== 'EADDRINUSE') throw error;
    console.error(
      `The demo cannot start: port ${error.port} on 127.0.0.1 is in use. Stop the process that uses it, such as another demo.`,
    );
    process.exit(1);
  });
  const environment = { ...process.env, ...sites.env, ...payments.env, DATA_DIR, LOG_LEVEL: 'warn' };
  await mkdir(DATA_DIR, { recursive: true });
  await writeFile(SITE_FILE, sites.url(SITE));
  const palisade = spawn('npm', ['start'], { stdio: 'inherit', env: environment });
  // Ctrl-C reaches Palisade too. The labs stay up until it has stopped.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => palisade.kill(signal));
  watchStarter(() => palisade.kill('SIGTERM'));
  palisade.once('exit', (code) => {
    void Promise.all([sites.close(), payments.close()]).then(() => process.exit(code ?? 0));
  });
}

async function buy(): Promise<void> {
  const shopper = new Shopper(PALISADE);
  const email = `buyer-${Date.now()}@example.com`;
  const bought = async (product: string, provider: 'stripe' | 'razorpay'): Promise<string> => {
    const { heading: said, secret } = await shopper.buy(product, provider, email);
    say(`the page after the payment: ${said}`);
    if (secret === null) throw new Error('the page shows neither a key nor a token');
    say(`shown once: ${secret}`);
    say(`email: ${(await mailTo(email, secret)).subject}`);
    return secret;
  };

  for (const provider of ['razorpay', 'stripe'] as const) {
    heading(`A one-time scan from /pricing, paid with ${provider}`);
    await useToken(await bought('one_time_scan', provider));
    heading(`A compliance report from /pricing, paid with ${provider}`);
    await useComplianceToken(await bought('compliance_report', provider), email);
  }

  heading('A refunded payment');
  const { order_id: order } = await call<{ order_id: string }>('/api/checkout', {
    product: 'one_time_scan',
    provider: 'razorpay',
    email,
  });
  const paid = await postTo<{ id: string }>(`${RAZORPAY}/_lab/pay/${order}`);
  await call('/api/verify-one-time', { payment_id: paid.id, email });
  await postTo(`${RAZORPAY}/_lab/refund/${paid.id}`);
  const refused = await request('/api/verify-one-time', { payment_id: paid.id, email });
  say(`after the refund: ${refused.status} ${JSON.stringify(refused.body)}`);

  for (const provider of ['razorpay', 'stripe'] as const) await subscribe(provider);
}

/** Buys, replaces the key, cancels, gets a refund and buys again, all on pages. */
async function subscribe(provider: 'stripe' | 'razorpay'): Promise<void> {
  heading(`A subscription from /pricing, paid with ${provider}`);
  const shopper = new Shopper(PALISADE);
  const email = `subscriber-${provider}-${Date.now()}@example.com`;
  const { secret } = await shopper.buy('pro', provider, email);
  const key = secret ?? '';
  say(`verify-key: ${JSON.stringify(await verifyKey(key))}`);
  const { text } = await mailTo(email, 'pal_live_');
  say(`the mail contains ${text.includes(key) ? 'the same key' : 'a different key'}`);

  await shopper.signIn(email, async () => {
    const mail = await mailTo(email, '/account/sign-in?token=');
    return /https?:\S+\/account\/sign-in\?token=[\w.-]+/.exec(mail.text)?.[0] ?? '';
  });
  say('signed in with the mailed link');
  const rotated = await shopper.press('/account/keys/rotate', 'at_once');
  say(`${rotated.said} Shown once: ${String(rotated.secret)}`);
  say(`the old key: ${JSON.stringify(await verifyKey(key))}`);
  say(`the new one: ${JSON.stringify(await verifyKey(rotated.secret ?? ''))}`);
  say((await shopper.press('/account/subscription/cancel')).said);

  await postTo(`${LABS[provider]}/_lab/refund/newest`);
  const after = await until(async () => {
    const said = await verifyKey(rotated.secret ?? '');
    return said.error === undefined ? undefined : said;
  });
  say(`after the month was refunded: ${JSON.stringify(after)}`);
  const again = await shopper.buy('pro', provider, email);
  say(`bought again, with its own key: ${JSON.stringify(await verifyKey(again.secret ?? ''))}`);
}

async function useComplianceToken(token: string, email: string): Promise<void> {
  const url = await readFile(SITE_FILE, 'utf8');
  const ordered = await request('/api/compliance-report/generate', { token, url, email });
  say(`the report it buys: ${ordered.status} ${String(ordered.body['message'] ?? ordered.body['error'])}`);
  if (ordered.status === 200) say(`email: ${(await mailTo(email, 'The report you ordered')).subject}`);
}

async function useToken(token: string): Promise<void> {
  const url = await readFile(SITE_FILE, 'utf8');
  const first = await request('/api/scan', { url, one_time_token: token });
  say(`the scan it buys: ${first.status}, grade ${String(first.body['grade'] ?? first.body['error'])}`);
  const second = await request('/api/scan', { url, one_time_token: token });
  say(`a second one: ${second.status} ${String(second.body['error'])}`);
}

async function verifyKey(key: string): Promise<{ error?: string }> {
  const answer = await fetch(`${PALISADE}/api/verify-key`, { headers: { 'x-api-key': key } });
  return (await answer.json()) as { error?: string };
}

async function request(route: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(PALISADE + route, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function call<T>(route: string, body: object): Promise<T> {
  const answer = await request(route, body);
  if (answer.status !== 200) throw new Error(`${route}: ${answer.status} ${String(answer.body['error'])}`);
  return answer.body as T;
}

async function postTo<T>(url: string): Promise<T> {
  const answer = await fetch(url, { method: 'POST' });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return (await answer.json()) as T;
}

interface Mail {
  to: unknown;
  subject: string;
  text: string;
}

/** Waits for the message in the outbox that contains the text. */
async function mailTo(email: string, text: string): Promise<Mail> {
  const outbox = path.join(DATA_DIR, 'outbox');
  return await until(async () => {
    for (const folder of await readdir(outbox).catch(() => [])) {
      // The file name of a message that is still being written starts with a dot.
      if (folder.startsWith('.')) continue;
      const file = await readFile(path.join(outbox, folder, 'message.json'), 'utf8').catch(() => null);
      const mail = file === null ? null : (JSON.parse(file) as Mail);
      if (mail && JSON.stringify(mail.to).includes(email) && mail.text.includes(text)) return mail;
    }
    return undefined;
  });
}

async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  for (const end = Date.now() + 20_000; Date.now() < end;) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('timed out after 20 seconds');
}

function heading(text: string): void {
  console.log(`\n${text}`);
}

function say(text: string): void {
  console.log(`  ${text}`);
}
