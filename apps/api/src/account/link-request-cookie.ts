import { randomBytes } from 'node:crypto';
import { SIGN_IN_LINK_MINUTES } from '@palisade/access/sign-in-link';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieNamed, setCookie } from './session-cookie.ts';

const MAX_AGE_S = SIGN_IN_LINK_MINUTES * 60;

const nameOf = (https: boolean) => (https ? '__Host-palisade_asking' : 'palisade_asking');

/**
 * Marks the browser that requests a sign-in link: the link signs in at once in that browser only. A second link that
 * the same browser requests leaves the first one valid.
 * @returns null if the client is not a browser. Browsers send the origin of a POST; other programs keep no cookies.
 */
export function markLinkRequest(request: FastifyRequest, reply: FastifyReply, https: boolean): string | null {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined && site === undefined) return null;
  const value = linkRequestMark(request, https) ?? randomBytes(32).toString('base64url');
  setCookie(reply, nameOf(https), value, MAX_AGE_S, https);
  return value;
}

/** @returns null if this browser has not requested a link recently */
export function linkRequestMark(request: FastifyRequest, https: boolean): string | null {
  const value = cookieNamed(request, nameOf(https));
  return value !== null && /^[\w-]{43}$/.test(value) ? value : null;
}
