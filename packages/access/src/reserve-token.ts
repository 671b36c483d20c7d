import { randomUUID } from 'node:crypto';
import type { Tx } from '@palisade/db/client';
import { checkCredential } from './credential-format.ts';
import { TokenRefused, type TokenRefusal } from './errors.ts';
import { digestAtRest } from './keyed-hash.ts';
import type { TokenKind } from './tokens.ts';

/** A token held for one scan. Plain data, so a job can carry it. */
export interface TokenReservation {
  purse: 'token';
  id: string;
  tokenId: string;
  /** The buyer's address. */
  email: string;
}

/** No request lives so long: a lease beyond it was made before the clock was set back, and holds nothing. */
const LONGEST_LEASE_MS = 5 * 60_000;
const longestLease = (now: Date) => new Date(now.getTime() + LONGEST_LEASE_MS);

/**
 * Holds the token while a scan runs. One conditional UPDATE: of any number of simultaneous
 * calls one gets it. A reservation left by a process that died ends with its lease.
 * @throws TokenRefused
 */
export async function reserveToken(
  db: Tx,
  wanted: { token: string; kind: TokenKind; leaseMs: number; now?: Date },
  appSecret: string,
): Promise<TokenReservation> {
  const shape = checkCredential(wanted.kind, wanted.token);
  if (shape !== 'well-formed') throw new TokenRefused(shape);
  const now = wanted.now ?? new Date();
  const digest = digestAtRest(appSecret, wanted.token);
  const id = randomUUID();
  const [held] = await db.accessToken.updateManyAndReturn({
    where: {
      digest,
      activatedAt: { not: null },
      consumedAt: null,
      revokedAt: null,
      AND: [
        { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
        { OR: [{ leaseUntil: null }, { leaseUntil: { lte: now } }, { leaseUntil: { gt: longestLease(now) } }] },
      ],
    },
    data: { reservationId: id, leaseUntil: new Date(now.getTime() + wanted.leaseMs) },
    select: { id: true, email: true },
  });
  if (!held) throw new TokenRefused(await refusal(db, digest, now));
  return { purse: 'token', id, tokenId: held.id, email: held.email };
}

/**
 * Holds nothing: shows that the token would be reserved now.
 * @returns which token it is
 * @throws TokenRefused
 */
export async function checkToken(
  db: Tx,
  wanted: { token: string; kind: TokenKind; now?: Date },
  appSecret: string,
): Promise<{ tokenId: string; email: string }> {
  const shape = checkCredential(wanted.kind, wanted.token);
  if (shape !== 'well-formed') throw new TokenRefused(shape);
  const now = wanted.now ?? new Date();
  const token = await db.accessToken.findUnique({ where: { digest: digestAtRest(appSecret, wanted.token) } });
  const held = token?.leaseUntil != null && token.leaseUntil > now && token.leaseUntil <= longestLease(now);
  const refused = refusalOf(token, now);
  if (!token || refused !== 'in-use' || held)
    throw new TokenRefused(refused, refused === 'used' ? token?.id : undefined);
  return { tokenId: token.id, email: token.email };
}

/** The report is delivered. False when the lease had ended and another request holds the token, or it was revoked. */
export async function consumeToken(db: Tx, held: TokenReservation, now = new Date()): Promise<boolean> {
  const { count } = await db.accessToken.updateMany({
    where: { id: held.tokenId, reservationId: held.id, consumedAt: null, revokedAt: null },
    data: { consumedAt: now, leaseUntil: null },
  });
  return count === 1;
}

/** Why a held token could not be consumed: its money went back meanwhile; otherwise its lease had ended. */
export async function wasRevoked(db: Tx, held: TokenReservation): Promise<boolean> {
  return (await db.accessToken.count({ where: { id: held.tokenId, revokedAt: { not: null } } })) > 0;
}

/** Nothing was delivered: the token is free again. */
export async function releaseToken(db: Tx, held: TokenReservation): Promise<boolean> {
  const { count } = await db.accessToken.updateMany({
    where: { id: held.tokenId, reservationId: held.id, consumedAt: null },
    data: { reservationId: null, leaseUntil: null },
  });
  return count === 1;
}

/** What it was consumed for failed for good later (a report that could not be rendered or mailed): free again. */
export async function refundToken(db: Tx, held: TokenReservation): Promise<boolean> {
  const { count } = await db.accessToken.updateMany({
    where: { id: held.tokenId, reservationId: held.id, consumedAt: { not: null } },
    data: { reservationId: null, consumedAt: null },
  });
  return count === 1;
}

async function refusal(db: Tx, digest: Uint8Array<ArrayBuffer>, now: Date): Promise<TokenRefusal> {
  return refusalOf(await db.accessToken.findUnique({ where: { digest } }), now);
}

/** Why a token buys nothing; `in-use` when only another request's lease can be the reason. */
function refusalOf(token: TokenRow | null, now: Date): TokenRefusal {
  if (!token) return 'unknown';
  if (token.revokedAt) return 'revoked';
  if (token.consumedAt) return 'used';
  if (!token.activatedAt) return 'unpaid';
  if (token.expiresAt && token.expiresAt <= now) return 'expired';
  return 'in-use';
}

type TokenRow = Record<'revokedAt' | 'consumedAt' | 'activatedAt' | 'expiresAt', Date | null>;
