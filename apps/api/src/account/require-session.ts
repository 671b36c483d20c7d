import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { sessionOf, type Session } from '@palisade/access/sign-in';
import type { Db } from '@palisade/db/client';
import { ApiError } from '../errors.ts';
import { refuseOtherSites } from '../pages/same-site.ts';
import { sessionCookie } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes of the account. */
    account: Session | null;
  }
}

const READS = new Set(['GET', 'HEAD']);

export interface SessionDeps {
  quickDb: Db;
  appSecret: string;
  /** Browsers reach us over https. */
  https: boolean;
}

/** 401 without a session; what changes something is done for our own pages only. */
export function requireSession(app: FastifyInstance, deps: SessionDeps): onRequestAsyncHookHandler {
  if (!app.hasRequestDecorator('account')) app.decorateRequest('account', null);
  return async (request) => {
    if (!READS.has(request.method)) refuseOtherSites(request);
    request.account = await accountOf(request, deps);
    if (!request.account) throw new ApiError(401, 'sign in first: request a link at /account');
  };
}

/** Who is signed in, for pages that are for everyone; null: no one is. */
export async function accountOf(request: FastifyRequest, deps: SessionDeps): Promise<Session | null> {
  const cookie = sessionCookie(request, deps.https);
  return cookie === null ? null : await sessionOf(deps.quickDb, cookie, deps.appSecret);
}

/** Behind `requireSession`. */
export function signedIn(request: FastifyRequest): Session {
  if (!request.account) throw new Error('signedIn is for routes behind requireSession');
  return request.account;
}
