/**
 * Content-Security-Policy, parsed according to CSP Level 3 §2.2. Policies are not merged: a page must pass each of
 * them, which `decide.ts` evaluates.
 */
export interface CspPolicy {
  /** A `<meta>` policy may not use frame-ancestors, sandbox or report-uri (HTML §4.2.5.3). They are dropped here. */
  source: 'header' | 'meta';
  text: string;
  /** The first directive of each name, in order. Names in lower case, tokens as written. */
  directives: ReadonlyMap<string, readonly string[]>;
  /** Names that appear more than once. Browsers use the first and ignore the rest. */
  duplicates: readonly string[];
  /** Directives dropped because of non-ASCII bytes (mostly typographic quotes). */
  notAscii: readonly string[];
}

const NOT_IN_META = new Set(['frame-ancestors', 'sandbox', 'report-uri']);

/** More policies than any site sends. The rest of a hostile header is ignored. */
const MAX_POLICIES = 100;

/** @param values field values in the order received; a comma starts another policy */
export function parseCspHeader(values: readonly string[]): CspPolicy[] {
  return values
    .flatMap((value) => value.split(',', MAX_POLICIES))
    .slice(0, MAX_POLICIES)
    .flatMap((text) => parsePolicy(text, 'header'));
}

/** @param contents `content` of each `<meta http-equiv="Content-Security-Policy">` that browsers use */
export function parseCspMeta(contents: readonly string[]): CspPolicy[] {
  // CSP §3.3 defines the attribute as one policy, but Chromium splits it at commas like a header, and so do we.
  return contents
    .flatMap((content) => content.split(',', MAX_POLICIES))
    .slice(0, MAX_POLICIES)
    .flatMap((text) => parsePolicy(text, 'meta'));
}

/**
 * CSP3 §2.2.1: a policy without directives is ignored. A directive with non-ASCII or control characters is dropped. By
 * the standard, a later directive of that name counts; in Chromium 156, the name is taken and the later one is ignored,
 * too.
 */
function parsePolicy(text: string, source: CspPolicy['source']): CspPolicy[] {
  const directives = new Map<string, readonly string[]>();
  const duplicates = new Set<string>();
  const notAscii: string[] = [];
  const names = new Set<string>();
  for (const part of text.split(';')) {
    const [first, ...tokens] = part.split(/[\t\n\f\r ]+/).filter((token) => token !== '');
    if (first === undefined) continue;
    const name = first.toLowerCase();
    if (source === 'meta' && NOT_IN_META.has(name)) continue;
    if (names.has(name)) duplicates.add(name);
    else if (isReadable(part)) directives.set(name, tokens);
    else notAscii.push(name.slice(0, 60));
    names.add(name);
  }
  if (directives.size === 0 && notAscii.length === 0) return [];
  return [{ source, text: text.trim(), directives, duplicates: [...duplicates], notAscii }];
}

/** Printable ASCII and white space. Chromium drops directives with control characters, too. */
function isReadable(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 0x7e || (code < 0x20 && !WHITE_SPACE.has(code))) return false;
  }
  return true;
}

const WHITE_SPACE = new Set([0x09, 0x0a, 0x0c, 0x0d]);

/** CSP3 §6.8.3: the directives that govern a name, followed by its fallbacks. */
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

/** The directive that governs `name` in this policy, or null if the policy does not restrict it. */
export function governing(policy: CspPolicy, name: string): GoverningDirective | null {
  for (const candidate of FALLBACKS[name] ?? [name]) {
    const sources = policy.directives.get(candidate);
    if (sources) return { name: candidate, sources };
  }
  return null;
}

/** Directives of CSP3 and of its extensions, including deprecated ones. */
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
