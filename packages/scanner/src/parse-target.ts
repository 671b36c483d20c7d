import { TargetRefused } from './errors.ts';
import { createAddressPolicy, parseAddress } from './gather/net/address-policy.ts';
import { admitUrl, hostOf, portOf } from './gather/net/admit-url.ts';
import type { EgressPolicy } from './gather/net/egress.ts';
import { registrableDomain } from './parse/registrable-domain.ts';
import type { Target } from './target.ts';

/** No one types a longer URL. Redirects may be longer (single sign-on). */
export const MAX_TARGET_LENGTH = 2048;

/**
 * Parses a URL as the caller typed it. Without a scheme, `https://` is prepended: `example.com:8443/path` is a host and
 * a port, not the scheme "example.com".
 * @throws TargetRefused
 */
export function parseTarget(input: string, policy: EgressPolicy): Target {
  const text = input.trim();
  if (text === '') throw new TargetRefused('the URL is empty', 'syntax');
  if (text.length > MAX_TARGET_LENGTH) {
    throw new TargetRefused(`the URL is longer than ${MAX_TARGET_LENGTH} characters`, 'syntax');
  }
  const url = admitUrl(
    hasScheme(text) ? text : `https://${text}`,
    null,
    policy,
    createAddressPolicy(policy.allowCidrs),
  );
  const host = hostOf(url);
  return {
    url: url.href,
    scheme: url.protocol === 'https:' ? 'https' : 'http',
    host,
    port: portOf(url),
    registrableDomain: parseAddress(host) ? null : registrableDomain(host),
  };
}

/** RFC 3986 §3.1, except that digits after the colon are a port: `example.com:443`, `localhost:80/x`. */
function hasScheme(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/iu.test(text);
}
