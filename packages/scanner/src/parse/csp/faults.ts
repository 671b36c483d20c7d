import { BYPASSES } from './bypasses.ts';
import { hasNonceOrHash, PolicyDecisions, strangerUrls } from './decide.ts';
import { governing, type CspPolicy } from './policy.ts';
import { probeText, probeUrl, sourceMatches, type ProbeUrl } from './match.ts';
import { parseSource, type CspSource } from './source.ts';

/** What the policies of a page, taken together, still let an injected script do; worst first. */
export const CSP_FAULTS = [
  'scripts_open',
  'inline_scripts',
  'any_host',
  'data_scripts',
  'inline_handlers',
  'eval',
  'bypassable_host',
  'base_open',
  'clear_text_scripts',
  'weak_nonce',
  'typo',
  'clear_text_sources',
] as const;
export type CspFaultCode = (typeof CSP_FAULTS)[number];

export interface CspFault {
  code: CspFaultCode;
  /** The directives and expressions at fault, as written. */
  evidence: string[];
}

const MAX_NAMED = 10;
const MAX_LINE = 160;
/** Expressions compared with every other policy; keeps the work linear on a hostile header. */
const MAX_COMPARED = 200;

/** @param policies at least one; header and meta policies alike */
export function cspFaults(
  policies: readonly CspPolicy[],
  self: ProbeUrl,
  isPublicSuffix: (domain: string) => boolean,
): CspFault[] {
  const all = policies.map((policy) => new PolicyDecisions(policy, self));
  const faults: CspFault[] = [];
  const fault = (code: CspFaultCode, evidence: string[]) => {
    const lines = evidence.map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line));
    faults.push({ code, evidence: [...new Set(lines)].slice(0, MAX_NAMED) });
  };

  const scriptLists = all.flatMap((one) => one.sources('script-src-elem') ?? []);
  const stranger = strangerUrls(scriptLists, isPublicSuffix).find((url) =>
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
  }
  if (all.every((one) => one.allowsEval) && all.some((one) => one.sources('script-src') !== null)) {
    fault('eval', keywordAt(all, 'script-src', 'unsafe-eval'));
  }
  if (!stranger && !inline) {
    const bypasses = BYPASSES.flatMap(({ url, how }) => {
      const probe = probeUrl(url);
      if (!probe || !all.every((one) => one.allowsScriptFrom(probe))) return [];
      return [`${matchedBy(all, probe, self)[0] ?? probeText(probe)} (${probe.host} ${how})`];
    });
    if (bypasses.length > 0) fault('bypassable_host', bypasses);
    const anywhere = { scheme: 'https', host: 'attacker.invalid', port: 443, path: '/' };
    if (all.every((one) => one.allowsTrustedScriptFrom(anywhere) && one.allowsBase(anywhere)))
      fault('base_open', baseEvidence(all));
  }
  const clear = clearText(all);
  if (clear.scripts.length > 0) fault('clear_text_scripts', clear.scripts);
  if (clear.other.length > 0) fault('clear_text_sources', clear.other);
  const nonces = weakNonces(all);
  if (nonces.length > 0) fault('weak_nonce', nonces);
  return faults;
}

/** `script-src 'unsafe-inline'` for each policy whose governing directive holds the keyword. */
function keywordAt(all: readonly PolicyDecisions[], directive: string, keyword: string): string[] {
  return all.flatMap(({ policy }) => {
    const found = governing(policy, directive);
    return found?.sources.some((token) => token.toLowerCase() === `'${keyword}'`) ? [`${found.name} '${keyword}'`] : [];
  });
}

function silent(all: readonly PolicyDecisions[]): string[] {
  return all.every((one) => one.sources('script-src-elem') === null) ? ['no script-src and no default-src'] : [];
}

/** The expressions that admit `url` to script elements. */
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

/** CSP3 §7.1 asks for 128 bits; fewer than eight characters can be guessed outright. */
function weakNonces(all: readonly PolicyDecisions[]): string[] {
  const lists = all.map((one) => one.sources('script-src-elem') ?? []).filter(hasNonceOrHash);
  const short = (source: CspSource) => source.kind === 'nonce' && source.value.length < 8;
  return lists
    .flat()
    .flatMap((source) => (source.kind === 'nonce' && short(source) ? [`'nonce-${source.value}'`] : []));
}

const FETCH_DIRECTIVES = [
  'script-src-elem',
  'worker-src',
  'style-src-elem',
  'img-src',
  'font-src',
  'connect-src',
  'media-src',
  'frame-src',
  'object-src',
];

/**
 * Expressions that name http: or ws: and are not overruled by another policy. upgrade-insecure-requests
 * rewrites the URL before it is compared, so nothing leaves in clear then.
 */
function clearText(all: readonly PolicyDecisions[]): { scripts: string[]; other: string[] } {
  const found = { scripts: new Set<string>(), other: new Set<string>() };
  if (all.some((one) => one.has('upgrade-insecure-requests'))) return { scripts: [], other: [] };
  for (const directive of FETCH_DIRECTIVES) {
    const list = directive === 'script-src-elem' || directive === 'worker-src' ? found.scripts : found.other;
    for (const { text, probe } of clearTextExpressions(all, directive)) {
      if (list.size < MAX_NAMED && all.every((one) => one.matches(directive, probe))) list.add(text);
    }
  }
  return { scripts: [...found.scripts], other: [...found.other].filter((line) => !found.scripts.has(line)) };
}

function clearTextExpressions(all: readonly PolicyDecisions[], directive: string): { text: string; probe: ProbeUrl }[] {
  const found = new Map<string, ProbeUrl>();
  for (const { policy } of all) {
    const governed = governing(policy, directive);
    for (const token of governed?.sources ?? []) {
      // Only these can be in clear text, and a list of 30,000 others is read once for each directive.
      if (!/^(?:http|ws):/iu.test(token)) continue;
      const probe = clearTextProbe(parseSource(token));
      if (probe) found.set(`${governed?.name ?? directive} ${token}`, probe);
      if (found.size >= MAX_COMPARED) break;
    }
  }
  return [...found].slice(0, MAX_COMPARED).map(([text, probe]) => ({ text, probe }));
}

function clearTextProbe(source: CspSource): ProbeUrl | null {
  if (source.kind === 'scheme' && (source.scheme === 'http' || source.scheme === 'ws')) {
    return { scheme: source.scheme, host: 'attacker.invalid', port: 80, path: '/' };
  }
  if (source.kind !== 'host' || (source.scheme !== 'http' && source.scheme !== 'ws')) return null;
  // http://localhost is a secure context: nothing leaves the machine.
  if (source.host === 'localhost' || source.host === '127.0.0.1') return null;
  const port = source.port === null || source.port === '*' ? 80 : Number(source.port);
  return { scheme: source.scheme, host: source.host.replace('*', 'any'), port, path: source.path ?? '/' };
}
