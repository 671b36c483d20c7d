import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieNamed, setCookie } from './session-cookie.ts';

/** As long as a link to sign in is good. */
const MAX_AGE_S = 15 * 60;

const nameOf = (https: boolean) => (https ? '__Host-palisade_asking' : 'palisade_asking');

/**
 * Marks the browser that asks for a link, so that the link signs in at once there and nowhere else. Another link asked
 * for by the same browser leaves the first one good.
 * @returns null: not a browser. Every browser names the origin of a POST; a program keeps no cookies to tell it by.
 */
export function markAsking(request: FastifyRequest, reply: FastifyReply, https: boolean): string | null {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined && site === undefined) return null;
  const value = askingBrowser(request, https) ?? randomBytes(32).toString('base64url');
  setCookie(reply, nameOf(https), value, MAX_AGE_S, https);
  return value;
}

/** Null: this browser has asked for no link lately. */
export function askingBrowser(request: FastifyRequest, https: boolean): string | null {
  const value = cookieNamed(request, nameOf(https));
  return value !== null && /^[\w-]{43}$/.test(value) ? value : null;
}
