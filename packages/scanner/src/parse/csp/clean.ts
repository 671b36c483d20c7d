import { isBypassHost } from './bypasses.ts';
import { KNOWN_DIRECTIVES } from './policy.ts';
import { isReadAsHost, parseSource } from './source.ts';

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

/** Source expressions to keep: drops those that weaken the policy, and restores missing quotes. */
export function cleanedSources(
  directive: string,
  tokens: readonly string[],
  isPublicSuffix: (domain: string) => boolean,
): string[] {
  const kept = tokens.flatMap((token) => {
    const text = isReadAsHost(token) ? `'${token.toLowerCase()}'` : token;
    const source = parseSource(text);
    const closed = CLOSED.includes(directive);
    const scripts = SCRIPT_DIRECTIVES.includes(directive);
    if (KNOWN_DIRECTIVES.has(token.toLowerCase()) || source.kind === 'invalid') return [];
    if (source.kind === 'nonce') return [NONCE_PLACEHOLDER];
    if (source.kind === 'hash') return [text];
    if (source.kind === 'keyword') return scripts && /^unsafe-(inline|eval|hashes)$/.test(source.keyword) ? [] : [text];
    if (source.kind === 'scheme') {
      if (source.scheme === 'http') return closed ? [] : ['https:'];
      if (source.scheme === 'ws') return closed ? [] : ['wss:'];
      return (closed && source.scheme === 'https') || (scripts && source.scheme === 'data') ? [] : [text];
    }
    if (closed && source.host.startsWith('*') && (source.host === '*' || isPublicSuffix(source.host.slice(2))))
      return [];
    if (scripts && source.path === null && isBypassHost(source.host)) return [];
    return [text.replace(/^(http|ws):\/\//i, (scheme) => (scheme.toLowerCase() === 'ws://' ? 'wss://' : 'https://'))];
  });
  const distinct = [...new Set(kept)];
  return distinct.length > 0 || tokens.length === 0 ? distinct : ["'self'"];
}

/** Whether the token only affects scripts and would be useless where default-src is copied to other directives. */
export function forScriptsOnly(token: string): boolean {
  return /^'(?:nonce-|sha\d+-|strict-dynamic'|wasm-unsafe-eval'|report-sample')/i.test(token);
}
