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

/**
 * CSP3 §6.7.2.8 "does url match expression in origin", as Chromium 156 does it where it differs; keywords other than
 * 'self', nonces and hashes match no URL.
 */
export function sourceMatches(source: CspSource, url: ProbeUrl, self: ProbeUrl): boolean {
  if (source.kind === 'scheme') return schemeMatch(source.scheme, url.scheme) !== 'no';
  if (source.kind === 'keyword') return source.keyword === 'self' && selfMatches(url, self);
  if (source.kind !== 'host') return false;
  const { scheme, host, port, path } = source;
  if (host === '*' && scheme === null && port === null && path === null) {
    return ['http', 'https', 'ws', 'wss', self.scheme].includes(url.scheme);
  }
  if (url.host === '') return false;
  const schemes = schemeMatch(scheme ?? self.scheme, url.scheme);
  return (
    schemes !== 'no' &&
    portMatches(port, url, schemes) &&
    hostPartMatches(host, url.host) &&
    pathPartMatches(path, url.path)
  );
}

type SchemeMatch = 'same' | 'upgrade' | 'no';

/**
 * An expression for a clear-text scheme also matches its secure form. §6.7.2.9 also lets `ws:` match http: and https:,
 * and `wss:` https:; browsers do not.
 */
function schemeMatch(expression: string, scheme: string): SchemeMatch {
  if (expression === scheme) return 'same';
  return (expression === 'http' && scheme === 'https') || (expression === 'ws' && scheme === 'wss') ? 'upgrade' : 'no';
}

/** §6.7.2.10 */
function hostPartMatches(pattern: string, host: string): boolean {
  if (pattern.startsWith('*')) return host.endsWith(pattern.slice(1));
  return pattern === host;
}

/** §6.7.2.11: with the scheme, port 80 is upgraded to 443. Neither is upgraded alone: `https://a.example:80` is port 80. */
function portMatches(port: string | null, url: ProbeUrl, schemes: SchemeMatch): boolean {
  if (port === '*') return true;
  if (port === null) return url.port === defaultPort(url.scheme);
  return schemes === 'upgrade' ? Number(port) === 80 && url.port === 443 : Number(port) === url.port;
}

/** §6.7.2.12. Chromium and Firefox ignore a query or fragment that an expression has, which its grammar does not allow. */
function pathPartMatches(pattern: string | null, path: string): boolean {
  const stated = decodePath((pattern ?? '').replace(/[?#].*$/su, ''));
  if (stated === '' || stated === '/') return true;
  const asked = decodePath(path);
  return stated.endsWith('/') ? asked.startsWith(stated) : asked === stated;
}

/** Byte by byte, so that an invalid sequence stands for itself and no other one is lost. */
function decodePath(path: string): string {
  return path.replaceAll(/%([0-9a-f]{2})/giu, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function selfMatches(url: ProbeUrl, self: ProbeUrl): boolean {
  if (url.host !== self.host) return false;
  if (url.scheme === self.scheme) return url.port === self.port;
  return self.scheme === 'http' && ['https', 'wss'].includes(url.scheme) && url.port === 443 && self.port === 80;
}
