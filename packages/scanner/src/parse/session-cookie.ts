/** Names that the common frameworks and servers give the cookie a session hangs on; compared without case. */
const SESSION_NAMES = new Set([
  'phpsessid',
  'jsessionid',
  'asp.net_sessionid',
  '.aspnetcore.session',
  '.aspnetcore.cookies',
  '.aspnetcore.identity.application',
  '.aspxauth',
  'aspsessionid',
  'cfid',
  'cftoken',
  'connect.sid',
  'session',
  'sessionid',
  'session_id',
  'session-id',
  'sess',
  'sid',
  '_session_id',
  'laravel_session',
  'ci_session',
  'rack.session',
  'symfony',
  'next-auth.session-token',
  'authjs.session-token',
  'auth_token',
  'access_token',
  'refresh_token',
  'remember_token',
  'remember_user_token',
]);

/**
 * The name of the first live session cookie among Set-Cookie fields, or null. It only decides whether
 * caching matters, so it knows plain names and leaves doubtful ones alone.
 */
export function setsSessionCookie(fields: readonly string[]): string | null {
  for (const field of fields) {
    const [pair = '', ...attributes] = field.split(';');
    const equals = pair.indexOf('=');
    if (equals <= 0) continue;
    const name = pair.slice(0, equals).trim();
    const bare = name.toLowerCase().replace(/^__(host|secure)-/, '');
    const removed = attributes.some((attribute) => /^\s*max-age\s*=\s*(0|-\d+)\s*$/i.test(attribute));
    if (SESSION_NAMES.has(bare) && pair.slice(equals + 1).trim() !== '' && !removed) return name;
  }
  return null;
}
