import { bypassesIn, type Certainty } from './bypasses.ts';
import { clearText } from './clear-text.ts';
import { hasNonceOrHash, PolicyDecisions, attackerUrls } from './decide.ts';
import { dataObjects, looseDirectives } from './loose.ts';
import { sourceMatches, type ProbeUrl } from './match.ts';
import { governing, type CspPolicy } from './policy.ts';
import { hasKeyword, parseSource } from './source.ts';

/** What the combined policies of a page still allow an injected element to do, most severe first. */
export const CSP_FAULTS = [
  'scripts_open',
  'inline_scripts',
  'any_host',
  'data_scripts',
  'inline_handlers',
  'reused_nonce',
  'eval',
  'bypassable_host',
  'base_open',
  'clear_text_scripts',
  'weak_nonce',
  'doubtful_host',
  'nothing_trusted',
  'forms_open',
  'objects_open',
  'typo',
  'clear_text_sources',
  'styles_open',
  'frames_open',
  'base_admits_any',
  'inline_styles',
] as const;
export type CspFaultCode = (typeof CSP_FAULTS)[number];

export interface CspFault {
  code: CspFaultCode;
  /** The directives and expressions at fault, as written. */
  evidence: string[];
}

const MAX_NAMED = 10;
const MAX_LINE = 160;
const ANYWHERE: ProbeUrl = { scheme: 'https', host: 'attacker.invalid', port: 443, path: '/' };

/** @param policies at least one; header and meta policies alike */
export function cspFaults(
  policies: readonly CspPolicy[],
  self: ProbeUrl,
  isPublicSuffix: (domain: string) => boolean,
): CspFault[] {
  const all = policies.map((policy) => new PolicyDecisions(policy, self));
  const faults: CspFault[] = [];
  const fault = (code: CspFaultCode, evidence: readonly string[]) => {
    const lines = evidence.map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line));
    faults.push({ code, evidence: [...new Set(lines)].slice(0, MAX_NAMED) });
  };

  const scriptLists = all.flatMap((one) => one.sources('script-src-elem') ?? []);
  const stranger = attackerUrls(scriptLists, isPublicSuffix).find((url) =>
    all.every((one) => one.allowsScriptFrom(url)),
  );
  const inline = all.every((one) => one.allowsInline('script-src-elem'));
  if (stranger && inline) {
    fault('scripts_open', [
      ...keywordAt(all, 'script-src-elem', 'unsafe-inline'),
      ...matchedBy(all, stranger, self),
      ...silent(all),
    ]);
  } else {
    if (inline) fault('inline_scripts', [...keywordAt(all, 'script-src-elem', 'unsafe-inline'), ...silent(all)]);
    if (stranger) fault('any_host', matchedBy(all, stranger, self));
    const data = { scheme: 'data', host: '', port: null, path: '' };
    if (all.every((one) => one.allowsScriptFrom(data))) fault('data_scripts', matchedBy(all, data, self));
    if (!inline && all.every((one) => one.allowsInline('script-src-attr'))) {
      const named = keywordAt(all, 'script-src-attr', 'unsafe-inline');
      fault('inline_handlers', named.length > 0 ? named : ['no script-src-attr, script-src or default-src']);
    }
    for (const { code, evidence } of looseDirectives(all, isPublicSuffix)) fault(code, evidence);
    if (!faults.some(({ code }) => code === 'objects_open')) {
      const objects = dataObjects(all);
      if (objects.length > 0) fault('objects_open', objects);
    }
    const styles = inlineStyles(all);
    if (styles.length > 0) fault('inline_styles', styles);
  }
  // If Trusted Types are required, an injected string never reaches the compiler (see the remarks).
  if (all.every((one) => one.allowsEval) && all.some((one) => one.sources('script-src') !== null)) {
    if (!all.some((one) => one.requiresTrustedTypes)) fault('eval', keywordAt(all, 'script-src', 'unsafe-eval'));
  }
  if (!stranger && !inline) {
    const bypasses = bypassesIn(all, self);
    const named = (certainty: Certainty) =>
      bypasses.filter((one) => one.certainty === certainty).map(({ text }) => text);
    if (named('sure').length > 0) fault('bypassable_host', named('sure'));
    if (named('likely').length > 0) fault('doubtful_host', named('likely'));
    if (all.every((one) => one.allowsTrustedScriptFrom(ANYWHERE) && one.allowsBase(ANYWHERE)))
      fault('base_open', baseEvidence(all));
    else if (all.every((one) => one.allowsBase(ANYWHERE)) && all.some((one) => one.has('base-uri')))
      fault('base_admits_any', baseEvidence(all));
  }
  const clear = clearText(all);
  if (clear.scripts.length > 0) fault('clear_text_scripts', clear.scripts);
  if (clear.other.length > 0) fault('clear_text_sources', clear.other);
  const nonces = weakNonces(all);
  if (nonces.length > 0) fault('weak_nonce', nonces);
  const untrusting = all.filter((one) => trustsNothing(one));
  if (untrusting.length > 0) fault('nothing_trusted', keywordAt(untrusting, 'script-src-elem', 'strict-dynamic'));
  return faults;
}

/** Hosts that allow third-party code only under further conditions. Reported as a remark. */
export function possibleBypasses(policies: readonly CspPolicy[], self: ProbeUrl): string[] {
  const all = policies.map((policy) => new PolicyDecisions(policy, self));
  return bypassesIn(all, self).flatMap(({ certainty, text }) => (certainty === 'possible' ? [text] : []));
}

/** `script-src 'unsafe-inline'` for each policy whose governing directive contains the keyword. */
function keywordAt(all: readonly PolicyDecisions[], directive: string, keyword: string): string[] {
  return all.flatMap(({ policy }) => {
    const found = governing(policy, directive);
    return found?.sources.some((token) => token.toLowerCase() === `'${keyword}'`) ? [`${found.name} '${keyword}'`] : [];
  });
}

/** The expressions, if every policy that governs styles allows injected styles. Empty if no policy governs them. */
function inlineStyles(all: readonly PolicyDecisions[]): string[] {
  return (['style-src-elem', 'style-src-attr'] as const).flatMap((directive) =>
    all.every((one) => one.allowsInline(directive)) ? keywordAt(all, directive, 'unsafe-inline') : [],
  );
}

function silent(all: readonly PolicyDecisions[]): string[] {
  return all.every((one) => one.sources('script-src-elem') === null) ? ['no script-src and no default-src'] : [];
}

/** The expressions that allow script elements to load `url`. */
function matchedBy(all: readonly PolicyDecisions[], url: ProbeUrl, self: ProbeUrl): string[] {
  return all.flatMap(({ policy }) => {
    const found = governing(policy, 'script-src-elem');
    const tokens = found?.sources.filter((token) => sourceMatches(parseSource(token), url, self)) ?? [];
    return tokens.map((token) => `${found?.name ?? ''} ${token}`);
  });
}

function baseEvidence(all: readonly PolicyDecisions[]): string[] {
  const written = all.flatMap(({ policy }) => {
    const tokens = policy.directives.get('base-uri');
    return tokens ? [['base-uri', ...tokens].join(' ')] : [];
  });
  return written.length > 0 ? written : ['no base-uri'];
}

/** CSP3 §7.1 requires 128 bits. Fewer than eight characters can be guessed, and so can a placeholder. */
function weakNonces(all: readonly PolicyDecisions[]): string[] {
  const lists = all.map((one) => one.sources('script-src-elem') ?? []).filter(hasNonceOrHash);
  return lists
    .flat()
    .flatMap((source) => (source.kind === 'nonce' && isGuessable(source.value) ? [`'nonce-${source.value}'`] : []));
}

function isGuessable(nonce: string): boolean {
  const text = nonce.replace(/=+$/u, '');
  if (nonce.length < 8 || new Set(text).size < 3 || GUIDES.has(nonce)) return true;
  return PLACEHOLDER.test(nonce) || PLACEHOLDER.test(plainly(nonce)) || isSequence(text) || isRepeated(text);
}

/**
 * Copied unchanged from a guide or from our own suggestion, or a variable without a value: the same for every visitor.
 */
const PLACEHOLDER =
  /replace|random_?value|(?:some|dummy|fake|sample|base64|my)[_-]?(?:random|nonce|value|string)|csp_?nonce|object-?object|nonce_?value|value_?here|your-?nonce|changeme|undefined|placeholder|request_?id|(?:^|[_-])(?:csp_?)?nonce(?:$|[_-])|^(?:random|nonce|test|example|secret|dynamic|static)[\w-]{0,8}$/i;

/** `r4nd0m-n0nc3` with letters in place of digits. */
function plainly(text: string): string {
  const letters: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' };
  return text.replaceAll(/[013457]/gu, (digit) => letters[digit] ?? digit);
}

/** `1234567890`, `aabbccddeeff`: by chance, two of many neighbors follow each other. */
function isSequence(text: string): boolean {
  const codes = [...text.replaceAll(/(.)\1+/gu, '$1')].map((letter) => letter.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, at) => Math.abs(code - (codes[at] ?? 0)));
  return steps.filter((step) => step === 1).length >= steps.length * 0.7;
}

/** `deadbeefdeadbeef`, `abcabcabcabc`: a short piece written several times. */
function isRepeated(text: string): boolean {
  return /^(.{1,12}?)\1+$/u.test(text);
}

/** Nonces of well-known examples: MDN, content-security-policy.com, the W3C's blog. */
const GUIDES: ReadonlySet<string> = new Set([
  '2726c7f26c',
  '416d1177-4d12-4e3b-b7c9-f6c409789fb8',
  'DhcnhD3khTMePgXwdayK9BsMqXjhguVV',
  'EDNnf03nceIOfn39fn3e9h3sdfa',
]);

/**
 * `script-src 'strict-dynamic' https://a.example`: current browsers ignore hosts and 'self' next to the keyword, and no
 * nonce or hash makes a first script trusted (CSP3 §8.2). No script runs.
 */
function trustsNothing(one: PolicyDecisions): boolean {
  const sources = one.sources('script-src-elem');
  return !one.scriptsSandboxed && sources !== null && hasKeyword(sources, 'strict-dynamic') && !hasNonceOrHash(sources);
}
