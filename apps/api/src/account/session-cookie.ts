import type { FastifyReply, FastifyRequest } from 'fastify';

/** `__Host-` binds the cookie to this exact host. Browsers refuse the prefix without `Secure`, so it needs https. */
const nameOf = (https: boolean) => (https ? '__Host-palisade_session' : 'palisade_session');

export function sessionCookie(request: FastifyRequest, https: boolean): string | null {
  return cookieNamed(request, nameOf(https));
}

export function cookieNamed(request: FastifyRequest, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [given, ...value] = pair.trim().split('=');
    if (given === name) return value.join('=') || null;
  }
  return null;
}

export function setSessionCookie(reply: FastifyReply, value: string, maxAgeSeconds: number, https: boolean): void {
  setCookie(reply, nameOf(https), value, maxAgeSeconds, https);
}

export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  maxAgeSeconds: number,
  https: boolean,
): void {
  const secure = https ? '; Secure' : '';
  reply.header('set-cookie', `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`);
}
