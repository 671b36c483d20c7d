import ipaddr from 'ipaddr.js';
import { EMPTY, network, union, type AddressSet } from './address-set.ts';
import { isMacroString, senderChooses } from './spf-macros.ts';

export type SpfQualifier = '+' | '-' | '~' | '?';

interface Named<K> {
  kind: K;
  qualifier: SpfQualifier;
  text: string;
  /** The domain-spec as written. Null if it is omitted, which means the current domain. */
  domain: string | null;
  /** `a/0` and similar: any address matches, whatever the name resolves to. */
  matches_all?: true;
  /** `a/16`, `mx/24`: the networks around the addresses of the name match. */
  prefix?: { ip4: number; ip6: number };
}

export type SpfMechanism =
  | { kind: 'all'; qualifier: SpfQualifier; text: string }
  | { kind: 'ip4' | 'ip6'; qualifier: SpfQualifier; text: string; prefix: number; addresses: AddressSet }
  | Named<'include'>
  | Named<'exists'>
  | Named<'a'>
  | Named<'mx'>
  | Named<'ptr'>;

export interface SpfPolicy {
  text: string;
  /** Mechanisms in order, including those after `all`, which are never reached. */
  mechanisms: SpfMechanism[];
  /** Target of `redirect=`. Null if absent. Receivers ignore it if `all` is present (RFC 7208 §6.1). */
  redirect: string | null;
  /** Reasons for a permanent error (RFC 7208 §4.6). */
  errors: string[];
  /** `+all;` or `all.`: an error, but a receiver that tolerates it lets everyone pass. */
  misspelledOpen: string | null;
}

/** RFC 7208 §4.5: the version ends at a space or at the end of the record, and is case-insensitive (RFC 5234). */
export function isSpf(text: string): boolean {
  return /^v=spf1( |$)/i.test(text);
}

/** Meant as SPF but not valid: leading space, literal quotes, `v=spf10`, `spf1 …`, `v=spf2.0/…`. */
export function isNearlySpf(text: string): boolean {
  return !isSpf(text) && /^[\s"'\\]*(v\s*=\s*)?spf\s?[12]/i.test(text.slice(0, 40));
}

export function parseSpf(text: string): SpfPolicy {
  const policy: SpfPolicy = { text, mechanisms: [], redirect: null, errors: [], misspelledOpen: null };
  // The evidence represents other bytes as `\195`, which no term may contain (RFC 7208 §4.6.1, §7.1).
  if (/\\\d{3}/u.test(text)) policy.errors.push('it contains bytes that are not printable ASCII');
  let explanations = 0;
  let redirects = 0;
  for (const term of text.slice('v=spf1'.length).split(' ')) {
    if (term === '') continue;
    const modifier = /^([a-z][a-z0-9_.-]*)=(.*)$/is.exec(term);
    if (!modifier) {
      const mechanism = parseMechanism(term);
      if (typeof mechanism !== 'string') policy.mechanisms.push(mechanism);
      else {
        policy.errors.push(mechanism);
        const reached = !policy.mechanisms.some(({ kind }) => kind === 'all');
        if (reached && /^\+?["']?all["'.,:;]+$/iu.test(term)) policy.misspelledOpen ??= term;
      }
      continue;
    }
    const [, name = '', value = ''] = modifier;
    switch (name.toLowerCase()) {
      case 'redirect':
        redirects += 1;
        policy.redirect = value;
        if (!isDomainSpec(value)) policy.errors.push(`"${term}" is not followed by a valid domain`);
        break;
      case 'exp':
        explanations += 1;
        if (!isDomainSpec(value)) policy.errors.push(`"${term}" is not followed by a valid domain`);
        break;
      default:
        // RFC 7208 §6: unknown modifiers are ignored, but their value must be a valid macro-string.
        if (!isMacroString(value)) policy.errors.push(`"${term}" contains a malformed macro`);
    }
  }
  // RFC 7208 §6: these two must not appear more than once.
  if (redirects > 1) policy.errors.push('"redirect=" appears more than once');
  if (explanations > 1) policy.errors.push('"exp=" appears more than once');
  return policy;
}

/** The term that lets everyone pass, as far as the record alone shows. Terms after `all` are never reached. */
export function openTerm({ mechanisms, misspelledOpen }: SpfPolicy): string | null {
  const all = mechanisms.findIndex(({ kind }) => kind === 'all');
  const reached = all < 0 ? mechanisms : mechanisms.slice(0, all + 1);
  const open = reached.find((one) => one.qualifier === '+' && (one.kind === 'all' || isWhole(one) || isChosen(one)));
  return open?.text ?? misspelledOpen;
}

/** `exists:%{h}`, `a:%{p}`: the sender chooses the name that decides. */
export function isChosen(mechanism: SpfMechanism): boolean {
  return 'domain' in mechanism && mechanism.domain !== null && senderChooses(mechanism.domain);
}

function isWhole(mechanism: SpfMechanism): boolean {
  return (mechanism.kind === 'ip4' || mechanism.kind === 'ip6') && mechanism.prefix === 0;
}

/** @returns the mechanism, or a sentence that describes the error */
function parseMechanism(term: string): SpfMechanism | string {
  const match = /^([+\-?~]?)([a-z0-9]+)(.*)$/is.exec(term);
  if (!match) return `"${term}" is not an SPF term`;
  const qualifier = (match[1] || '+') as SpfQualifier;
  const name = (match[2] ?? '').toLowerCase();
  const rest = match[3] ?? '';
  switch (name) {
    case 'all':
      return rest === '' ? { kind: 'all', qualifier, text: term } : `"${term}": "all" takes no argument`;
    case 'include':
    case 'exists':
      if (!rest.startsWith(':') || !isDomainSpec(rest.slice(1))) return `"${term}" is not followed by a valid domain`;
      return { kind: name, qualifier, text: term, domain: rest.slice(1) };
    case 'ptr':
      if (rest === '') return { kind: 'ptr', qualifier, text: term, domain: null };
      if (!rest.startsWith(':') || !isDomainSpec(rest.slice(1))) return `"${term}" is not followed by a valid domain`;
      return { kind: 'ptr', qualifier, text: term, domain: rest.slice(1) };
    case 'a':
    case 'mx':
      return parseAddressMechanism(name, qualifier, rest, term);
    case 'ip4':
    case 'ip6':
      return parseNetwork(name, qualifier, rest, term);
    default:
      return `"${term}" is not an SPF mechanism`;
  }
}

/** `a`, `a/24`, `a:host`, `a:host/24//64` (RFC 7208 §5.3, §5.6) */
function parseAddressMechanism(
  kind: 'a' | 'mx',
  qualifier: SpfQualifier,
  rest: string,
  term: string,
): SpfMechanism | string {
  const cidr = /(?:\/(\d{1,3}))?(?:\/\/(\d{1,3}))?$/.exec(rest.slice(-9));
  const suffix = cidr?.[0] ?? '';
  const spec = rest.slice(0, rest.length - suffix.length);
  if (!isPrefix(cidr?.[1], 32) || !isPrefix(cidr?.[2], 128)) return `"${term}": the prefix length is out of range`;
  const matchesAll = cidr?.[1] === '0' || cidr?.[2] === '0' ? { matches_all: true as const } : {};
  const prefix = suffix === '' ? {} : { prefix: { ip4: Number(cidr?.[1] ?? 32), ip6: Number(cidr?.[2] ?? 128) } };
  const all = { ...matchesAll, ...prefix };
  if (spec === '') return { kind, qualifier, text: term, domain: null, ...all };
  if (!spec.startsWith(':') || !isDomainSpec(spec.slice(1))) return `"${term}" is not followed by a valid domain`;
  return { kind, qualifier, text: term, domain: spec.slice(1), ...all };
}

function parseNetwork(kind: 'ip4' | 'ip6', qualifier: SpfQualifier, rest: string, term: string): SpfMechanism | string {
  const [address = '', length, ...extra] = rest.slice(1).split('/');
  const bits = kind === 'ip4' ? 32 : 128;
  const valid = kind === 'ip4' ? isIpv4(address) : isIpv6(address);
  if (!rest.startsWith(':') || !valid || extra.length > 0)
    return `"${term}" is not an ${kind === 'ip4' ? 'IPv4' : 'IPv6'} address or network`;
  if (length !== undefined && (length === '' || !isPrefix(length, bits)))
    return `"${term}": the prefix length is out of range`;
  const prefix = length === undefined ? bits : Number(length);
  return { kind, qualifier, text: term, prefix, addresses: network(numberOf(address), prefix, bits) };
}

function numberOf(address: string): bigint {
  return ipaddr
    .parse(address)
    .toByteArray()
    .reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

/** The networks of a prefix length around the addresses, as `a/16` allows them. */
export function networksAround(
  addresses: readonly string[],
  { ip4, ip6 }: { ip4: number; ip6: number },
): { ip4: AddressSet; ip6: AddressSet } {
  const around = (own: readonly string[], prefix: number, bits: number): AddressSet =>
    own.map((address) => network(numberOf(address), prefix, bits)).reduce(union, EMPTY);
  return {
    ip4: around(addresses.filter(isIpv4), ip4, 32),
    ip6: around(
      addresses.filter((address) => !isIpv4(address) && isIpv6(address)),
      ip6,
      128,
    ),
  };
}

/** RFC 7208 §5.6: no leading zeros. */
function isPrefix(digits: string | undefined, bits: number): boolean {
  return digits === undefined || (/^(0|[1-9]\d{0,2})$/.test(digits) && Number(digits) <= bits);
}

function isIpv4(text: string): boolean {
  return /^(?:(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])(?:\.(?!$)|$)){4}$/.test(text);
}

function isIpv6(text: string): boolean {
  return text.length <= 45 && /^[0-9a-f:.]+$/i.test(text) && ipaddr.IPv6.isValid(text);
}

/** RFC 7208 §7.1: ends in a macro, or in a label that is not all digits. */
function isDomainSpec(text: string): boolean {
  if (text === '' || text.length > 1024 || !isMacroString(text)) return false;
  if (/%\{[^{}]*\}$/.test(text.slice(-24))) return true;
  const labels = text.replace(/\.$/, '').split('.');
  const top = labels.at(-1) ?? '';
  return labels.length >= 2 && isLabel(top) && /[a-z-]/i.test(top);
}

function isLabel(text: string): boolean {
  return /^[a-z0-9-]+$/i.test(text) && !text.startsWith('-') && !text.endsWith('-');
}

/**
 * RFC 7208 §4.3: a name with an empty label, or with one over 63 characters, cannot have a policy. The grammar of a term
 * also accepts URLs and mail addresses, which no zone contains.
 */
export function isUsableName(name: string): boolean {
  return !/[/:@]/u.test(name) && name.split('.').every((label) => label !== '' && label.length <= 63);
}
