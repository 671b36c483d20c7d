/** Proof of site ownership through the whole service: account, queue, scan worker and its scanner, real DNS and real sites. */
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { digestAtRest } from '@palisade/access/keyed-hash';
import { createDb, type Db } from '@palisade/db/client';
import { startLab, type Lab } from '@palisade/lab/lab';
import { afterAll, beforeAll, it } from 'vitest';
import { startStack, type Stack } from './stack.ts';

const APP_SECRET = 'a secret for this test only, and long enough';
const FILE = '/.well-known/palisade.txt';
const CHALLENGE = randomBytes(15).toString('base64url');

interface Sites {
  sites: { host: string; state: string }[];
}

let lab: Lab;
let stack: Stack;
let db: Db;
beforeAll(async () => {
  const routes = { [FILE]: { body: `palisade-owner=${CHALLENGE}\n` } };
  lab = await startLab({
    sites: [
      { host: 'by-file.test', https: { body: 'mine', routes } },
      { host: 'by-record.test', https: { body: 'mine' } },
      { host: 'not-mine.test', https: { body: 'yours' } },
    ],
    records: [`_palisade.by-record.test TXT "palisade-owner=${CHALLENGE}"`],
  });
  stack = await startStack({ env: { ...lab.env, APP_SECRET } });
  db = createDb((await readFile(path.join(stack.dataDir, 'database.url'), 'utf8')).trim(), { max: 1 });
});
afterAll(async () => {
  await db.$disconnect();
  await stack.stop();
  await lab.close();
});

async function signedIn(): Promise<string> {
  const cookie = randomBytes(16).toString('hex');
  const [now, expiresAt] = [new Date(), new Date(Date.now() + 600_000)];
  const session = { id: randomUUID(), email: 'ann@example.com', browser: 'test', createdAt: now, lastSeenAt: now };
  await db.accountSession.create({ data: { ...session, expiresAt, digest: digestAtRest(APP_SECRET, cookie) } });
  return `palisade_session=${cookie}`;
}

it.concurrent.for([
  ['by-file.test', 'verified'],
  ['by-record.test', 'verified'],
  ['not-mine.test', 'not found'],
])('%s is %s', { timeout: 240_000 }, async ([name = '', state], { expect }) => {
  const cookie = await signedIn();
  const { host } = new URL(lab.url(name));
  const sites = new URL('/api/account/sites', stack.baseUrl);
  const claim = async () => {
    const answer = await fetch(sites, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ host }),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as { id: string };
  };
  const stateNow = async () => {
    const all = (await (await fetch(sites, { headers: { cookie } })).json()) as Sites;
    return all.sites.find((site) => site.host === host)?.state;
  };
  const { id } = await claim();
  await expect.poll(stateNow).toBe('not found');
  // The lab's record and file were created before the challenge.
  await db.ownedSite.update({ where: { id }, data: { challenge: CHALLENGE } });
  await claim();
  await expect.poll(stateNow).not.toBe('checking');
  expect(await stateNow()).toBe(state);
});
