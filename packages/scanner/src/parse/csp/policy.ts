/**
 * Content-Security-Policy, read as CSP Level 3 §2.2 reads it. Every policy stays by itself:
 * a page under several must pass each of them, which is decided in `csp-decide.ts`.
 */
export interface CspPolicy {
  /** A `<meta>` policy may not use frame-ancestors, sandbox or report-uri (HTML §4.2.5.3); they are dropped here. */
  source: 'header' | 'meta';
  text: string;
  /** First directive of each name, in order; names in lower case, tokens as written. */
  directives: ReadonlyMap<string, readonly string[]>;
  /** Names given more than once; browsers keep the first and ignore the rest. */
  duplicates: readonly string[];
  /** Directives dropped for bytes outside ASCII (typographic quotes, mostly). */
  notAscii: readonly string[];
}

const NOT_IN_META = new Set(['frame-ancestors', 'sandbox', 'report-uri']);

/** More policies than any site sends; the rest of a hostile header is not read. */
const MAX_POLICIES = 100;

/** @param values field values in wire order; a comma inside one starts another policy */
export function parseCspHeader(values: readonly string[]): CspPolicy[] {
  return values
    .flatMap((value) => value.split(',', MAX_POLICIES))
    .slice(0, MAX_POLICIES)
    .flatMap((text) => parsePolicy(text, 'header'));
}

/** @param contents `content` of each `<meta http-equiv="Content-Security-Policy">` a browser honours */
export function parseCspMeta(contents: readonly string[]): CspPolicy[] {
  // CSP §3.3 calls the attribute one policy, but Chromium splits it at commas like a header, and so do we.
  return contents
    .flatMap((content) => content.split(',', MAX_POLICIES))
    .slice(0, MAX_POLICIES)
    .flatMap((text) => parsePolicy(text, 'meta'));
}

/** CSP3 §2.2.1; a policy without directives does not exist. */
function parsePolicy(text: string, source: CspPolicy['source']): CspPolicy[] {
  const directives = new Map<string, readonly string[]>();
  const duplicates = new Set<string>();
  const notAscii: string[] = [];
  for (const part of text.split(';')) {
    const [first, ...tokens] = part.split(/[\t\n\f\r ]+/).filter((token) => token !== '');
    if (first === undefined) continue;
    const name = first.toLowerCase();
    if (!isAscii(part)) {
      notAscii.push(name.slice(0, 60));
      continue;
    }
    if (source === 'meta' && NOT_IN_META.has(name)) continue;
    if (directives.has(name)) duplicates.add(name);
    else directives.set(name, tokens);
  }
  if (directives.size === 0 && notAscii.length === 0) return [];
  return [{ source, text: text.trim(), directives, duplicates: [...duplicates], notAscii }];
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) > 0x7f) return false;
  }
  return true;
}

/** CSP3 §6.8.3: the directive that speaks for a name, or the ones it falls back to. */
const FALLBACKS: Readonly<Record<string, readonly string[]>> = {
  'script-src-elem': ['script-src-elem', 'script-src', 'default-src'],
  'script-src-attr': ['script-src-attr', 'script-src', 'default-src'],
  'script-src': ['script-src', 'default-src'],
  'worker-src': ['worker-src', 'child-src', 'script-src', 'default-src'],
  'style-src-elem': ['style-src-elem', 'style-src', 'default-src'],
  'style-src-attr': ['style-src-attr', 'style-src', 'default-src'],
  'style-src': ['style-src', 'default-src'],
  'frame-src': ['frame-src', 'child-src', 'default-src'],
  'child-src': ['child-src', 'default-src'],
  'connect-src': ['connect-src', 'default-src'],
  'font-src': ['font-src', 'default-src'],
  'img-src': ['img-src', 'default-src'],
  'manifest-src': ['manifest-src', 'default-src'],
  'media-src': ['media-src', 'default-src'],
  'object-src': ['object-src', 'default-src'],
};

export interface GoverningDirective {
  name: string;
  sources: readonly string[];
}

/** What governs `name` in this policy, or null when the policy leaves it open. */
export function governing(policy: CspPolicy, name: string): GoverningDirective | null {
  for (const candidate of FALLBACKS[name] ?? [name]) {
    const sources = policy.directives.get(candidate);
    if (sources) return { name: candidate, sources };
  }
  return null;
}

/** Directives of CSP3 and of the documents that extend it, deprecated ones included. */
export const KNOWN_DIRECTIVES: ReadonlySet<string> = new Set([
  ...Object.keys(FALLBACKS),
  'default-src',
  'fenced-frame-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'sandbox',
  'webrtc',
  'report-uri',
  'report-to',
  'upgrade-insecure-requests',
  'block-all-mixed-content',
  'require-trusted-types-for',
  'trusted-types',
  'require-sri-for',
  'plugin-types',
  'prefetch-src',
  'navigate-to',
  'referrer',
  'reflected-xss',
]);
