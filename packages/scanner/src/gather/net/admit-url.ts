import { domainToUnicode } from 'node:url';
import { TargetRefused } from '../../errors.ts';
import type { AddressPolicy } from './address-policy.ts';
import { parseAddress } from './address-policy.ts';
import type { EgressPolicy } from './egress.ts';

/** Longest URL we take; browsers and servers agree on far less in practice. */
export const MAX_URL_LENGTH = 4096;

/**
 * Names that mean a private network whatever a resolver says: RFC 6761, 6762, 7686, 8375,
 * and the suffixes ICANN set aside for internal use. `.test` and `.example` are left to DNS.
 */
const PRIVATE_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
  'onion',
];

/**
 * What a target may be, decided without a packet. With `base` the text is a redirect's
 * Location and may be relative. The address check at connect time is the real boundary;
 * this one gives clear answers and keeps parser differentials out.
 * @throws TargetRefused
 */
export function admitUrl(text: string, base: string | URL | null, policy: EgressPolicy, addresses: AddressPolicy): URL {
  if (text.length > MAX_URL_LENGTH)
    throw new TargetRefused(`the URL is longer than ${MAX_URL_LENGTH} characters`, 'syntax');
  const url = base === null ? parseAbsolute(text) : URL.parse(text, base);
  if (!url) throw new TargetRefused('the URL cannot be parsed', 'syntax');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TargetRefused(`the scheme "${printable(url.protocol.slice(0, -1))}" is not http or https`, 'scheme');
  }
  if (url.username !== '' || url.password !== '') {
    throw new TargetRefused('the URL contains credentials (user@host)', 'credentials');
  }
  // `example.com.` and `example.com` are one host (RFC 1034 §3.1); two dots at the end are none.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  url.hash = '';
  admitHost(url, addresses);
  admitPort(url, policy);
  return url;
}

/** The host of a URL without the brackets of an IPv6 literal. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** Refuses what parsers read differently (`http:\\\\host`, `http://a b@c`, `http:///host`) before WHATWG repairs it. Joiners are left to it: they stand in Persian and Hindi names (RFC 5892 §A.1, §A.2). */
function parseAbsolute(text: string): URL | null {
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u0020\u007f-\u00a0\u2000-\u200b\u200e\u200f\u2028-\u202f\u2060-\u206f\u3000\ufeff\\]/u.test(text)) {
    throw new TargetRefused('the URL contains a space, a backslash or a control character', 'syntax');
  }
  const scheme = /^[a-z][a-z0-9+.-]*(?=:)/iu.exec(text)?.[0].toLowerCase();
  if (scheme === 'http' || scheme === 'https') {
    const authority = /^https?:\/\/(?<authority>[^/?#]*)/iu.exec(text)?.groups?.['authority'];
    if (authority === undefined) throw new TargetRefused('the URL has no "//" before the host', 'syntax');
    if (authority === '') throw new TargetRefused('the URL has no host', 'syntax');
    // `http://@host/` has empty credentials, which WHATWG drops silently.
    if (authority.includes('@')) throw new TargetRefused('the URL contains credentials (user@host)', 'credentials');
  }
  return URL.parse(text);
}

function admitHost(url: URL, addresses: AddressPolicy): void {
  const host = hostOf(url);
  const literal = parseAddress(host);
  if (literal) {
    const verdict = addresses.judge(host);
    if (!verdict.allowed) throw new TargetRefused(`${host} is not a public address (${verdict.reason})`, 'address');
    return;
  }
  const labels = host.split('.');
  if (host.length > 253 || labels.some((label) => label.length === 0 || label.length > 63)) {
    throw new TargetRefused(`"${printable(host)}" is not a valid hostname`, 'syntax');
  }
  if (!labels.every((label) => /^[a-z0-9_-]+$/u.test(label))) {
    throw new TargetRefused(`"${printable(host)}" is not a valid hostname`, 'syntax');
  }
  const hollow = labels.find(standsForNothing);
  if (hollow !== undefined)
    throw new TargetRefused(`"${host}" is not a valid hostname: "${hollow}" does not decode to a name`, 'syntax');
  const suffix = PRIVATE_SUFFIXES.find((name) => host === name || host.endsWith(`.${name}`));
  if (suffix !== undefined) throw new TargetRefused(`${host} is a name for private networks (.${suffix})`, 'name');
  if (labels.length === 1) throw new TargetRefused(`"${host}" is not a public hostname: it has no dot`, 'name');
}

/**
 * `xn--a`, `xn--zzzzzz999999`: Punycode that decodes to nothing, or to a label that UTS 46 does not allow. It is left
 * as it is then; Node's URL takes it all the same, browsers do not.
 */
function standsForNothing(label: string): boolean {
  return label.startsWith('xn--') && domainToUnicode(label).startsWith('xn--');
}

function admitPort(url: URL, policy: EgressPolicy): void {
  const port = portOf(url);
  if (!portAllowed(port, policy)) throw new TargetRefused(`this service does not connect to port ${port}`, 'port');
}

export function portAllowed(port: number, policy: EgressPolicy): boolean {
  return policy.allowPorts.some((allowed) =>
    typeof allowed === 'number' ? allowed === port : allowed[0] <= port && port <= allowed[1],
  );
}

/** Hostile text in a message: nothing but printable ASCII, at most 100 characters. */
export function printable(text: string): string {
  return text.replaceAll(/[^\u0020-\u007e]/gu, '?').slice(0, 100);
}
