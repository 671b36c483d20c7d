import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/**
 * Proxies name their headers as they like, but after what they forward: an address, a host, a URL. So a word decides,
 * and a client may send none of these words (`isClientHeader`).
 */
const FORWARDING_WORD = new RegExp(
  `^(?:${[
    'forward(?:ed)?|via|forwards|originating|originally|original',
    'prox(?:y|ied|yuser)|gateway|upstream|ingress|balancer|backend|surrogate|rewrite|hop|hops',
    // With what is run together: `clientip`, `realip`.
    '(?:client|real|remote|peer|source|user|viewer|connecting|enduser|browser|true)?(?:ip|addr|address)',
    'host|phost|port|proto|protocol|scheme|url|uri|dest|destination',
  ].join('|')})$`,
);

/** Headers of proxies without such a word. */
const PROXY_HEADER = new RegExp(
  `^(?:${[
    // An authenticating proxy says who the user is.
    '(?:x-)?(?:remote|authenticated|auth-request)-.+',
    '(?:x-)?(?:request-start|queue-start|coming-from|served-by|ssl-.+)|front-end-.+|early-data',
    // Headers of specific products.
    'x-(?:varnish|iinfo|timer|cdn|cache|cloud-trace-context)',
    'x-(?:envoy|azure|appengine|arr|amzn|amz-cf|vercel|nf|sucuri|nginx|tls|lb|haproxy|traefik|fastly|render|akamai|tailscale|kong|squid|zuul)-.+',
    '(?:cf|cdn|fastly|fly|akamai|do|incap|wl|cloudfront|tailscale|ngrok|rndr|traefik|haproxy|kong)-.+',
  ].join('|')})$`,
);

/** Whether a proxy adds it: then the socket's peer is not the caller. */
function isProxyHeader(name: string): boolean {
  const plain = name.replaceAll('_', '-');
  return !isClientHeader(name) && (PROXY_HEADER.test(plain) || plain.split('-').some((it) => FORWARDING_WORD.test(it)));
}

/** `Host` itself, and what browsers alone may set, for example `Sec-WebSocket-Protocol`. */
function isClientHeader(name: string): boolean {
  return name === 'host' || name.startsWith('sec-');
}

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
    !Object.keys(headers).some(isProxyHeader) &&
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
