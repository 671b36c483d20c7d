import type { Secret } from '@palisade/config/fields';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpsGuard } from '../ops/access.ts';
import type { EndedSessions } from '../ops/ended-sessions.ts';
import { equal } from '../ops/equal.ts';
import { LOGIN_STYLE, loginPage } from '../ops/login-page.ts';
import type { OpsSessions } from '../ops/session.ts';

/** Delay of the response to a wrong token. */
const PAUSE_MS = 1_000;

/** Sign-in and sign-out for /ops if OPS_TOKEN is set, and the current operator, which the page needs for actions. */
export async function opsSessionRoutes(
  app: FastifyInstance,
  deps: {
    token: Secret | undefined;
    sessions: OpsSessions | null;
    ended: EndedSessions;
    guard: OpsGuard;
    serviceName: string;
  },
): Promise<void> {
  const { token, sessions, ended, serviceName } = deps;
  app.get('/ops/api/session', { preHandler: deps.guard, schema: { hide: true } }, async (request, _reply) => ({
    operator: request.operator,
    csrf: sessions?.read(request)?.csrf ?? null,
  }));
  if (!token || !sessions) return;

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.get('/ops-login.css', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'max-age=3600').send(LOGIN_STYLE),
  );
  app.get('/ops/login', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .send(loginPage({ serviceName, csrf: sessions.formToken(reply), failed: false })),
  );
  app.post('/ops/login', { schema: { hide: true } }, async (request, reply) => {
    const form = fieldsOf(request);
    const good =
      sessions.isFormToken(request, form['csrf'] ?? '') && equal(form['password']?.trim() ?? '', token.reveal());
    request.log[good ? 'info' : 'warn']({ good }, 'operator sign-in');
    if (good) {
      await ended.began(sessions.begin(reply));
      return reply.redirect('/ops', 303);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return reply
      .code(401)
      .type('text/html; charset=utf-8')
      .send(loginPage({ serviceName, csrf: sessions.formToken(reply), failed: true }));
  });
  app.post('/ops/api/logout', { preHandler: deps.guard, schema: { hide: true } }, async (request, reply) => {
    const session = sessions.read(request);
    if (session) await ended.end(session.id);
    sessions.end(reply);
    return { done: true };
  });
}

function fieldsOf({ body }: FastifyRequest): Readonly<Record<string, string>> {
  return typeof body === 'object' && body !== null ? (body as Record<string, string>) : {};
}
