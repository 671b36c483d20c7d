import type { PolicyDecisions } from './decide.ts';
import { governing } from './policy.ts';
import type { ProbeUrl } from './match.ts';
import { parseSource, type CspSource } from './source.ts';

const MAX_NAMED = 10;
/** Maximum number of expressions to compare with every other policy. Keeps the work linear for a hostile header. */
const MAX_COMPARED = 200;

const FETCH_DIRECTIVES = [
  'script-src-elem',
  'style-src-elem',
  'img-src',
  'font-src',
  'connect-src',
  'media-src',
  'frame-src',
  'object-src',
];

/**
 * Expressions that name http: or ws: and that no other policy overrides. upgrade-insecure-requests rewrites the URL
 * before it is compared, so nothing is sent in clear text. 'strict-dynamic' makes browsers ignore such expressions
 * among the script sources (CSP3 §8.2): in Google's strict policy, `http:` only serves browsers of 2015.
 */
export function clearText(all: readonly PolicyDecisions[]): { scripts: string[]; other: string[] } {
  const found = { scripts: new Set<string>(), other: new Set<string>() };
  if (all.some((one) => one.has('upgrade-insecure-requests'))) return { scripts: [], other: [] };
  for (const directive of FETCH_DIRECTIVES) {
    const scripts = directive === 'script-src-elem';
    const list = scripts ? found.scripts : found.other;
    for (const { text, probe } of clearTextExpressions(all, directive)) {
      const admitted = all.every((one) => (scripts ? one.allowsScriptFrom(probe) : one.matches(directive, probe)));
      if (list.size < MAX_NAMED && admitted) list.add(text);
    }
  }
  return { scripts: [...found.scripts], other: [...found.other].filter((line) => !found.scripts.has(line)) };
}

function clearTextExpressions(all: readonly PolicyDecisions[], directive: string): { text: string; probe: ProbeUrl }[] {
  const found = new Map<string, ProbeUrl>();
  for (const { policy } of all) {
    const governed = governing(policy, directive);
    for (const token of governed?.sources ?? []) {
      // Only these can be in clear text. The test keeps a list of 30,000 other expressions cheap.
      if (!(directive === 'connect-src' ? /^(?:http|ws):/iu : /^http:/iu).test(token)) continue;
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
  // http://localhost is a secure context: requests do not leave the machine.
  if (source.host === 'localhost' || source.host === '127.0.0.1') return null;
  const port = source.port === null || source.port === '*' ? 80 : Number(source.port);
  return { scheme: source.scheme, host: source.host.replace('*', 'any'), port, path: source.path ?? '/' };
}
