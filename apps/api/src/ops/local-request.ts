import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** Headers that proxies add. Any of them means that the socket's peer is not the caller. */
const FORWARDING = new RegExp(
  `^(?:${[
    // The original client, host or path.
    '(?:x-)?(?:http-)?forward(?:ed)?(?:-.+)?',
    '(?:x-(?:bluecoat-)?)?via',
    'max-forwards',
    'x-origin(?:al|ating|ally)-.+',
    '(?:x-)?(?:real|client|cluster-client|remote|remote-client|proxyuser|true-client|lb-client)-(?:ip|addr|address|host|port|proto|scheme)',
    'x-(?:host|scheme|proto|protocol|port)',
    '(?:x-)?(?:rewrite|url-scheme|request-start|queue-start|backend|surrogate)(?:-.+)?',
    'surrogate-.+|front-end-.+|early-data',
    // The same under the name of any product: `ali-cdn-real-ip`, `x-vercel-forwarded-for`.
    '.+-(?:real|client|connecting|connection|remote|source|peer|user|viewer)-?(?:ip|addr|address)',
    '.+-forwarded(?:-.+)?',
    // Headers of specific products.
    'x-(?:varnish|iinfo|timer|cdn|cloud-trace-context)',
    'x-(?:envoy|azure|appengine|arr|amzn|amz-cf|vercel|nf|sucuri|nginx|ssl|proxy|tls|lb|haproxy|traefik|fastly|render|akamai|tailscale)-.+',
    'ssl-client-.+',
    '(?:cf|cdn|fastly|fly|akamai|do|incap|wl|cloudfront|tailscale|proxy|ngrok|rndr|traefik|haproxy)-.+',
  ].join('|')})$`,
);

/**
 * Whether a request comes from this machine. The peer address alone does not prove it: a page of another site whose
 * name was rebound to 127.0.0.1 has a loopback peer, too, and so has every request that a local proxy forwards.
 * So the `Host` must be loopback, no proxy header may be present, a requesting page must be ours, and HTTP/1.0 is
 * refused: nginx uses it if only `proxy_pass` is configured, and then adds none of the headers.
 */
export function isLocalRequest(request: IncomingMessage): boolean {
  const { headers } = request;
  return (
    request.httpVersionMinor > 0 &&
    isLoopback(request.socket.remoteAddress) &&
    isLoopbackHost(headers.host) &&
    isLoopbackTarget(request.url) &&
    !Object.keys(headers).some((name) => FORWARDING.test(name.replaceAll('_', '-'))) &&
    isOwnFetch(headers['sec-fetch-site']) &&
    [headers.origin, headers.referer].every((page) => page === undefined || isOwnPage(page, headers.host))
  );
}

/** `GET http://evil.example/ops`: of two hosts, the one in the request line counts (RFC 9112 §3.2.2). */
function isLoopbackTarget(target = ''): boolean {
  return target.startsWith('/') || (URL.canParse(target) && isLoopbackHost(new URL(target).host));
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** `localhost:3000`, `127.0.0.1`, `[::1]:3000`: the literal only, not a name that resolves to it. */
function isLoopbackHost(host: string | undefined): boolean {
  const name = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(host ?? '');
  if (!name) return false;
  if (name[1] !== undefined) return isLoopback(name[1]);
  const bare = name[2]?.toLowerCase() ?? '';
  return bare === 'localhost' || (ipaddr.IPv4.isValidFourPartDecimal(bare) && isLoopback(bare));
}

/** A page can suppress `Origin` and `Referer`, but not this header. `none`: a person typed the address. */
function isOwnFetch(site: string | string[] | undefined): boolean {
  return site === undefined || site === 'same-origin' || site === 'none';
}

function isOwnPage(page: string, host: string | undefined): boolean {
  return URL.canParse(page) && new URL(page).host === host?.toLowerCase();
}
