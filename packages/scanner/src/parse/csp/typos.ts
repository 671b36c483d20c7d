import { isNear } from '../near-word.ts';
import { KNOWN_DIRECTIVES, type CspPolicy } from './policy.ts';
import { isReadAsHost, parseSource } from './source.ts';

/**
 * Expressions that browsers interpret differently from what the author meant, though they allow nothing by themselves.
 */
export interface CspTypos {
  /** `script-src self`: a host named "self". */
  unquoted: string[];
  /** `default-src 'self' script-src 'self'`: a semicolon is missing, and the rest is parsed as host names. */
  swallowed: string[];
  /** Ignored expressions: `'unsafe-inlin'`. */
  ignored: string[];
  /** `'nonce-'`, `'nonce-{{nonce}}'`: a template that nothing has filled. Browsers ignore it. */
  emptyNonces: string[];
  /** `frame-anchestors`, with the directive that was meant, if there is a similar one. */
  unknownDirectives: string[];
  /** `'unsafe-inline'` after a comma: the name of the first directive of another policy. */
  afterComma: string[];
  duplicates: string[];
  notAscii: string[];
}

const MAX_NAMED = 5;
/** Directives whose values are not source lists. */
const NO_SOURCES = new Set([
  'sandbox',
  'report-uri',
  'report-to',
  'require-trusted-types-for',
  'trusted-types',
  'plugin-types',
  'require-sri-for',
  'webrtc',
  'referrer',
  'reflected-xss',
]);

/** All values of directives that have a fixed list: Trusted Types §4.2, HTML "sandboxing flag set". Browsers ignore others. */
const VALUES: Readonly<Record<string, ReadonlySet<string>>> = {
  'require-trusted-types-for': new Set(["'script'"]),
  sandbox: new Set(
    (
      'allow-downloads allow-forms allow-modals allow-orientation-lock allow-pointer-lock allow-popups ' +
      'allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts ' +
      'allow-storage-access-by-user-activation allow-top-navigation allow-top-navigation-by-user-activation ' +
      'allow-top-navigation-to-custom-protocols'
    ).split(' '),
  ),
};

const UNFILLED = /^'nonce-(?:'$|.*[{}<>$%@[\]])/iu;

export function cspTypos(policies: readonly CspPolicy[]): CspTypos {
  const typos: CspTypos = {
    unquoted: [],
    swallowed: [],
    ignored: [],
    emptyNonces: [],
    afterComma: [],
    unknownDirectives: [],
    duplicates: [],
    notAscii: [],
  };
  const add = (list: string[], text: string) => {
    if (list.length < MAX_NAMED && !list.includes(text)) list.push(text);
  };
  for (const policy of policies) {
    for (const name of policy.duplicates) add(typos.duplicates, name.slice(0, 60));
    for (const name of policy.notAscii) add(typos.notAscii, name);
    for (const [name, tokens] of policy.directives) {
      if (!KNOWN_DIRECTIVES.has(name)) {
        if (name.startsWith("'") || /^https?:\/\//u.test(name)) add(typos.afterComma, name.slice(0, 60));
        else add(typos.unknownDirectives, withMeant(name.slice(0, 60)));
      }
      for (const token of VALUES[name] ? tokens : [])
        if (!VALUES[name]?.has(token.toLowerCase())) add(typos.ignored, `${name} ${token.slice(0, 60)}`);
      if (NO_SOURCES.has(name) || !KNOWN_DIRECTIVES.has(name)) continue;
      // CSP3 §6.7.2.5: 'none' only counts alone.
      if (tokens.length > 1 && tokens.some((token) => token.toLowerCase() === "'none'")) {
        add(typos.ignored, `${name} 'none' (with other expressions)`);
      }
      for (const token of tokens) {
        if (KNOWN_DIRECTIVES.has(token.toLowerCase())) add(typos.swallowed, `${name} … ${token}`);
        else if (isReadAsHost(token)) add(typos.unquoted, `${name} ${token.slice(0, 60)}`);
        else if (UNFILLED.test(token) && parseSource(token).kind === 'invalid')
          add(typos.emptyNonces, `${name} ${token.slice(0, 60)}`);
        else if (parseSource(token).kind === 'invalid') add(typos.ignored, `${name} ${token.slice(0, 60)}`);
      }
    }
  }
  return typos;
}

/** `script-source` → `script-source (script-src?)` */
function withMeant(name: string): string {
  const plain = name.replace(/[^a-z-].*$/u, '').replace(/-?(?:sources?|srcs)$/u, '-src');
  const meant = [...KNOWN_DIRECTIVES].find((known) => known === plain || isNear(known, plain));
  return meant ? `${name} (did you mean ${meant}?)` : name;
}
