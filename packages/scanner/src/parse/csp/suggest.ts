import type { PageEvidence, ResourceKind } from '../../evidence/page.ts';
import { BYPASSES } from './bypasses.ts';
import { KNOWN_DIRECTIVES, type CspPolicy } from './policy.ts';
import { probeUrl, type ProbeUrl } from './match.ts';
import { isUnquotedKeyword, parseSource } from './source.ts';

/** Stands where the application has to put a new random value in every answer. */
export const NONCE_PLACEHOLDER = "'nonce-REPLACE_WITH_A_NEW_RANDOM_VALUE'";

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
const SCRIPT_DIRECTIVES = ['default-src', 'script-src', 'script-src-elem', 'worker-src', 'child-src'];
const KEPT_AS_IS = ['report-uri', 'report-to', 'require-trusted-types-for', 'trusted-types', 'sandbox'];
const MAX_SOURCES = 40;
/** A longer policy is not repaired piece by piece: nobody pastes it from a report. */
const MAX_REPAIRED = 4096;

/**
 * A policy without any of the faults in `csp-faults.ts` that still lets the page load what it was
 * seen to load. A single existing policy is repaired, so that its author recognises it.
 */
export function suggestCsp(policies: readonly CspPolicy[], self: ProbeUrl, page: PageEvidence | undefined): string {
  const [only] = policies;
  const old =
    policies.length === 1 && only && only.text.length <= MAX_REPAIRED
      ? only.directives
      : new Map<string, readonly string[]>();
  const lists = new Map<string, Set<string>>();
  const list = (name: string, ...initial: string[]) => {
    const found = lists.get(name) ?? new Set(initial);
    lists.set(name, found);
    return found;
  };

  list('default-src', ...cleaned('default-src', old.get('default-src') ?? ["'self'"], self));
  for (const [name, tokens] of old) {
    if (name.endsWith('-src-attr') || !name.includes('-src') || !KNOWN_DIRECTIVES.has(name)) continue;
    list(name, ...cleaned(name, tokens, self));
  }
  for (const resource of page?.resources ?? []) {
    const directive = DIRECTIVE_OF[resource.kind];
    const source = directive ? sourceFor(resource.url, directive, self) : null;
    if (!directive || !source) continue;
    const governing = lists.has(`${directive}-elem`) ? `${directive}-elem` : directive;
    const sources = list(governing, ...(lists.get('default-src') ?? ["'self'"]));
    if (sources.size < MAX_SOURCES) sources.add(source);
  }
  if (page) allowInline(page, list, lists.has('script-src-elem') ? 'script-src-elem' : 'script-src');
  if (!old.has('object-src') && !page?.resources.some(({ kind }) => kind === 'object')) list('object-src', "'none'");
  list('base-uri', ...cleaned('base-uri', old.get('base-uri') ?? [page?.base?.url ? "'self'" : "'none'"], self));
  const actions = list('form-action', ...cleaned('form-action', old.get('form-action') ?? ["'self'"], self));
  for (const form of page?.forms ?? []) {
    const source = form.action === null ? null : sourceFor(form.action, 'form-action', self);
    if (source && actions.size < MAX_SOURCES) actions.add(source);
  }
  list('frame-ancestors', ...cleaned('frame-ancestors', old.get('frame-ancestors') ?? ["'self'"], self));

  const directives = [...lists].map(([name, sources]) => [name, ...withoutNone(sources)].join(' '));
  for (const name of KEPT_AS_IS) {
    const tokens = old.get(name);
    if (tokens) directives.push([name, ...tokens].join(' '));
  }
  directives.push('upgrade-insecure-requests');
  return directives.join('; ');
}

type ListOf = (name: string, ...initial: string[]) => Set<string>;

/** More would make a field nobody can keep up to date. */
const MAX_HASHES = 10;

/** Hashes of all the page's inline scripts where they are few and none carries a nonce; otherwise null. */
function scriptHashes(page: PageEvidence): string[] | null {
  const { inline_scripts: all, inline_scripts_hashed: hashed, inline_script_hashes: hashes } = page;
  const whole = all > 0 && hashed === all && page.cut_by.length === 0;
  return whole && hashes.length <= MAX_HASHES && page.inline_scripts_with_nonce === 0 ? hashes : null;
}

/** Inline styles are let be; inline scripts get a hash each or a nonce. Handlers cannot be kept: they have to move into a script. */
function allowInline(page: PageEvidence, list: ListOf, scripts: string): void {
  const inherited = () => [...list('default-src')];
  if (page.inline_styles + page.style_attributes > 0) {
    const styles = list('style-src', ...inherited());
    if (![...styles].some((token) => /^'(nonce|sha\d+)-/i.test(token))) styles.add("'unsafe-inline'");
  }
  if (page.inline_scripts > 0) {
    const sources = list(scripts, ...inherited());
    const hashes = sources.has(NONCE_PLACEHOLDER) ? null : scriptHashes(page);
    for (const source of hashes?.map((hash) => `'${hash}'`) ?? [NONCE_PLACEHOLDER]) sources.add(source);
  }
  list('img-src', ...inherited()).add('data:');
}

/** The origin a resource comes from; for hosts that serve everybody's code, the very file. */
function sourceFor(url: string, directive: string, self: ProbeUrl): string | null {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || /[;,\s]/.test(parsed.host)) return null;
  // Plain-http resources are upgraded: upgrade-insecure-requests compares them as https.
  const origin = `https://${parsed.host}`;
  if (probeUrl(origin)?.host === self.host && probeUrl(origin)?.port === self.port) return "'self'";
  const shared = BYPASSES.some((bypass) => URL.parse(bypass.url)?.hostname === parsed.hostname);
  const exact =
    shared && directive === 'script-src' && !/[;,\s]/.test(parsed.pathname) && !parsed.pathname.endsWith('/');
  return exact ? origin + parsed.pathname : origin;
}

/** Source expressions worth keeping: what opens a door goes, what lost its quotes gets them back. */
function cleaned(directive: string, tokens: readonly string[], self: ProbeUrl): string[] {
  const kept = tokens.flatMap((token) => {
    const text = isUnquotedKeyword(token) ? `'${token.toLowerCase()}'` : token;
    const source = parseSource(text);
    if (KNOWN_DIRECTIVES.has(token.toLowerCase()) || source.kind === 'invalid') return [];
    if (source.kind === 'nonce') return [NONCE_PLACEHOLDER];
    if (source.kind === 'scheme') return isClosed(directive) || /^(http|ws)$/.test(source.scheme) ? [] : [text];
    if (source.kind === 'keyword')
      return isClosed(directive) && /^unsafe-(inline|eval|hashes)$/.test(source.keyword) ? [] : [text];
    if (source.kind === 'hash') return [text];
    if (source.host.startsWith('*') && isClosed(directive)) return [];
    if (isClosed(directive) && servesStrangers(source.host)) return [];
    return [text.replace(/^(http|ws):\/\//i, (scheme) => (scheme.toLowerCase() === 'ws://' ? 'wss://' : 'https://'))];
  });
  const host = kept.length > 0 || tokens.length === 0 ? kept : ["'self'"];
  return self.host === '' ? host.filter((token) => token !== "'self'") : host;
}

function isClosed(directive: string): boolean {
  return SCRIPT_DIRECTIVES.includes(directive) || directive === 'frame-ancestors' || directive === 'base-uri';
}

function servesStrangers(host: string): boolean {
  return BYPASSES.some((bypass) => probeUrl(bypass.url)?.host === host);
}

/** 'none' next to anything else is ignored, and an empty list means 'none'. */
function withoutNone(sources: ReadonlySet<string>): string[] {
  const rest = [...sources].filter((token) => token.toLowerCase() !== "'none'");
  return rest.length > 0 ? rest : ["'none'"];
}
