import type { PageEvidence, ResourceKind } from '../../evidence/page.ts';
import { bypassesIn, isBypassHost } from './bypasses.ts';
import { cleanedSources, forScriptsOnly, NONCE_PLACEHOLDER } from './clean.ts';
import { PolicyDecisions } from './decide.ts';
import { probeUrl, type ProbeUrl } from './match.ts';
import { KNOWN_DIRECTIVES, parseCspHeader, type CspPolicy } from './policy.ts';
import { servicesOn, type CspServiceFound } from './services.ts';

const DIRECTIVE_OF: Partial<Record<ResourceKind, string>> = {
  script: 'script-src',
  style: 'style-src',
  image: 'img-src',
  font: 'font-src',
  media: 'media-src',
  frame: 'frame-src',
  object: 'object-src',
  manifest: 'manifest-src',
  connect: 'connect-src',
};
const KEPT_AS_IS = ['report-uri', 'report-to', 'require-trusted-types-for', 'trusted-types', 'sandbox'];
const MAX_SOURCES = 40;
/** A longer policy is not repaired: it is too long to copy from a report. */
const MAX_REPAIRED = 4096;
/** More hashes are impractical to maintain. */
const MAX_HASHES = 10;

export interface SuggestionFor {
  policies: readonly CspPolicy[];
  self: ProbeUrl;
  page: PageEvidence | undefined;
  isPublicSuffix: (domain: string) => boolean;
  /** What X-Frame-Options states today. frame-ancestors replaces it and must not relax it. */
  framing?: readonly string[];
}

/**
 * A policy without the faults of `faults.ts` that still allows what the page loads and what its services need. A single
 * existing policy is repaired, so that its author recognizes it.
 */
export function suggestCsp(site: SuggestionFor): string {
  return new Suggestion(site).text();
}

class Suggestion {
  readonly #site: SuggestionFor;
  readonly #old: ReadonlyMap<string, readonly string[]>;
  readonly #lists = new Map<string, Set<string>>();
  readonly #services: CspServiceFound[];
  readonly #scripts: string;

  constructor(site: SuggestionFor) {
    this.#site = site;
    const [only] = site.policies;
    const repaired = site.policies.length === 1 && only && only.text.length <= MAX_REPAIRED;
    this.#old = repaired ? only.directives : new Map<string, readonly string[]>();
    this.#services = site.page ? servicesOn(site.page) : [];
    this.#scripts = this.#old.has('script-src-elem') ? 'script-src-elem' : 'script-src';
  }

  text(): string {
    this.#keepWhatIsThere();
    if (this.#site.page) {
      this.#allowResources(this.#site.page);
      this.#allowEndpoints(this.#site.page);
      this.#allowServices(this.#site.page);
      this.#allowInline(this.#site.page);
    }
    this.#closeTheRest(this.#site.page);
    this.#trustByNonceWhereHostsWouldNotHold();
    return this.#print();
  }

  #list(name: string, ...initial: string[]): Set<string> {
    const found = this.#lists.get(name) ?? new Set(initial);
    this.#lists.set(name, found);
    return found;
  }

  #cleaned(name: string, tokens: readonly string[]): string[] {
    const { page, isPublicSuffix } = this.#site;
    const noInlineStyles = page?.inline_styles === 0 && page.style_attributes === 0 && page.cut_by.length === 0;
    const kept = cleanedSources(name, tokens, isPublicSuffix, noInlineStyles);
    return this.#site.self.host === '' ? kept.filter((token) => token !== "'self'") : kept;
  }

  /** Initial sources of a directive: those of the directive that governed it before. */
  #inherited(name: string): string[] {
    const fallback = this.#lists.get('default-src') ?? ["'self'"];
    const child = name === 'frame-src' || name === 'worker-src' ? this.#lists.get('child-src') : undefined;
    return [...(child ?? fallback)];
  }

  #keepWhatIsThere(): void {
    const defaults = this.#cleaned('default-src', this.#old.get('default-src') ?? ["'self'"]);
    const others = defaults.filter((token) => !forScriptsOnly(token));
    this.#list('default-src', ...(others.length > 0 ? others : ["'self'"]));
    for (const [name, tokens] of this.#old) {
      if (name.endsWith('-src-attr') || !name.includes('-src') || !KNOWN_DIRECTIVES.has(name)) continue;
      this.#list(name, ...this.#cleaned(name, tokens));
    }
    if (others.length < defaults.length) this.#list('script-src', ...defaults);
    const sockets = this.#old.get('default-src')?.some((token) => /^wss?:$/i.test(token)) === true;
    if (sockets && !this.#old.has('connect-src')) this.#list('connect-src', ...others, 'wss:');
  }

  #allowResources(page: PageEvidence): void {
    const known = new Set(
      this.#services.flatMap(({ markup, sheets }) => [...(markup.style ?? []), ...sheets]).map(hostOf),
    );
    for (const { kind, url } of [...page.resources, ...(page.held_resources ?? [])]) {
      const directive = DIRECTIVE_OF[kind];
      if (!directive) continue;
      this.#add(directive, this.#sourceFor(url, directive));
      // Fonts and images of a style sheet are usually on the same host (icon fonts in particular).
      const source = kind === 'style' ? this.#sourceFor(url, 'font-src') : null;
      if (source === null || source === "'self'" || known.has(hostOf(url))) continue;
      this.#add('font-src', source);
      this.#add('img-src', source);
    }
  }

  /** Endpoints that the page's own scripts name. */
  #allowEndpoints(page: PageEvidence): void {
    for (const { kind, url } of page.script_endpoints) {
      const directive = kind === 'connect' ? 'connect-src' : 'script-src';
      this.#add(directive, this.#sourceFor(url, directive));
    }
  }

  #allowServices(page: PageEvidence): void {
    for (const { csp, loads } of this.#services) {
      for (const [directive, sources] of Object.entries(csp)) {
        for (const source of sources) {
          if (directive === 'script-src' && !this.#holds(source)) this.#addSeenScripts(page, source);
          else this.#add(directive, source);
        }
      }
      // An account-specific host (`acme.disqus.com`) appears in the loader but in no list.
      const listed = csp['script-src'] ?? [];
      for (const url of loads)
        if (!this.#admits(listed, url)) this.#add('script-src', this.#sourceFor(url, 'script-src'));
    }
  }

  #admits(sources: readonly string[], url: string): boolean {
    const [policy] = parseCspHeader([`script-src ${sources.join(' ')}`]);
    const probe = probeUrl(url);
    return (
      policy !== undefined && probe !== null && new PolicyDecisions(policy, this.#site.self).allowsScriptFrom(probe)
    );
  }

  /**
   * If a service uses a host where anyone can publish, the source is narrowed to the files that the page loads from it.
   */
  #addSeenScripts(page: PageEvidence, source: string): void {
    const seen = [
      ...[...page.resources, ...(page.held_resources ?? [])].flatMap(({ kind, url }) =>
        kind === 'script' ? [url] : [],
      ),
      ...page.inline_script_urls,
    ].filter((url) => this.#admits([source], url));
    if (seen.length === 0) this.#add('script-src', source);
    for (const url of seen) this.#add('script-src', this.#sourceFor(url, 'script-src'));
  }

  #allowInline(page: PageEvidence): void {
    if (page.inline_styles + page.style_attributes > 0) {
      const styles = this.#list('style-src', ...this.#inherited('style-src'));
      if (![...styles].some((token) => /^'(nonce|sha\d+)-/i.test(token))) styles.add("'unsafe-inline'");
    }
    if (page.inline_scripts > 0 || page.inline_script_hashes.length > 0) {
      const sources = this.#list(this.#scripts, ...this.#inherited(this.#scripts));
      const hashes = sources.has(NONCE_PLACEHOLDER) ? null : scriptHashes(page);
      for (const source of hashes?.map((hash) => `'${hash}'`) ?? [NONCE_PLACEHOLDER]) sources.add(source);
    }
    for (const kind of page.data_kinds) {
      const directive = DIRECTIVE_OF[kind];
      if (directive === 'img-src' || directive === 'font-src' || directive === 'media-src')
        this.#add(directive, 'data:');
    }
    // Small images in style sheets are usually data: URLs. A site with its own policy has already decided about them.
    const styled =
      page.inline_styles + page.style_attributes > 0 || page.resources.some(({ kind }) => kind === 'style');
    if (styled && this.#old.size === 0) this.#add('img-src', 'data:');
  }

  #closeTheRest(page: PageEvidence | undefined): void {
    const old = this.#old;
    if (!old.has('object-src') && !page?.resources.some(({ kind }) => kind === 'object'))
      this.#list('object-src', "'none'");
    const base = page?.base?.url ? (this.#sourceFor(page.base.url, 'base-uri') ?? "'self'") : "'none'";
    this.#list('base-uri', ...this.#cleaned('base-uri', old.get('base-uri') ?? [base]));
    this.#list('form-action', ...this.#cleaned('form-action', old.get('form-action') ?? ["'self'"]));
    for (const { action, method } of page?.forms ?? [])
      if (action !== null && method !== 'dialog') this.#add('form-action', this.#sourceFor(action, 'form-action'));
    const framing = old.get('frame-ancestors') ?? this.#site.framing ?? ["'self'"];
    this.#list('frame-ancestors', ...this.#cleaned('frame-ancestors', framing));
  }

  /**
   * Some services only document nonces, and some hosts serve files of any publisher from the URL that a page loads.
   * Then a nonce must decide, and the hosts remain for browsers without CSP3.
   */
  #trustByNonceWhereHostsWouldNotHold(): void {
    const scripts = this.#lists.get(this.#scripts);
    const strict = this.#services.some((service) => service.strict === true);
    const alone =
      scripts?.has("'strict-dynamic'") === true && ![...scripts].some((token) => /^'(nonce|sha)/i.test(token));
    if (!strict && !alone && (!scripts || [...scripts].every((source) => this.#holds(source)))) return;
    const list = this.#list(this.#scripts, ...this.#inherited(this.#scripts));
    for (const token of list) if (/^'sha\d/i.test(token)) list.delete(token);
    list.add(NONCE_PLACEHOLDER).add("'strict-dynamic'");
  }

  /** Whether this expression allows no third-party code. */
  #holds(source: string): boolean {
    const [policy] = parseCspHeader([`script-src ${source}`]);
    if (!policy || source.startsWith("'")) return true;
    const found = bypassesIn([new PolicyDecisions(policy, this.#site.self)], this.#site.self);
    return found.every(({ certainty }) => certainty === 'possible');
  }

  #add(directive: string, source: string | null): void {
    if (source === null) return;
    const name = this.#lists.has(`${directive}-elem`) ? `${directive}-elem` : directive;
    const sources = this.#list(name, ...this.#inherited(name));
    if (sources.size < MAX_SOURCES) sources.add(source);
  }

  /** The origin of a resource. For hosts where anyone can publish, the exact file. */
  #sourceFor(url: string, directive: string): string | null {
    const { self } = this.#site;
    const parsed = URL.parse(url);
    if (!parsed || !/^(?:http|ws)s?:$/.test(parsed.protocol) || /[;,\s]/.test(parsed.host)) return null;
    // 'self' covers WebSockets of the same host and port (CSP3 §6.7.2.8).
    const socket = parsed.protocol.startsWith('ws') ? `${self.scheme === 'http' ? parsed.protocol : 'wss:'}//` : null;
    // Browsers upgrade http resources of a secure page. A page over http accepts both schemes.
    const origin = socket ? socket + parsed.host : self.scheme === 'http' ? parsed.host : `https://${parsed.host}`;
    const probe = probeUrl(`${self.scheme === 'http' ? 'http' : 'https'}://${parsed.host}`);
    if (probe?.host === self.host && probe.port === self.port) return "'self'";
    const shared = directive === 'script-src' && isBypassHost(parsed.hostname);
    return shared && !/[;,\s]/.test(parsed.pathname) && parsed.pathname !== '/' ? origin + parsed.pathname : origin;
  }

  #print(): string {
    const directives = [...this.#lists].map(([name, sources]) => [name, ...withoutNone(sources)].join(' '));
    for (const name of KEPT_AS_IS) {
      const tokens = this.#old.get(name);
      if (tokens) directives.push([name, ...tokens].join(' '));
    }
    if (this.#site.self.scheme === 'https') directives.push('upgrade-insecure-requests');
    return directives.join('; ');
  }
}

/** Hashes of all inline scripts, if there are few and none has a nonce. Otherwise null. */
function scriptHashes(page: PageEvidence): string[] | null {
  const { inline_scripts: all, inline_scripts_hashed: hashed, inline_script_hashes: hashes } = page;
  const whole = hashes.length > 0 && hashed === all && page.cut_by.length === 0;
  return whole && hashes.length <= MAX_HASHES && page.inline_scripts_with_nonce === 0 ? hashes : null;
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}

/**
 * 'none' next to anything else is ignored, and an empty list means 'none'. Drops expressions that a wider one covers.
 */
function withoutNone(sources: ReadonlySet<string>): string[] {
  const rest = [...sources].filter((token) => token.toLowerCase() !== "'none'");
  const wide = rest.filter((token) => token.startsWith('https://*.')).map((token) => token.slice('https://*'.length));
  const needed = rest.filter(
    (token) => !/^https:\/\/[^*/]+$/.test(token) || !wide.some((suffix) => token.endsWith(suffix)),
  );
  return needed.length > 0 ? needed : ["'none'"];
}
