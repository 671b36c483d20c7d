import type { FastifyRequest } from 'fastify';

const NAME = 'palisade_report';
/** The lifetime of the longest-lived report. */
const MAX_AGE_SECONDS = 400 * 86_400;

/**
 * Lets the browser that requested a report delete it. The cookie is sent to that report's address only, and sharing
 * the link does not share the right to delete.
 * @param https whether browsers reach the service over https: a proxy before it may speak http and not say so
 */
export function ownerCookie(id: string, deleteToken: string, https: boolean): string {
  const secure = https ? '; Secure' : '';
  return `${NAME}=${deleteToken}; Path=/r/${id}; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
}

/** @returns the delete token of the report, if this browser requested the report */
export function deleteTokenOf(request: FastifyRequest): string | null {
  return new RegExp(`(?:^|;)\\s*${NAME}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1] ?? null;
}
