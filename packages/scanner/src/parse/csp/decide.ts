import { governing, type CspPolicy } from './policy.ts';
import { sourceMatches, type ProbeUrl } from './match.ts';
import { hasKeyword, parseSources, type CspSource } from './source.ts';

/**
 * What one policy lets happen. A page under several policies lets happen only what all of
 * them do, so callers ask `policies.every(…)`; merging policies would answer wrongly.
 */
export class PolicyDecisions {
  readonly policy: CspPolicy;
  readonly #self: ProbeUrl;
  readonly #parsed = new Map<readonly string[], CspSource[]>();

  constructor(policy: CspPolicy, self: ProbeUrl) {
    this.policy = policy;
    this.#self = self;
  }

  /** The source list that governs a directive, or null when the policy leaves it open. */
  sources(directive: string): CspSource[] | null {
    const found = governing(this.policy, directive);
    if (!found) return null;
    let parsed = this.#parsed.get(found.sources);
    if (!parsed) this.#parsed.set(found.sources, (parsed = parseSources(found.sources)));
    return parsed;
  }

  /** The same list with the name of the directive that governs and each expression as written. */
  list(directive: string): { name: string; entries: { text: string; source: CspSource }[] } | null {
    const found = governing(this.policy, directive);
    const sources = this.sources(directive);
    if (!found || !sources) return null;
    return { name: found.name, entries: sources.map((source, at) => ({ text: found.sources[at] ?? '', source })) };
  }

  /** `sandbox` without `allow-scripts` stops every script, whatever the source lists say. */
  get scriptsSandboxed(): boolean {
    const flags = this.policy.directives.get('sandbox');
    return flags !== undefined && !flags.some((flag) => flag.toLowerCase() === 'allow-scripts');
  }

  /** CSP3 §6.7.3.2: a nonce, a hash or 'strict-dynamic' in the list disarms 'unsafe-inline'. */
  allowsInline(directive: `${'script' | 'style'}-src-${'elem' | 'attr'}`): boolean {
    const isScript = directive.startsWith('script');
    if (this.scriptsSandboxed && isScript) return false;
    const sources = this.sources(directive);
    if (sources === null) return true;
    if (hasNonceOrHash(sources)) return false;
    if (isScript && hasKeyword(sources, 'strict-dynamic')) return false;
    return hasKeyword(sources, 'unsafe-inline');
  }

  /** CSP3 §4.4: only script-src or, failing that, default-src is asked. */
  get allowsEval(): boolean {
    if (this.scriptsSandboxed) return false;
    const sources = this.sources('script-src');
    return sources === null || hasKeyword(sources, 'unsafe-eval');
  }

  /** A script element in the markup, without nonce or matching hash, loading from `url`. */
  allowsScriptFrom(url: ProbeUrl): boolean {
    if (this.scriptsSandboxed) return false;
    const sources = this.sources('script-src-elem');
    if (sources === null) return true;
    if (hasKeyword(sources, 'strict-dynamic')) return false;
    return sources.some((source) => sourceMatches(source, url, this.#self));
  }

  /** A script the page already trusts (by its nonce, or loaded by one under 'strict-dynamic'), loading from `url`. */
  allowsTrustedScriptFrom(url: ProbeUrl): boolean {
    if (this.scriptsSandboxed) return false;
    const sources = this.sources('script-src-elem');
    if (sources === null) return true;
    const nonce = sources.some((source) => source.kind === 'nonce');
    if (hasKeyword(sources, 'strict-dynamic') && hasNonceOrHash(sources)) return true;
    return nonce || this.allowsScriptFrom(url);
  }

  /** `base-uri` has no fallback: where it is missing, any base is allowed. */
  allowsBase(url: ProbeUrl): boolean {
    return this.matches('base-uri', url);
  }

  /** Any fetch directive, by URL alone. */
  matches(directive: string, url: ProbeUrl): boolean {
    const sources = this.sources(directive);
    return sources === null || sources.some((source) => sourceMatches(source, url, this.#self));
  }

  matchesSource(source: CspSource, url: ProbeUrl): boolean {
    return sourceMatches(source, url, this.#self);
  }

  /** W3C Trusted Types: strings no longer reach the places that turn them into code. */
  get requiresTrustedTypes(): boolean {
    const sinks = this.policy.directives.get('require-trusted-types-for');
    return sinks?.some((sink) => sink.toLowerCase() === "'script'") ?? false;
  }

  has(directive: string): boolean {
    return this.policy.directives.has(directive);
  }
}

export function hasNonceOrHash(sources: readonly CspSource[]): boolean {
  return sources.some((source) => source.kind === 'nonce' || source.kind === 'hash');
}

/** A host that no one can own: stands for "any site" (RFC 6761). */
const STRANGER = 'attacker.invalid';

/**
 * URLs a stranger could serve from, as far as these source lists could possibly tell them
 * apart: any host on the default ports, on every port written next to a wildcard, and a new
 * name below every public suffix that a wildcard stands in front of (`*.com`, `*.github.io`).
 */
export function strangerUrls(sources: readonly CspSource[], isPublicSuffix: (domain: string) => boolean): ProbeUrl[] {
  const probes = new Map<string, ProbeUrl>();
  const add = (scheme: string, host: string, port: number) =>
    probes.set(`${scheme}://${host}:${port}`, { scheme, host, port, path: '/' });
  add('https', STRANGER, 443);
  add('http', STRANGER, 80);
  for (const source of sources) {
    if (source.kind !== 'host' || !source.host.startsWith('*')) continue;
    const suffix = source.host.slice(2);
    if (suffix !== '' && !isPublicSuffix(suffix)) continue;
    const host = suffix === '' ? STRANGER : `attacker.${suffix}`;
    const port = source.port === null || source.port === '*' ? null : Number(source.port);
    add('https', host, port ?? 443);
    add('http', host, port ?? 80);
    if (probes.size > 64) break;
  }
  return [...probes.values()];
}
