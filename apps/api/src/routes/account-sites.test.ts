import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { digestAtRest } from '@palisade/access/keyed-hash';
import { applyClaims, ownsSite, takeDueClaims } from '@palisade/db/owned-sites';
import { ownerStatementJob } from '@palisade/queue/jobs';
import { runningApi, SECRET, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi();
});
afterAll(() => api[Symbol.asyncDispose]());

interface Site {
  id: string;
  state: string;
  record: { value: string };
}

let counter = 0;
async function customer() {
  const email = `owner${(counter += 1)}@example.com`;
  const cookie = randomBytes(8).toString('hex');
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 60_000);
  const known = { id: randomUUID(), browser: 'test', createdAt: now, lastSeenAt: now, expiresAt };
  await api.db.accountSession.create({ data: { ...known, email, digest: digestAtRest(SECRET, cookie) } });
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { cookie: `palisade_session=${cookie}`, ...(body ? { 'content-type': 'application/json' } : {}) };
    const text = body ? { body: JSON.stringify(body) } : {};
    const answer = await fetch(`${api.baseUrl}/api/account/sites${path}`, { method, headers, ...text });
    return { status: answer.status, body: (await answer.json()) as Site & { sites: Site[] } };
  };
  return { email, ask };
}
const challengeOf = (site: { record: { value: string } }) => site.record.value.replace('palisade-owner=', '');

it('a site is claimed, verified by its own challenge, and lost when the proof is gone', async () => {
  const { email, ask } = await customer();
  const { status, body } = await ask('POST', '', { host: 'https://Shop.example.com/' });
  expect([status, body]).toEqual([
    200,
    {
      id: expect.any(String),
      host: 'shop.example.com',
      state: 'checking',
      verified_at: null,
      checked_at: null,
      record: {
        name: '_palisade.shop.example.com',
        file: 'https://shop.example.com/.well-known/palisade.txt',
        value: expect.stringMatching(/^palisade-owner=[\w-]{20}$/),
      },
    },
  ]);
  const stateAfter = async (claims: string[], complete = true) => {
    await applyClaims(api.db, 'shop.example.com', { claims, complete });
    return (await ask('GET', '')).body.sites[0]?.state;
  };
  const challenge = challengeOf(body);
  expect(await stateAfter([])).toBe('not found');
  expect(await stateAfter(['someoneelseschallenge'])).toBe('not found');
  expect(await stateAfter(['other', challenge])).toBe('verified');
  expect(await ownsSite(api.db, email, 'shop.example.com')).toBe(true);
  expect(await stateAfter([], false), 'an outage takes nothing away').toBe('verified');
  expect(await stateAfter([])).toBe('not found');
  expect(await ownsSite(api.db, email, 'shop.example.com')).toBe(false);
});

it('keeps claims of two accounts apart', async () => {
  const [one, two] = [await customer(), await customer()];
  const first = (await one.ask('POST', '', { host: 'both.example' })).body;
  const second = (await two.ask('POST', '', { host: 'both.example' })).body;
  expect(challengeOf(first)).not.toBe(challengeOf(second));
  await applyClaims(api.db, 'both.example', { claims: [challengeOf(second)], complete: true });
  expect(await ownsSite(api.db, one.email, 'both.example')).toBe(false);
  expect(await ownsSite(api.db, two.email, 'both.example')).toBe(true);
  expect((await one.ask('DELETE', `/${second.id}`)).status, 'not theirs').toBe(404);
  expect((await two.ask('DELETE', `/${second.id}`)).status).toBe(200);
  expect((await two.ask('GET', '')).body.sites).toEqual([]);
});

it('a claim queues one job for a worker, and is due again a day later', async () => {
  const { ask } = await customer();
  const { body } = await ask('POST', '', { host: 'daily.example' });
  const jobs = await api.backend.queue(ownerStatementJob).raw.getJobs();
  expect(jobs.filter(({ data }) => (data as { host: string }).host === 'daily.example')).toHaveLength(1);
  await applyClaims(api.db, 'daily.example', { claims: [challengeOf(body)], complete: true });
  expect(await takeDueClaims(api.db, 10)).toEqual([]);
  const tomorrow = new Date(Date.now() + 25 * 3_600_000);
  expect(await takeDueClaims(api.db, 10, tomorrow)).toContain('daily.example');
  expect(await takeDueClaims(api.db, 10, tomorrow), 'each is taken once').toEqual([]);
});

it.each(['', 'nonsense', '127.0.0.1', 'exa mple.com', 'https://example.com/path'])('refuses %j', async (host) => {
  const { ask } = await customer();
  expect((await ask('POST', '', { host })).status).toBe(400);
});

it('sites need a session', async () => {
  expect((await api.get('/api/account/sites')).status).toBe(401);
  expect((await api.post('/api/account/sites', { host: 'a.example' })).status).toBe(401);
});
