import type { CspSource } from './source.ts';

/** A URL as CSP compares it. `host` is empty for data: and similar schemes. */
export interface ProbeUrl {
  scheme: string;
  host: string;
  port: number | null;
  path: string;
}

export function probeUrl(url: string): ProbeUrl | null {
  const parsed = URL.parse(url);
  if (!parsed) return null;
  const scheme = parsed.protocol.slice(0, -1);
  return {
    scheme,
    host: parsed.hostname,
    port: parsed.port === '' ? defaultPort(scheme) : Number(parsed.port),
    path: parsed.pathname,
  };
}

export function probeText(probe: ProbeUrl): string {
  if (probe.host === '') return `${probe.scheme}:`;
  const port = probe.port === null || probe.port === defaultPort(probe.scheme) ? '' : `:${probe.port}`;
  return `${probe.scheme}://${probe.host}${port}${probe.path === '/' ? '' : probe.path}`;
}

function defaultPort(scheme: string): number | null {
  if (scheme === 'http' || scheme === 'ws') return 80;
  return scheme === 'https' || scheme === 'wss' ? 443 : null;
}

/** CSP3 §6.7.2.8 "does url match expression in origin"; keywords other than 'self', nonces and hashes match no URL. */
export function sourceMatches(source: CspSource, url: ProbeUrl, self: ProbeUrl): boolean {
  if (source.kind === 'scheme') return schemePartMatches(source.scheme, url.scheme);
  if (source.kind === 'keyword') return source.keyword === 'self' && selfMatches(url, self);
  if (source.kind !== 'host') return false;
  const { scheme, host, port, path } = source;
  if (host === '*' && scheme === null && port === null && path === null) {
    return ['http', 'https', 'ws', 'wss', self.scheme].includes(url.scheme);
  }
  if (url.host === '') return false;
  return (
    schemePartMatches(scheme ?? self.scheme, url.scheme) &&
    hostPartMatches(host, url.host) &&
    portPartMatches(port, url) &&
    pathPartMatches(path, url.path)
  );
}

/** §6.7.2.9: an expression for a clear-text scheme also matches its secure form. */
function schemePartMatches(expression: string, scheme: string): boolean {
  if (expression === scheme) return true;
  if (expression === 'http') return scheme === 'https';
  if (expression === 'ws') return ['wss', 'http', 'https'].includes(scheme);
  return expression === 'wss' && scheme === 'https';
}

/** §6.7.2.10 */
function hostPartMatches(pattern: string, host: string): boolean {
  if (pattern.startsWith('*')) return host.endsWith(pattern.slice(1));
  return pattern === host;
}

/** §6.7.2.11: port 80 in the expression also matches the upgrade to 443. */
function portPartMatches(port: string | null, url: ProbeUrl): boolean {
  if (port === '*') return true;
  if (port === null) return url.port === defaultPort(url.scheme);
  const wanted = Number(port);
  return wanted === url.port || (wanted === 80 && url.port === 443 && url.scheme === 'https');
}

/** §6.7.2.12 */
function pathPartMatches(pattern: string | null, path: string): boolean {
  if (pattern === null || pattern === '/') return true;
  return pattern.endsWith('/') ? path.startsWith(pattern) : path === pattern;
}

function selfMatches(url: ProbeUrl, self: ProbeUrl): boolean {
  if (url.host !== self.host) return false;
  if (url.scheme === self.scheme) return url.port === self.port;
  return self.scheme === 'http' && ['https', 'wss'].includes(url.scheme) && url.port === 443 && self.port === 80;
}
