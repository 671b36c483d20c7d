import type { FastifyRequest } from 'fastify';

const NAME = 'palisade_report';
/** As long as the longest-lived report. */
const MAX_AGE_SECONDS = 400 * 86_400;

/**
 * Lets the browser that asked for a report delete it again. It goes to that report's address only,
 * so that the link can be shared without the right to delete.
 */
export function ownerCookie(request: FastifyRequest, id: string, deleteToken: string): string {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  return `${NAME}=${deleteToken}; Path=/r/${id}; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
}

/** @returns the secret that came with the report, where this browser asked for it */
export function deleteTokenOf(request: FastifyRequest): string | null {
  return new RegExp(`(?:^|;)\\s*${NAME}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1] ?? null;
}
