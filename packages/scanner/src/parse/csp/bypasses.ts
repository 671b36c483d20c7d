import { BYPASS_ENDPOINTS } from '../../data/csp-bypass-endpoints.ts';
import { BYPASS_HOSTS } from '../../data/csp-bypass-hosts.ts';
import { BYPASS_SERVICES } from '../../data/csp-bypass-services.ts';
import type { PolicyDecisions } from './decide.ts';
import { probeUrl, sourceMatches, type ProbeUrl } from './match.ts';
import type { CspSource } from './source.ts';

/**
 * `sure`: follows from how the service works, or is in a list that was maintained this year. `likely`: is in an older
 * list, or only customers of the service can do it. `possible`: is only mentioned.
 */
export type Certainty = 'sure' | 'likely' | 'possible';

const KINDS = {
  'user-content': 'serves files that anyone can publish',
  'raw-text': 'serves files that anyone can publish, as plain text, which browsers do not run',
  'package-cdn': 'serves every npm package or public repository',
  'library-cdn': 'serves AngularJS or other libraries that run code from markup',
  'tag-manager': 'serves containers that any customer can fill',
  compromised: 'has served malicious code',
  jsonp: 'serves JSONP',
  angular: 'serves AngularJS',
} as const;
type Kind = keyof typeof KINDS;

interface Bypass {
  host: string;
  kind: Kind;
  certainty: Certainty;
  probes: ProbeUrl[];
}

/**
 * Sample URLs of files that anyone can publish, so that an expression with a narrow path (`…/npm/jquery@3.7.1/`) is not
 * reported.
 */
const ANYWHERE: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  'package-cdn': ['/npm/some-package/index.js', '/gh/somebody/something/index.js', '/some-package/index.js'],
};

/** Built on first use: it takes a third of a millisecond, and most processes never need it. */
let table: { all: Bypass[]; byHost: Map<string, Bypass[]> } | undefined;

function bypasses(): { all: Bypass[]; byHost: Map<string, Bypass[]> } {
  if (table) return table;
  const all: Bypass[] = [];
  for (const text of [BYPASS_HOSTS, BYPASS_ENDPOINTS, BYPASS_SERVICES]) all.push(...readTable(text));
  const byHost = new Map<string, Bypass[]>();
  for (const one of all) byHost.set(one.host, [...(byHost.get(one.host) ?? []), one]);
  return (table = { all, byHost });
}

function readTable(text: string): Bypass[] {
  const rows: Bypass[] = [];
  let kind: Kind = 'jsonp';
  let certainty: Certainty = 'likely';
  for (const line of text.trim().split('\n')) {
    const [first = '', ...rest] = line.split(' ');
    if (first === '=') {
      [kind, certainty] = rest as [Kind, Certainty];
      continue;
    }
    const paths = rest.length > 0 ? rest : (ANYWHERE[kind] ?? ['/somebody/something/index.js']);
    const host = first.replace('*', 'somebody');
    const probes = paths.flatMap((path) => probeUrl(`https://${host}${path.replace(/\/$/, '/index.js')}`) ?? []);
    rows.push({ host: first, kind, certainty, probes });
  }
  return rows;
}

/** Whether anyone can publish files on the host. Only an exact path is then safe to allow. */
export function isBypassHost(host: string): boolean {
  return (
    bypasses()
      .byHost.get(host)
      ?.some(({ certainty }) => certainty !== 'possible') ?? false
  );
}

export interface BypassFound {
  certainty: Certainty;
  /** `script-src https://cdn.jsdelivr.net (cdn.jsdelivr.net serves every npm package …)` */
  text: string;
}

/** Maximum number of expressions to look up. No working policy names more hosts. */
const MAX_LOOKED_UP = 200;
const MAX_NAMED = 10;

/**
 * Expressions in the script lists that allow third-party code through a known host, each with its most severe reason.
 */
export function bypassesIn(all: readonly PolicyDecisions[], self: ProbeUrl): BypassFound[] {
  const found: BypassFound[] = [];
  const seen = new Set<string>();
  // Arbitrary code in a tag manager's container needs one of these (custom HTML, custom JavaScript).
  const freeCode = all.every((one) => one.allowsEval) || all.every((one) => one.allowsInline('script-src-elem'));
  for (const one of all) {
    const list = one.list('script-src-elem');
    for (const { text, source } of list?.entries ?? []) {
      if (source.kind !== 'host' || seen.has(text) || seen.size >= MAX_LOOKED_UP) continue;
      seen.add(text);
      const hit = worstBypass(source, all, self, freeCode);
      if (hit) found.push({ certainty: hit.certainty, text: `${list?.name ?? ''} ${text} (${hit.why})` });
      if (found.length >= MAX_NAMED) return found;
    }
  }
  return found;
}

type HostSource = Extract<CspSource, { kind: 'host' }>;

function worstBypass(
  source: HostSource,
  all: readonly PolicyDecisions[],
  self: ProbeUrl,
  freeCode: boolean,
): { certainty: Certainty; why: string } | null {
  let worst: { certainty: Certainty; why: string } | null = null;
  for (const bypass of candidates(source.host)) {
    const certainty = certaintyOf(bypass, source, freeCode);
    if (worst && RANK[worst.certainty] <= RANK[certainty]) continue;
    const open = bypass.probes.some(
      (probe) => sourceMatches(source, probe, self) && all.every((one) => one.allowsScriptFrom(probe)),
    );
    if (open) worst = { certainty, why: `${bypass.host} ${KINDS[bypass.kind]}` };
    if (worst?.certainty === 'sure') break;
  }
  return worst;
}

const RANK: Record<Certainty, number> = { sure: 0, likely: 1, possible: 2 };

function candidates(host: string): readonly Bypass[] {
  const { all, byHost } = bypasses();
  if (!host.startsWith('*')) return [...(byHost.get(host) ?? []), ...above(host, host)];
  const suffix = host.slice(1);
  const below = all.filter((bypass) => bypass.host.endsWith(suffix) || bypass.host === host);
  return [...below, ...above(suffix.slice(1), `somebody${suffix}`)];
}

/** Kinds of which every host below a listed `*.` does the same. A folder of user content belongs to one customer. */
const ALIKE_BELOW: ReadonlySet<Kind> = new Set<Kind>(['package-cdn', 'library-cdn', 'compromised', 'jsonp']);

/** The rows `*.example` above `d.la1.example`, with `probed` as the host of their sample URLs. */
function above(host: string, probed: string): Bypass[] {
  const { byHost } = bypasses();
  const labels = host.split('.');
  return labels.slice(1, -1).flatMap((_label, at) => {
    const rows = byHost.get(`*.${labels.slice(at + 1).join('.')}`) ?? [];
    return rows
      .filter(({ kind }) => ALIKE_BELOW.has(kind))
      .map((row) => ({ ...row, probes: row.probes.map((probe) => ({ ...probe, host: probed })) }));
  });
}

/** Their containers and callbacks run arbitrary code only if the policy allows eval or inline code. */
const NEEDS_FREE_CODE = /(?:^|\.)(?:googletagmanager|google-analytics)\.com$/u;

/**
 * A path is a deliberate limit: the exact path of a tag manager's loader, or a folder that a provider documents
 * (`https://www.gstatic.com/recaptcha/`) and that contains one old page with AngularJS.
 */
function certaintyOf({ kind, certainty, host }: Bypass, { path }: HostSource, freeCode: boolean): Certainty {
  const narrow = path !== null && path !== '/';
  if (NEEDS_FREE_CODE.test(host) && !freeCode) return narrow ? 'possible' : 'likely';
  if (!narrow) return certainty;
  return (kind === 'jsonp' || kind === 'angular') && path.endsWith('/') ? 'possible' : certainty;
}
