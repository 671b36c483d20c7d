import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { sessionOf, type Session } from '@palisade/access/sign-in';
import type { Db } from '@palisade/db/client';
import { ApiError } from '../errors.ts';
import { refuseOtherSites } from '../pages/same-site.ts';
import { sessionCookie } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on account routes. */
    account: Session | null;
  }
}

const READS = new Set(['GET', 'HEAD']);

export interface SessionDeps {
  quickDb: Db;
  appSecret: string;
  /** Whether browsers reach the service over https. */
  https: boolean;
}

/** Answers 401 without a session. Accepts requests that change something from our own pages only. */
export function requireSession(app: FastifyInstance, deps: SessionDeps): onRequestAsyncHookHandler {
  if (!app.hasRequestDecorator('account')) app.decorateRequest('account', null);
  return async (request) => {
    if (!READS.has(request.method)) refuseOtherSites(request);
    request.account = await accountOf(request, deps);
    if (!request.account) throw new ApiError(401, 'sign in first: request a link at /account');
  };
}

/** The session on pages that anyone can open; null if no one is signed in. */
export async function accountOf(request: FastifyRequest, deps: SessionDeps): Promise<Session | null> {
  const cookie = sessionCookie(request, deps.https);
  return cookie === null ? null : await sessionOf(deps.quickDb, cookie, deps.appSecret);
}

/** The session on a route with `requireSession`. */
export function signedIn(request: FastifyRequest): Session {
  if (!request.account) throw new Error('signedIn is for routes with requireSession');
  return request.account;
}
