import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Frame } from '@palisade/web/pages';
import type { Pages } from './load-pages.ts';
import { queryOf } from './query-of.ts';

const COOKIE = 'palisade_language';
const YEAR_SECONDS = 31_536_000;

/**
 * The language that `?lang=` requests, else that of the cookie from an earlier choice, else English. The browser's
 * preferred language is only offered: it often shows how the browser was installed, not what its user reads.
 */
export function visitorLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: Pages,
  https: boolean,
): Pick<Frame, 'language' | 'asked' | 'offered'> {
  const asked = (request.query as { lang?: unknown } | undefined)?.lang;
  if (pages.isLanguage(asked)) {
    const secure = https ? '; Secure' : '';
    if (!reply.sent)
      reply.header(
        'set-cookie',
        `${COOKIE}=${asked}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
      );
    return { language: asked, asked: true, offered: null };
  }
  const cookie = new RegExp(`(?:^|;)\\s*${COOKIE}=(\\w+)`).exec(request.headers.cookie ?? '')?.[1];
  if (pages.isLanguage(cookie)) return { language: cookie, asked: false, offered: null };
  const preferred = pages.fromAcceptLanguage(request.headers['accept-language']);
  return { language: 'en', asked: false, offered: preferred === 'en' ? null : preferred };
}

/** The address of this page in another language. A response to a POST has none: its link leads to a GET route. */
export function addressInLanguage({ method, url, routeOptions, server }: FastifyRequest): (language: string) => string {
  const query = queryOf(url).slice(1);
  const hasGet =
    method === 'GET' || method === 'HEAD' || server.hasRoute({ url: routeOptions.url ?? '', method: 'GET' });
  return (language) => {
    const values = new URLSearchParams(method === 'POST' ? '' : query);
    values.set('lang', language);
    return `${hasGet ? '' : '/'}?${values.toString()}`;
  };
}
