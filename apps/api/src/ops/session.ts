import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { equal } from './equal.ts';

const LIFE_MS = 8 * 3_600_000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface OpsSession {
  id: string;
  /** Must be sent with every request that changes something. */
  csrf: string;
}

export interface OpsSessions {
  /** @returns its id */
  begin(reply: FastifyReply): string;
  end(reply: FastifyReply): void;
  /** Null without a session, or with one that has expired. */
  read(request: FastifyRequest): OpsSession | null;
  /** Value for the hidden field of the sign-in form; also sets the cookie that it belongs to. */
  formToken(reply: FastifyReply): string;
  isFormToken(request: FastifyRequest, token: string): boolean;
}

/**
 * Operator sessions, stored in the browser alone: `<end>.<id>.<mac>`. Every API process can read them, and a new
 * OPS_TOKEN ends them all. ended-sessions.ts knows which were signed out.
 */
export function createOpsSessions(options: { opsToken: string; appSecret: string; https: boolean }): OpsSessions {
  const prefix = options.https ? '__Host-' : '';
  const [session, form] = [`${prefix}palisade_ops`, `${prefix}palisade_ops_form`];
  // Anyone can get a form token. If OPS_TOKEN alone were its key, they could test guesses of OPS_TOKEN offline.
  const key = createHmac('sha256', options.appSecret).update(`palisade ops sessions\n${options.opsToken}`).digest();
  const mac = (use: string, text: string) =>
    createHmac('sha256', key).update(`palisade ops ${use}\n${text}`).digest('base64url');
  const set = (reply: FastifyReply, name: string, value: string, maxAge: number) =>
    reply.header(
      'set-cookie',
      `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${options.https ? '; Secure' : ''}`,
    );

  return {
    begin(reply) {
      const id = randomUUID();
      const body = `${Date.now() + LIFE_MS}.${id}`;
      set(reply, session, `${body}.${mac('session', body)}`, LIFE_MS / 1000);
      return id;
    },
    end: (reply) => void set(reply, session, '', 0),
    read(request) {
      const value = cookieOf(request, session) ?? '';
      const body = value.slice(0, value.lastIndexOf('.'));
      if (!equal(value, `${body}.${mac('session', body)}`)) return null;
      const [end, id = ''] = body.split('.', 2);
      return Number(end) > Date.now() && UUID.test(id) ? { id, csrf: mac('csrf', body) } : null;
    },
    formToken(reply) {
      const nonce = randomBytes(16).toString('base64url');
      set(reply, form, nonce, 3_600);
      return mac('form', nonce);
    },
    isFormToken(request, token) {
      const nonce = cookieOf(request, form);
      return nonce !== null && equal(token, mac('form', nonce));
    },
  };
}

function cookieOf(request: FastifyRequest, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=', 2);
    if (key === name) return value;
  }
  return null;
}
