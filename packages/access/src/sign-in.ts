/** Sign-in: a mailed link, valid once and for some minutes, then a cookie. There are no passwords. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Db, Tx } from '@palisade/db/client';
import { callerOf } from './client-address.ts';
import { digestAtRest, keyedHash } from './keyed-hash.ts';
import { withinRate } from './rate-limit.ts';
import { SIGN_IN_LINK_MINUTES } from './sign-in-link.ts';

const MINUTE_MS = 60_000;
const SESSION_LIFETIME_MS = 14 * 24 * 60 * MINUTE_MS;
/** `last_seen_at` is written at most this often. */
const SEEN_RESOLUTION_MS = 5 * MINUTE_MS;
const PER_EMAIL = 5;
const PER_ADDRESS = 60;
const MAX_BROWSER = 120;

export interface SignInRequest {
  email: string;
  asked: Asker;
}

/** Who requests a link, or opens it. */
export interface Asker {
  /** A mark that the requesting browser keeps as a cookie; null: a program, identified by its address. */
  browser: string | null;
  address: string;
}

/**
 * Creates a link and passes it to `mail`, if the address belongs to a customer and the limits allow it.
 * The API responds before this starts, so that neither text nor timing reveals which.
 */
export async function requestSignIn(
  db: Db,
  request: SignInRequest,
  deps: { appSecret: string; mail: (tx: Tx, to: string, token: string) => Promise<unknown>; now?: Date },
): Promise<void> {
  const { appSecret, now = new Date() } = deps;
  const email = request.email.trim().toLowerCase();
  const limits = [
    { what: 'sign-in-from', who: callerOf(request.asked.address), perHour: PER_ADDRESS },
    { what: 'sign-in', who: email, perHour: PER_EMAIL },
  ];
  for (const limit of limits) if (!(await withinRate(db, limit, appSecret, now))) return;
  if (!(await isCustomer(db, email))) return;
  const token = randomBytes(32).toString('base64url');
  await db.$transaction(async (tx) => {
    const expiresAt = new Date(now.getTime() + SIGN_IN_LINK_MINUTES * MINUTE_MS);
    await tx.signInLink.create({
      data: {
        digest: digestAtRest(appSecret, token),
        email,
        createdAt: now,
        expiresAt,
        askedFrom: askerHash(appSecret, request.asked),
      },
    });
    await deps.mail(tx, email, token);
  });
}

/** Whether the address bought something, or has a key or token. Someone who only received a report has no account. */
async function isCustomer(db: Tx, email: string): Promise<boolean> {
  const [known] = await db.$queryRaw<{ known: boolean }[]>`
    select exists (select 1 from purchase where email = ${email})
        or exists (select 1 from api_key where email = ${email})
        or exists (select 1 from access_token where email = ${email}) as known`;
  return known?.known ?? false;
}

/**
 * Checks a link without using it. Mail scanners open every link, often from the reader's own network, so one
 * opened outside the browser that requested it waits for a button.
 * @returns null if it is unknown, used or expired
 */
export async function inspectSignIn(
  db: Db,
  token: string,
  { appSecret, opener, now = new Date() }: { appSecret: string; opener: Asker; now?: Date },
): Promise<'ours' | 'confirm' | null> {
  const link = await db.signInLink.findUnique({ where: { digest: digestAtRest(appSecret, token) } });
  if (!link || link.usedAt !== null || link.expiresAt <= now) return null;
  if (link.askedFrom === null) return 'confirm';
  const asker = Buffer.from(link.askedFrom);
  // Only a link requested by a program stores an address.
  const openers = [opener, { ...opener, browser: null }];
  return openers.some((one) => asker.equals(askerHash(appSecret, one))) ? 'ours' : 'confirm';
}

function askerHash(appSecret: string, { browser, address }: Asker): Uint8Array<ArrayBuffer> {
  return browser === null
    ? keyedHash(appSecret, 'sign-in address', callerOf(address))
    : keyedHash(appSecret, 'sign-in browser', browser);
}

/** Uses a link in the statement that finds it, so that only one of two concurrent uses signs in. Null as above. */
export async function redeemSignIn(
  db: Db,
  token: string,
  deps: { appSecret: string; browser: string; now?: Date },
): Promise<{ cookie: string; maxAgeSeconds: number } | null> {
  const { appSecret, browser, now = new Date() } = deps;
  return await db.$transaction(async (tx) => {
    const [link] = await tx.signInLink.updateManyAndReturn({
      where: { digest: digestAtRest(appSecret, token), usedAt: null, expiresAt: { gt: now } },
      data: { usedAt: now },
      select: { email: true },
    });
    if (!link) return null;
    const cookie = randomBytes(32).toString('base64url');
    await tx.accountSession.create({
      data: {
        id: randomUUID(),
        digest: digestAtRest(appSecret, cookie),
        email: link.email,
        browser: browser.slice(0, MAX_BROWSER),
        createdAt: now,
        lastSeenAt: now,
        expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
      },
    });
    return { cookie, maxAgeSeconds: SESSION_LIFETIME_MS / 1000 };
  });
}

export interface Session {
  id: string;
  email: string;
}

export async function sessionOf(db: Db, cookie: string, appSecret: string, now = new Date()): Promise<Session | null> {
  const session = await db.accountSession.findUnique({ where: { digest: digestAtRest(appSecret, cookie) } });
  if (!session || session.revokedAt !== null || session.expiresAt <= now) return null;
  if (now.getTime() - session.lastSeenAt.getTime() > SEEN_RESOLUTION_MS) {
    await db.accountSession.updateMany({ where: { id: session.id }, data: { lastSeenAt: now } });
  }
  return { id: session.id, email: session.email };
}

/** Ends one session of an address, or all of them and its unused links. @returns how many sessions it ended */
export async function revokeSessions(db: Tx, which: { email: string; id?: string }, now = new Date()): Promise<number> {
  const { count } = await db.accountSession.updateMany({
    where: { ...which, revokedAt: null },
    data: { revokedAt: now },
  });
  if (which.id === undefined) await db.signInLink.deleteMany({ where: { email: which.email, usedAt: null } });
  return count;
}
