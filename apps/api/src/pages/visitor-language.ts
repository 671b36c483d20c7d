import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '@palisade/web/pages';
import type { Pages } from './load-pages.ts';

const COOKIE = 'palisade_language';
const YEAR_SECONDS = 31_536_000;

/** Asked for with `?lang=`, remembered in a cookie, else what the browser prefers. */
export function visitorLanguage(request: FastifyRequest, reply: FastifyReply, pages: Pages): Language {
  const asked = (request.query as { lang?: unknown } | undefined)?.lang;
  if (pages.isLanguage(asked)) {
    const secure = request.protocol === 'https' ? '; Secure' : '';
    reply.header('set-cookie', `${COOKIE}=${asked}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure}`);
    return asked;
  }
  const cookie = new RegExp(`(?:^|;)\\s*${COOKIE}=(\\w+)`).exec(request.headers.cookie ?? '')?.[1];
  return pages.isLanguage(cookie) ? cookie : pages.fromAcceptLanguage(request.headers['accept-language']);
}
