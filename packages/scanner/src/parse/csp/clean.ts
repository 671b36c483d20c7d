import { isBypassHost } from './bypasses.ts';
import { KNOWN_DIRECTIVES } from './policy.ts';
import { intendedSource, parseSource, type CspSource } from './source.ts';

/** Placeholder that the application must replace with a new random value in every response. */
export const NONCE_PLACEHOLDER = "'nonce-REPLACE_WITH_A_NEW_RANDOM_VALUE'";

const SCRIPT_DIRECTIVES = ['default-src', 'script-src', 'script-src-elem', 'worker-src', 'child-src'];
/** Directives in which an expression for every site is a fault (`loose.ts`, `faults.ts`, `framing.ts`). */
const CLOSED = [
  ...SCRIPT_DIRECTIVES,
  'style-src',
  'style-src-elem',
  'object-src',
  'frame-src',
  'form-action',
  'frame-ancestors',
  'base-uri',
];

/**
 * Source expressions to keep: drops those that weaken the policy, and restores missing quotes. An expression for every
 * site includes the site itself.
 * @param noInlineStyles the page has none, so nothing needs 'unsafe-inline' for styles
 */
export function cleanedSources(
  directive: string,
  tokens: readonly string[],
  isPublicSuffix: (domain: string) => boolean,
  noInlineStyles: boolean,
): string[] {
  const closed = CLOSED.includes(directive);
  const scripts = SCRIPT_DIRECTIVES.includes(directive);
  // 'strict-dynamic' makes browsers ignore hosts and 'self'.
  const isStrict = tokens.some((token) => token.toLowerCase() === "'strict-dynamic'");
  const kept = tokens.flatMap((token) => {
    const text = intendedSource(token) ?? token;
    const source = parseSource(text);
    if (KNOWN_DIRECTIVES.has(token.toLowerCase()) || source.kind === 'invalid') return [];
    if (source.kind === 'nonce') return [NONCE_PLACEHOLDER];
    if (source.kind === 'hash') return [text];
    if (source.kind === 'keyword') return isWeakening(source.keyword, directive, noInlineStyles) ? [] : [text];
    if (closed && isForEverySite(source)) return isStrict ? [] : ["'self'"];
    if (source.kind === 'scheme') {
      if (source.scheme === 'http') return ['https:'];
      // Only connections have these schemes.
      if (source.scheme === 'ws' || source.scheme === 'wss') return closed ? [] : ['wss:'];
      return (scripts || directive === 'object-src') && source.scheme === 'data' ? [] : [text];
    }
    if (closed && source.host.startsWith('*') && isPublicSuffix(source.host.slice(2))) return [];
    if (scripts && source.path === null && isBypassHost(source.host)) return [];
    return [text.replace(/^(http|ws):\/\//i, (scheme) => (scheme.toLowerCase() === 'ws://' ? 'wss://' : 'https://'))];
  });
  const distinct = [...new Set(kept)];
  return distinct.length > 0 || tokens.length === 0 ? distinct : ["'self'"];
}

function isForEverySite(source: CspSource): boolean {
  if (source.kind === 'scheme') return source.scheme === 'https' || source.scheme === 'http';
  return source.kind === 'host' && source.host === '*';
}

/** 'unsafe-hashes' stays: it lets handlers run whose hash is listed, and no others. */
function isWeakening(keyword: string, directive: string, noInlineStyles: boolean): boolean {
  if (SCRIPT_DIRECTIVES.includes(directive)) return /^unsafe-(inline|eval)$/.test(keyword);
  return noInlineStyles && directive.startsWith('style-src') && keyword === 'unsafe-inline';
}

/** Whether the token only affects scripts and would be useless where default-src is copied to other directives. */
export function forScriptsOnly(token: string): boolean {
  return /^'(?:nonce-|sha\d+-|strict-dynamic'|wasm-unsafe-eval'|report-sample')/i.test(token);
}
