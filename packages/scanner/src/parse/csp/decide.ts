import { governing, type CspPolicy } from './policy.ts';
import { sourceMatches, type ProbeUrl } from './match.ts';
import { hasKeyword, parseSources, type CspSource } from './source.ts';

/**
 * What one policy allows. A page with several policies may only do what all of them allow, so callers use
 * `policies.every(…)`. Merging the policies would give wrong results.
 */
export class PolicyDecisions {
  readonly policy: CspPolicy;
  readonly #self: ProbeUrl;
  readonly #parsed = new Map<readonly string[], CspSource[]>();

  constructor(policy: CspPolicy, self: ProbeUrl) {
    this.policy = policy;
    this.#self = self;
  }

  /** The source list that governs a directive, or null if the policy does not restrict it. */
  sources(directive: string): CspSource[] | null {
    const found = governing(this.policy, directive);
    if (!found) return null;
    let parsed = this.#parsed.get(found.sources);
    if (!parsed) this.#parsed.set(found.sources, (parsed = parseSources(found.sources)));
    return parsed;
  }

  /** The same list, with the name of the governing directive and each expression as written. */
  list(directive: string): { name: string; entries: { text: string; source: CspSource }[] } | null {
    const found = governing(this.policy, directive);
    const sources = this.sources(directive);
    if (!found || !sources) return null;
    return { name: found.name, entries: sources.map((source, at) => ({ text: found.sources[at] ?? '', source })) };
  }

  /** `sandbox` without `allow-scripts` blocks every script, whatever the source lists allow. */
  get scriptsSandboxed(): boolean {
    const flags = this.policy.directives.get('sandbox');
    return flags !== undefined && !flags.some((flag) => flag.toLowerCase() === 'allow-scripts');
  }

  /** CSP3 §6.7.3.2: a nonce, a hash or 'strict-dynamic' in the list disables 'unsafe-inline'. */
  allowsInline(directive: `${'script' | 'style'}-src-${'elem' | 'attr'}`): boolean {
    const isScript = directive.startsWith('script');
    if (this.scriptsSandboxed && isScript) return false;
    const sources = this.sources(directive);
    if (sources === null) return true;
    if (hasNonceOrHash(sources)) return false;
    if (isScript && hasKeyword(sources, 'strict-dynamic')) return false;
    return hasKeyword(sources, 'unsafe-inline');
  }

  /** CSP3 §4.4: only script-src or, without it, default-src applies. */
  get allowsEval(): boolean {
    if (this.scriptsSandboxed) return false;
    const sources = this.sources('script-src');
    return sources === null || hasKeyword(sources, 'unsafe-eval');
  }

  /** Whether a script element in the markup, without a nonce or a matching hash, may load from `url`. */
  allowsScriptFrom(url: ProbeUrl): boolean {
    if (this.scriptsSandboxed) return false;
    const sources = this.sources('script-src-elem');
    if (sources === null) return true;
    if (hasKeyword(sources, 'strict-dynamic')) return false;
    return sources.some((source) => sourceMatches(source, url, this.#self));
  }

  /**
   * Whether a trusted script (one with the nonce, or loaded by such a script under 'strict-dynamic') may load from
   * `url`.
   */
  allowsTrustedScriptFrom(url: ProbeUrl): boolean {
    if (this.scriptsSandboxed) return false;
    const sources = this.sources('script-src-elem');
    if (sources === null) return true;
    const nonce = sources.some((source) => source.kind === 'nonce');
    if (hasKeyword(sources, 'strict-dynamic') && hasNonceOrHash(sources)) return true;
    return nonce || this.allowsScriptFrom(url);
  }

  /** `base-uri` has no fallback: without it, any base is allowed. */
  allowsBase(url: ProbeUrl): boolean {
    return this.matches('base-uri', url);
  }

  /** Evaluates any fetch directive by URL only. */
  matches(directive: string, url: ProbeUrl): boolean {
    const sources = this.sources(directive);
    return sources === null || sources.some((source) => sourceMatches(source, url, this.#self));
  }

  matchesSource(source: CspSource, url: ProbeUrl): boolean {
    return sourceMatches(source, url, this.#self);
  }

  /** W3C Trusted Types: strings cannot reach the sinks that turn them into code. */
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

/** A host that no one can own (RFC 6761). Represents any site. */
const ANY_HOST = 'attacker.invalid';

/**
 * Sample URLs of an attacker that these source lists could distinguish: any host on the default ports, on every port
 * written next to a wildcard, and a new name below every public suffix that follows a wildcard (`*.com`,
 * `*.github.io`).
 */
export function attackerUrls(sources: readonly CspSource[], isPublicSuffix: (domain: string) => boolean): ProbeUrl[] {
  const probes = new Map<string, ProbeUrl>();
  const add = (scheme: string, host: string, port: number) =>
    probes.set(`${scheme}://${host}:${port}`, { scheme, host, port, path: '/' });
  add('https', ANY_HOST, 443);
  add('http', ANY_HOST, 80);
  for (const source of sources) {
    if (source.kind !== 'host' || !source.host.startsWith('*')) continue;
    const suffix = source.host.slice(2);
    if (suffix !== '' && !isPublicSuffix(suffix)) continue;
    const host = suffix === '' ? ANY_HOST : `attacker.${suffix}`;
    const port = source.port === null || source.port === '*' ? null : Number(source.port);
    add('https', host, port ?? 443);
    add('http', host, port ?? 80);
    if (probes.size > 64) break;
  }
  return [...probes.values()];
}
