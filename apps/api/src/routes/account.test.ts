import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { customerOf } from '@palisade/billing/customer';
import { runningApi, type RunningApi } from '../../test/running-api.ts';
import { furtherData } from '../account/account-export.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi();
});
afterAll(() => api[Symbol.asyncDispose]());
beforeEach(() => api.db.quotaCounter.deleteMany());

let counter = 0;
async function customer() {
  counter += 1;
  const email = `customer${counter}@example.com`;
  return { email, ...(await api.newKey({ email })) };
}
const mailsTo = (to: string, template = 'sign_in') =>
  api.db.mailMessage.findMany({ where: { to, template }, orderBy: { createdAt: 'asc' } });
const ask = (email: string, headers = {}) => api.post('/api/account/sign-in', { email }, headers);
async function linkOf(email: string): Promise<string> {
  const before = (await mailsTo(email)).length;
  await ask(email);
  await expect.poll(async () => (await mailsTo(email)).length).toBeGreaterThan(before);
  const link = (await mailsTo(email)).at(-1)?.payload as { link: string };
  return link.link.replace(/^https?:\/\/[^/]+/, '');
}
const open = (link: string) => fetch(api.baseUrl + link, { redirect: 'manual' });
async function signIn(email: string): Promise<string> {
  const answer = await open(await linkOf(email));
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}
const call = (method: string, path: string, cookie: string, body?: object, headers = {}) =>
  fetch(api.baseUrl + path, {
    method,
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

describe('signing in', () => {
  it('answers the same for an unknown address, which gets no email', async () => {
    const { email } = await customer();
    const stranger = `stranger${counter}@example.com`;
    const [known, unknown] = [await ask(email), await ask(stranger)];
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(await known.json()).toEqual(await unknown.json());
    await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
    expect(await mailsTo(stranger)).toEqual([]);
    expect(await api.db.signInLink.count({ where: { email: stranger } })).toBe(0);
  });

  it('sends a few links an hour, and still answers 200', async () => {
    const { email } = await customer();
    for (let index = 0; index < 8; index += 1) expect((await ask(email)).status).toBe(200);
    await expect.poll(async () => (await mailsTo(email)).length).toBe(5);
  });

  it('a link opens one session, once, with a cookie that scripts cannot read', async () => {
    const { email } = await customer();
    const link = await linkOf(email);
    const answers = await Promise.all([open(link), open(link), open(link)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 403, 403]);
    const cookie = answers.find(({ status }) => status === 303)?.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^palisade_session=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    expect((await call('GET', '/api/account', cookie.split(';')[0] ?? '')).status).toBe(200);
  });

  describe('a link that a browser requested', () => {
    const browser = { 'sec-fetch-site': 'same-origin' };
    const asking = async (email: string, cookie?: string) => {
      const answer = await ask(email, cookie === undefined ? browser : { ...browser, cookie });
      await expect.poll(async () => (await mailsTo(email)).length).toBeGreaterThan(0);
      const mail = (await mailsTo(email)).at(-1)?.payload as { link: string };
      return { set: answer.headers.get('set-cookie') ?? '', link: mail.link.replace(/^https?:\/\/[^/]+/, '') };
    };
    const openWith = (link: string, cookie: string, headers = {}) => call('GET', link, cookie, undefined, headers);

    it('signs in at once in that browser', async () => {
      const { email } = await customer();
      const { set, link } = await asking(email);
      expect(set).toMatch(/^palisade_asking=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/);
      const opened = await fetch(api.baseUrl + link, {
        redirect: 'manual',
        headers: { cookie: set.split(';')[0] ?? '' },
      });
      expect([opened.status, opened.headers.get('location')]).toEqual([303, '/account']);
    });

    it.each([
      ['a mail scanner of the same network', ''],
      ['another browser that requested its own link', `palisade_asking=${'A'.repeat(43)}`],
      ['an invalid cookie', 'palisade_asking=x'],
      ['an empty cookie', 'palisade_asking='],
    ])('is not used up by %s, which sees a button', async (_case, cookie) => {
      const { email } = await customer();
      const { set, link } = await asking(email);
      const elsewhere = await openWith(link, cookie);
      expect([elsewhere.status, elsewhere.headers.get('set-cookie')]).toEqual([200, null]);
      expect(await elsewhere.text()).toContain('action="/account/sign-in/confirm"');
      const opened = await fetch(api.baseUrl + link, {
        redirect: 'manual',
        headers: { cookie: set.split(';')[0] ?? '' },
      });
      expect(opened.status).toBe(303);
    });

    it('stays valid there when a second one is requested, and an invalid cookie is not kept', async () => {
      const { email } = await customer();
      const first = await asking(email);
      const mark = first.set.split(';')[0] ?? '';
      expect((await asking(email, mark)).set.split(';')[0]).toBe(mark);
      expect((await asking(email, 'palisade_asking=chosen')).set).not.toContain('=chosen');
      const opened = await fetch(api.baseUrl + first.link, { redirect: 'manual', headers: { cookie: mark } });
      expect(opened.status).toBe(303);
    });

    it('sets the cookie on the page, too, for unknown addresses as for customers', async () => {
      const { email } = await customer();
      for (const one of [email, `stranger-${email}`]) {
        const asked = await fetch(`${api.baseUrl}/account/sign-in`, {
          method: 'POST',
          headers: browser,
          body: new URLSearchParams({ email: one }),
        });
        expect(asked.headers.get('set-cookie')).toMatch(/^palisade_asking=[\w-]{43}; /);
      }
    });
  });

  it('a link that has expired is refused', async () => {
    const { email } = await customer();
    const link = await linkOf(email);
    await api.db.signInLink.updateMany({ where: { email }, data: { expiresAt: new Date() } });
    expect((await open(link)).status).toBe(403);
  });

  it('a session ends when it expires, by signing out, and with all others', async () => {
    const { email } = await customer();
    const [first, second] = [await signIn(email), await signIn(email)];
    expect((await call('POST', '/api/account/sign-out', first)).status).toBe(200);
    expect((await call('GET', '/api/account', first)).status).toBe(401);
    expect((await call('DELETE', '/api/account/sessions', second)).status).toBe(200);
    expect((await call('GET', '/api/account', second)).status).toBe(401);
    const third = await signIn(email);
    await api.db.accountSession.updateMany({ where: { email }, data: { expiresAt: new Date() } });
    expect((await call('GET', '/api/account', third)).status).toBe(401);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.example' }],
  ])('%s cannot change a signed-in account', async (_case, headers) => {
    const { email, key } = await customer();
    const cookie = await signIn(email);
    expect((await call('POST', '/api/account/keys/rotate', cookie, {}, headers)).status).toBe(403);
    expect((await call('DELETE', '/api/account', cookie, undefined, headers)).status).toBe(403);
    expect((await api.get('/api/verify-key', { 'x-api-key': key })).status).toBe(200);
  });
});

/** The names of all members, however deep. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap((one) => namesIn(one))];
}

describe('the account', () => {
  it('shows its own data, and no secret', async () => {
    const [mine, other] = [await customer(), await customer()];
    const text = await (await call('GET', '/api/account', await signIn(mine.email))).text();
    expect(JSON.parse(text)).toMatchObject({
      email: mine.email,
      keys: [{ id: mine.id, status: 'active', scans_used: 0 }],
    });
    expect(text).not.toContain(mine.key);
    expect(text).not.toContain(other.id);
  });

  it('rotates a key, mails the new one, and keeps the old one for a day or not at all', async () => {
    const { email, key, id } = await customer();
    const cookie = await signIn(email);
    const first = (await (await call('POST', '/api/account/keys/rotate', cookie, {})).json()) as { key: string };
    const works = async (one: string) => (await api.get('/api/verify-key', { 'x-api-key': one })).status;
    expect([await works(key), await works(first.key)]).toEqual([200, 200]);
    const again = await call('POST', '/api/account/keys/rotate', cookie, { key_id: id, at_once: true });
    const second = (await again.json()) as { key: string };
    expect([await works(key), await works(first.key), await works(second.key)]).toEqual([403, 403, 200]);
    const mailed = (await mailsTo(email, 'key_rotated')).map(({ payload }) => (payload as { key: string }).key);
    expect(mailed.toSorted()).toEqual([first.key, second.key].toSorted());
  });

  it('changes nothing in another account', async () => {
    const [mine, other] = [await customer(), await customer()];
    const cookie = await signIn(mine.email);
    expect((await call('POST', '/api/account/keys/rotate', cookie, { key_id: other.id })).status).toBe(404);
    expect((await call('POST', '/api/account/resend', cookie, { what: 'key', id: other.id })).status).toBe(400);
  });

  it('sends a report to a corrected address', async () => {
    const { email } = await customer();
    const id = randomUUID();
    await api.db.complianceReport.create({
      data: {
        id,
        scanId: randomUUID(),
        reservation: {},
        email: 'mistpyed@example.com',
        owner: email,
        url: 'https://shop.test/',
        state: 'mailed',
        fileName: 'palisade_shop_test.pdf',
        pdf: new Uint8Array([37, 80, 68, 70]),
      },
    });
    const cookie = await signIn(email);
    const answer = await call('POST', '/api/account/resend', cookie, {
      what: 'report',
      id,
      email: 'right@example.com',
    });
    expect(await answer.json()).toEqual({ ok: true, sent_to: 'right@example.com' });
    expect(await mailsTo('right@example.com', 'compliance_report')).toMatchObject([{ reportId: id, state: 'pending' }]);
    const pdf = await call('GET', `/api/account/reports/${id}/pdf`, cookie);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  });

  it('exports its data, and is deleted with its reports and sites, but without payment records', async () => {
    const { email, key } = await customer();
    const scanned = await api.post('/api/scan/pro', { url: 'shop.test' }, { 'x-api-key': key });
    const { report_id: reportId } = (await scanned.json()) as { report_id: string };
    await api.db.ownedSite.create({ data: { id: randomUUID(), email, host: 'shop.test', challenge: randomUUID() } });
    const id = randomUUID();
    const order = { provider: 'razorpay', product: 'one_time_scan', amount: 9_900, currency: 'INR', origin: id };
    const scope = { card_data: 'iframe', personal_data: true };
    const bought = { ...order, url: 'https://shop.test', preparedFor: 'Ann & Co', scope };
    const payment = { ref: 'pay_1', naturalKey: id, amount: 9_900, currency: 'INR', at: new Date() };
    await api.db.purchase.create({ data: { id, email, ...bought, ledger: { create: { kind: 'paid', ...payment } } } });
    const report = { scanId: randomUUID(), reservation: {}, email, owner: email, url: 'https://shop.test/', scope };
    await api.db.complianceReport.create({ data: { id: randomUUID(), ...report } });
    const token = { id: randomUUID(), kind: 'compliance', digest: Buffer.from(id), last4: 'abcd', source: id } as const;
    await api.db.accessToken.create({ data: { ...token, email, activatedAt: new Date() } });
    const batch = await api.post('/api/scans', { urls: ['shop.test'] }, { 'x-api-key': key });
    const { batch_id: batchId } = (await batch.json()) as { batch_id: string };
    const cookie = await signIn(email);
    const data = await call('GET', '/api/account/export', cookie);
    expect(data.headers.get('content-disposition')).toContain('attachment');
    const exported = (await data.json()) as object;
    // Nothing is lost to the documented schema.
    const stored = { ...(await customerOf(api.db, email, { whole: true })), ...(await furtherData(api.db, email)) };
    expect(exported).toEqual({
      ...stored,
      exported_at: expect.any(String) as string,
      sessions: expect.any(Array) as object,
    });
    const shown = await (await call('GET', '/api/account', cookie)).json();
    expect(shown).toEqual({ ...(await customerOf(api.db, email)), sessions: expect.any(Array) as object });
    expect(namesIn(exported).filter((name) => !/^[a-z]+(?:_[a-z]+)*$/.test(name))).toEqual([]);
    expect(exported).toMatchObject({
      email,
      purchases: [{ id, prepared_for: 'Ann & Co' }],
      sites: [{ host: 'shop.test', verified_at: null }],
      batches: [{ batch_id: batchId, scans: [{ url: expect.any(String), state: expect.any(String) }] }],
      mails: [{ template: 'sign_in', created_at: expect.any(String), sent_at: null }],
      reports: [{ report_url: `/r/${reportId}`, host: expect.any(String), grade: expect.any(String) }],
    });
    expect((await call('DELETE', '/api/account', cookie)).status).toBe(200);
    expect((await call('GET', '/api/account', cookie)).status).toBe(401);
    expect((await api.get('/api/verify-key', { 'x-api-key': key })).status).toBe(403);
    expect(await api.db.purchase.findUnique({ where: { id } })).toMatchObject({ amount: 9_900, url: null });
    for (const table of ['purchase', 'apiKey', 'accountSession', 'signInLink', 'ownedSite'] as const) {
      expect(await (api.db[table] as typeof api.db.purchase).count({ where: { email } }), table).toBe(0);
    }
    expect(await mailsTo(email)).toEqual([]);
    expect((await api.get(`/api/reports/${reportId}`)).status).toBe(410);
  });
});
