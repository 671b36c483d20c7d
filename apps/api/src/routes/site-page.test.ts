import { randomBytes, randomUUID } from 'node:crypto';
import { digestAtRest } from '@palisade/access/keyed-hash';
import { addHostResult } from '@palisade/db/host-results';
import { applyListingDirective, listHost, listingOf } from '@palisade/db/listed-hosts';
import { applyClaims, claimSite } from '@palisade/db/owned-sites';
import { packed } from '@palisade/db/packed';
import { insertServedReport } from '@palisade/db/served-reports';
import { proColumn } from '@palisade/report/columns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPORT, runningApi, SECRET, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi();
});
afterAll(() => api[Symbol.asyncDispose]());

let counter = 0;
async function customer() {
  const email = `owner${(counter += 1)}@example.com`;
  const { id } = await api.newKey({ email });
  const secret = randomBytes(8).toString('hex');
  const [now, expiresAt] = [new Date(), new Date(Date.now() + 60_000)];
  const session = { id: randomUUID(), browser: 'test', createdAt: now, lastSeenAt: now, expiresAt };
  await api.db.accountSession.create({ data: { ...session, email, digest: digestAtRest(SECRET, secret) } });
  return { email, owner: `key:${id}`, cookie: `palisade_session=${secret}` };
}

/** Stores a report for an owner. */
async function kept(owner: string | null, host: string, day: number, score: number): Promise<string> {
  const id = randomBytes(18).toString('base64url');
  const scannedAt = new Date(Date.UTC(2026, 0, day)).toISOString();
  const report = { ...REPORT, url: `https://${host}/`, score, scanned_at: scannedAt };
  const row = { id, scanId: randomUUID(), column: 'pro' as const, owner, host, grade: 'C', score, scannedAt };
  await insertServedReport(api.db, {
    ...row,
    engineVersion: '0.2.0',
    provisional: false,
    body: packed(JSON.stringify({ ...proColumn(report), report_id: id, report_url: `http://127.0.0.1/r/${id}` })),
  });
  return id;
}

const open = async (path: string, cookie = '') => {
  const answer = await api.get(path, { accept: 'text/html', cookie });
  return { status: answer.status, html: await answer.text(), robots: answer.headers.get('x-robots-tag') };
};
const send = (path: string, cookie: string, body = '', headers: Record<string, string> = {}) =>
  fetch(api.baseUrl + path, {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: { cookie, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

describe('the history of a host that is not public', () => {
  it('is shown to the account that paid for its reports, and to no one else', async () => {
    const [ann, bob] = [await customer(), await customer()];
    const [first, second] = [
      await kept(ann.owner, 'private.example', 1, 61),
      await kept(ann.owner, 'private.example', 2, 86),
    ];
    await kept(bob.owner, 'private.example', 3, 12);
    const { status, html, robots } = await open('/site/private.example', ann.cookie);
    expect([status, robots]).toEqual([200, 'noindex']);
    expect(html).toContain('Only you can see this page');
    expect(html).toContain('name="robots" content="noindex"');
    expect(html).toContain(`href="/r/${first}"`);
    expect(html).toContain('from 61 to 86 of 100');
    expect(html).not.toContain('<td>12</td>');
    expect(html).not.toContain('/badge/');
    const back = await open(`/site/private.example?from=${second}&to=${first}`, ann.cookie);
    expect(back.html).toContain('from 86 to 61 of 100');
    for (const cookie of ['', 'palisade_session=guessed', (await customer()).cookie])
      expect((await open('/site/private.example', cookie)).status).toBe(404);
    expect((await open('/site/private.example')).html).toContain('href="/account"');
  });

  it('is not compared with a report of someone else', async () => {
    const [ann, bob] = [await customer(), await customer()];
    const own = [await kept(ann.owner, 'two.example', 1, 61), await kept(ann.owner, 'two.example', 2, 62)];
    const foreign = await kept(bob.owner, 'two.example', 3, 12);
    const { html } = await open(`/site/two.example?from=${foreign}&to=${own[1]}`, ann.cookie);
    expect(html).toContain('from 61 to 62 of 100');
  });
});

describe('a report', () => {
  it('can be deleted by the account it belongs to, from its page or by API, and by no other', async () => {
    const [ann, bob] = [await customer(), await customer()];
    const ids = [await kept(ann.owner, 'del.example', 1, 50), await kept(ann.owner, 'del.example', 2, 50)];
    expect((await open(`/r/${ids[0]}`, bob.cookie)).html).not.toContain('/delete"');
    const { html } = await open(`/r/${ids[0]}`, ann.cookie);
    expect(html).toContain(`action="/r/${ids[0]}/delete"`);
    expect(html).toContain('href="/site/del.example"');
    expect((await send(`/r/${ids[0]}/delete`, bob.cookie)).status).toBe(403);
    expect((await send(`/r/${ids[0]}/delete`, ann.cookie, '', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await send(`/r/${ids[0]}/delete`, ann.cookie)).status).toBe(303);
    expect((await open(`/r/${ids[0]}`, ann.cookie)).status).toBe(410);
    const destroy = (cookie: string, headers: Record<string, string> = {}) =>
      fetch(`${api.baseUrl}/api/reports/${ids[1]}`, { method: 'DELETE', headers: { cookie, ...headers } });
    expect((await destroy(bob.cookie)).status).toBe(401);
    expect((await destroy(ann.cookie, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await destroy(ann.cookie)).status).toBe(200);
    expect((await open(`/r/${ids[1]}`)).status).toBe(410);
  });

  it('is compared with an earlier one by its address, in either order', async () => {
    const [old, now] = [await kept(null, 'cmp.example', 1, 61), await kept(null, 'cmp.example', 2, 86)];
    for (const [page, since] of [
      [now, `http://127.0.0.1/r/${old}`],
      [now, `/r/${old}?lang=hi`],
      [old, now],
    ]) {
      const { status, html } = await open(
        `/r/${page}/changes?${new URLSearchParams({ since: since ?? '' }).toString()}`,
      );
      expect([status, html.includes('from 61 to 86 of 100')]).toEqual([200, true]);
    }
    const other = await kept(null, 'other.example', 1, 61);
    for (const [since, status] of [
      [other, 400],
      ['nonsense', 400],
      ['x'.repeat(24), 404],
    ] as const)
      expect([since, (await open(`/r/${now}/changes?since=${since}`)).status]).toEqual([since, status]);
  });
});

describe('a verified owner', () => {
  const proved = async (host: string) => {
    const ann = await customer();
    const claim = await claimSite(api.db, ann.email, host);
    await applyClaims(api.db, host, { claims: [claim?.challenge ?? ''], complete: true });
    return ann;
  };
  const wish = async (host: string, cookie: string, word: string) =>
    (await send(`/site/${host}/listing`, cookie, `wish=${word}`)).status;

  it('lists a site and removes it, and their choice takes precedence over that of others', async () => {
    const host = 'mine.example';
    const { cookie } = await proved(host);
    expect((await open(`/site/${host}`, cookie)).html).toContain('It is not on the leaderboard.');
    expect(await wish(host, cookie, 'list')).toBe(303);
    expect(await listingOf(api.db, host)).toBe('listed');
    // No record in DNS and no file: the account's choice is enough.
    await applyListingDirective(api.db, host, 'none');
    expect(await listingOf(api.db, host)).toBe('listed');
    await addHostResult(api.db, host, REPORT);
    expect((await open(`/site/${host}`)).status).toBe(200);
    expect(await wish(host, cookie, 'opt-out')).toBe(303);
    expect((await open(`/site/${host}`)).status).toBe(404);
    expect((await open(`/site/${host}`, cookie)).html).toContain('You removed it from the leaderboard.');
    for (const word of ['none', 'list'] as const) await applyListingDirective(api.db, host, word);
    await listHost(api.db, host);
    expect(await listingOf(api.db, host)).toBe('opted_out');
  });

  it('counts only while the proof is published', async () => {
    const host = 'lapsed.example';
    const { cookie } = await proved(host);
    await wish(host, cookie, 'list');
    await applyClaims(api.db, host, { claims: [], complete: true });
    await applyListingDirective(api.db, host, 'none');
    expect(await listingOf(api.db, host)).toBe(null);
    expect(await wish(host, cookie, 'list')).toBe(403);
  });

  it('can use the API, too; invalid choices, other accounts and other sites are refused', async () => {
    const host = 'api.example';
    const { cookie } = await proved(host);
    const ask = (body: object, headers: Record<string, string>) => api.post(`/api/site/${host}/listing`, body, headers);
    expect((await ask({ wish: 'opt-out' }, { cookie })).status).toBe(200);
    expect((await ask({ wish: 'x' }, { cookie })).status).toBe(400);
    expect((await ask({ wish: 'list' }, {})).status).toBe(401);
    expect((await ask({ wish: 'list' }, { cookie: (await customer()).cookie })).status).toBe(403);
    expect((await ask({ wish: 'list' }, { cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(await wish(host, cookie, 'nonsense')).toBe(400);
  });
});
