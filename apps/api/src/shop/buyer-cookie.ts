import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { digestAtRest } from '@palisade/access/keyed-hash';
import { cookieNamed, setCookie } from '../account/session-cookie.ts';

/** Longer than any checkout can still be paid. */
const MAX_AGE_S = 24 * 3_600;

const nameOf = (https: boolean) => (https ? '__Host-palisade_buyer' : 'palisade_buyer');

export interface BuyerCookieDeps {
  appSecret: string;
  https: boolean;
}

/** Marks the buyer's browser: only there the key or token is shown. @returns the hash to store with the purchase */
export function markBuyer(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: BuyerCookieDeps,
): Uint8Array<ArrayBuffer> {
  const known = cookieNamed(request, nameOf(deps.https));
  const value = known !== null && /^[\w-]{43}$/.test(known) ? known : randomBytes(32).toString('base64url');
  setCookie(reply, nameOf(deps.https), value, MAX_AGE_S, deps.https);
  return digestAtRest(deps.appSecret, value);
}

/** @returns null if this browser has bought nothing recently */
export function buyerOf(request: FastifyRequest, deps: BuyerCookieDeps): Uint8Array<ArrayBuffer> | null {
  const value = cookieNamed(request, nameOf(deps.https));
  return value === null ? null : digestAtRest(deps.appSecret, value);
}
