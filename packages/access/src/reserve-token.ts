import { randomUUID } from 'node:crypto';
import { direct, type Tx } from '@palisade/db/client';
import { checkCredential } from './credential-format.ts';
import { TokenRefused, type TokenRefusal } from './errors.ts';
import { digestAtRest } from './keyed-hash.ts';
import type { TokenKind } from './tokens.ts';

/** A token held for one scan. Plain data, so that a job can contain it. */
export interface TokenReservation {
  kind: 'token';
  id: string;
  tokenId: string;
  /** The buyer's address. */
  email: string;
}

/** No request lasts that long: a later lease was created before the clock was set back, and holds nothing. */
const LONGEST_LEASE_MS = 5 * 60_000;

interface WantedToken {
  token: string;
  kind: TokenKind;
  /** Instead of the database's clock, by which tokens are held: the clocks of processes differ. */
  now?: Date;
}

/**
 * Holds the token while a scan runs. One conditional UPDATE: of any number of concurrent
 * calls one succeeds. A reservation left by a process that died expires with its lease.
 * @throws TokenRefused
 */
export async function reserveToken(
  db: Tx,
  wanted: WantedToken & { leaseMs: number },
  appSecret: string,
): Promise<TokenReservation> {
  const digest = digestOf(wanted, appSecret);
  const id = randomUUID();
  const [held] = (await direct(db, RESERVE, [digest, given(wanted), id, wanted.leaseMs, LONGEST_LEASE_MS])) as [
    id: string,
    email: string,
  ][];
  if (!held) {
    const token = await standingOf(db, digest, wanted);
    // It was released just now: its caller may retry.
    throw new TokenRefused(token ? (token.refused ?? 'in-use') : 'unknown');
  }
  return { kind: 'token', id, tokenId: held[0], email: held[1] };
}

const RESERVE = `
  update access_token set reservation_id = $3::uuid, lease_until = clock.now + $4::int * interval '1 ms'
  from (select coalesce($2::timestamptz, now()) as now) clock
  where digest = $1::bytea and activated_at is not null and consumed_at is null and revoked_at is null
    and (expires_at is null or expires_at > clock.now)
    and (lease_until is null or lease_until <= clock.now
      or lease_until > clock.now + $5::int * interval '1 ms')
  returning id::text, email`;

/**
 * Holds nothing: checks that the token could be reserved now.
 * @returns which token it is
 * @throws TokenRefused
 */
export async function checkToken(
  db: Tx,
  wanted: WantedToken,
  appSecret: string,
): Promise<{ tokenId: string; email: string }> {
  const token = await standingOf(db, digestOf(wanted, appSecret), wanted);
  if (!token) throw new TokenRefused('unknown');
  if (token.refused) throw new TokenRefused(token.refused, token.refused === 'used' ? token.tokenId : undefined);
  return token;
}

/** The report is delivered. False when the lease had expired and another request holds the token, or it was revoked. */
export async function consumeToken(db: Tx, held: TokenReservation, now = new Date()): Promise<boolean> {
  const { count } = await db.accessToken.updateMany({
    where: { id: held.tokenId, reservationId: held.id, consumedAt: null, revokedAt: null },
    data: { consumedAt: now, leaseUntil: null },
  });
  return count === 1;
}

/** Why a held token could not be consumed: it was refunded meanwhile; otherwise its lease had expired. */
export async function wasRevoked(db: Tx, held: TokenReservation): Promise<boolean> {
  return (await db.accessToken.count({ where: { id: held.tokenId, revokedAt: { not: null } } })) > 0;
}

/** Nothing was delivered: the token is available again. */
export async function releaseToken(db: Tx, held: TokenReservation): Promise<boolean> {
  const { count } = await db.accessToken.updateMany({
    where: { id: held.tokenId, reservationId: held.id, consumedAt: null },
    data: { reservationId: null, leaseUntil: null },
  });
  return count === 1;
}

/** What it was consumed for later failed permanently (a report that could not be rendered or mailed): available again. */
export async function refundToken(db: Tx, held: TokenReservation): Promise<boolean> {
  const { count } = await db.accessToken.updateMany({
    where: { id: held.tokenId, reservationId: held.id, consumedAt: { not: null } },
    data: { reservationId: null, consumedAt: null },
  });
  return count === 1;
}

function digestOf({ token, kind }: WantedToken, appSecret: string): Uint8Array<ArrayBuffer> {
  const shape = checkCredential(kind, token);
  if (shape !== 'well-formed') throw new TokenRefused(shape);
  return digestAtRest(appSecret, token);
}

const given = ({ now }: WantedToken): string | null => now?.toISOString() ?? null;

/** Why the token is not valid now; `in-use`: another request holds it. */
async function standingOf(
  db: Tx,
  digest: Uint8Array<ArrayBuffer>,
  wanted: WantedToken,
): Promise<{ tokenId: string; email: string; refused: TokenRefusal | null } | null> {
  const [row] = (await direct(db, STANDING, [digest, given(wanted), LONGEST_LEASE_MS])) as [
    id: string,
    email: string,
    refused: TokenRefusal | null,
  ][];
  return row ? { tokenId: row[0], email: row[1], refused: row[2] } : null;
}

const STANDING = `
  select id::text, email, case
    when revoked_at is not null then 'revoked'
    when consumed_at is not null then 'used'
    when activated_at is null then 'unpaid'
    when expires_at <= clock.now then 'expired'
    when lease_until > clock.now and lease_until <= clock.now + $3::int * interval '1 ms' then 'in-use' end
  from access_token, (select coalesce($2::timestamptz, now()) as now) clock where digest = $1::bytea`;
