import { randomBytes } from 'node:crypto';
import { BROWSER_LIMITS, type BrowserScript, type PolicyTrial } from '@palisade/scanner/evidence/browser';
import { buildPolicy, type BuildOptions, type BuiltPolicy } from '@palisade/scanner/parse/csp/build';
import { NONCE_PLACEHOLDER } from '@palisade/scanner/parse/csp/clean';
import type { BrowserSession } from '../session.ts';
import { lostRequests, ownRequests } from './compare.ts';
import { embedding } from './embedding.ts';
import { permissionsPolicy } from './features.ts';
import { load, type Loaded } from './load.ts';
import { collected, pageUse } from './page-use.ts';
import { cspViolations, otherViolations, permissionViolations } from './violations.ts';

const PLACEHOLDER = NONCE_PLACEHOLDER.slice("'nonce-".length, -1);
/** Each is a load of the page: what three do not reach, a person has to look at. */
const MOST_TRIES = 3;
/** A load that is cut short would look like a policy that breaks the page. */
const LEAST_MS = 2_000;
const REPLACED = ['content-security-policy', 'content-security-policy-report-only'];

export interface Subject {
  session: BrowserSession;
  /** Where the page ended. */
  url: string;
  /** The load that collected: nothing kept from the page. */
  first: Loaded;
  features: readonly string[];
  scripts: readonly BrowserScript[];
}

export interface Trials {
  trials: PolicyTrial[];
  /** Files whose hash held in every load under trial. */
  pinned: ReadonlySet<string>;
}

/** Builds policies from what the page did, loads the page again with them enforced, and says what happened. */
export async function tryPolicies(subject: Subject): Promise<Trials> {
  const { first, url } = subject;
  const embedded = embedding(first, url);
  const pins = pinnable(subject.scripts);
  const loads: Loaded[] = [first];
  const options: BuildOptions = { scripts: firstChoice(subject), nonce: PLACEHOLDER, changing: new Set() };
  let built = buildPolicy(pageUse(loads, url), options);
  let state: Tested | null = null;
  for (let tries = 0; tries < MOST_TRIES && subject.session.leftMs() > LEAST_MS; tries++) {
    const tested = await test(subject, built, embedded.value, pins);
    // Ended before the page had answered once: what an earlier try said stands.
    if (tested.loads.length === 0) break;
    state = tested;
    if (state.proven) break;
    loads.push(...state.loads);
    const next = buildPolicy(pageUse(loads, url), adapted(options, state));
    if (next.value === built.value) break;
    built = next;
  }
  const trials = state === null ? [] : results(subject, built, state, embedded);
  return { trials: [...trials, trustedTypes(first)], pinned: new Set(state?.proven ? pins.keys() : []) };
}

interface Tested {
  loads: Loaded[];
  lost: string[];
  proven: boolean;
  value: string;
}

/** Twice where once was clean: an inline script that differs from load to load is found by the second. */
async function test(
  subject: Subject,
  { value }: BuiltPolicy,
  coep: string | null,
  pins: ReadonlyMap<string, string>,
): Promise<Tested> {
  const loads: Loaded[] = [];
  for (let time = 0; time < 2 && subject.session.leftMs() > LEAST_MS; time++) {
    let session: BrowserSession | undefined;
    try {
      session = await subject.session.fresh();
      const nonce = randomBytes(16).toString('base64');
      const nonced = value.includes(PLACEHOLDER);
      const loaded = await load(session, subject.url, {
        headers: [
          ['content-security-policy', value.replaceAll(PLACEHOLDER, nonce)],
          ['permissions-policy', permissionsPolicy(subject.features, subject.first.reading?.frames ?? [])],
          ...(coep === null ? [] : [['cross-origin-embedder-policy', coep] as const]),
        ],
        without: REPLACED,
        stamps: { ...(nonced ? { nonce } : {}), integrity: pins },
      });
      loads.push(loaded);
      const lost = lostRequests(subject.first, loaded);
      if (enforced(loaded).length > 0 || lost.length > 0) return { loads, lost, proven: false, value };
    } catch (error) {
      // What is under way when the time is over says nothing of the policy.
      if (subject.session.leftMs() > LEAST_MS && !subject.session.deadline.aborted) throw error;
      break;
    } finally {
      await session?.close().catch(() => undefined);
    }
  }
  return { loads, lost: [], proven: loads.length === 2, value };
}

function enforced({ watch }: Loaded): Loaded['watch']['violations'] {
  return watch.violations.filter(({ reportOnly }) => !reportOnly);
}

/** Hosts and hashes ask nothing of a server but the field; where third parties load third parties, only trust that is passed on holds. */
function firstChoice({ scripts }: Subject): BuildOptions['scripts'] {
  const passedOn = scripts.filter(
    ({ kind, party, by_url: by }) => kind === 'file' && party === 'cross-site' && by !== null,
  );
  return passedOn.length >= 2 ? 'strict' : 'hashes';
}

/** What the last trial taught: inline parts that no hash fits, or trust that is not passed on. */
function adapted(options: BuildOptions, { loads, value }: Tested): BuildOptions {
  const changing = options.changing as Set<string>;
  const seen = loads.flatMap(enforced);
  for (const { type, directive, hash } of seen) {
    if (type !== 'kInlineViolation') continue;
    // A hash that is not in the policy was not there before: it will be another one the next time.
    if (hash === null || !value.includes(hash)) changing.add(directive);
  }
  const inline = changing.has('script-src-elem');
  if (options.scripts === 'hashes' && inline) options.scripts = 'nonce';
  else if (options.scripts !== 'hashes' && inline) options.scripts = 'hashes';
  else if (options.scripts === 'strict') options.scripts = 'nonce';
  return options;
}

function results(
  subject: Subject,
  built: BuiltPolicy,
  state: Tested,
  embedded: ReturnType<typeof embedding>,
): PolicyTrial[] {
  const { first } = subject;
  const last = state.loads.at(-1);
  if (!last) return [];
  const shared = {
    enforced: true,
    loads: state.loads.length,
    requests: ownRequests(last).length,
    lost: state.lost.slice(0, MOST_LOST),
    in_the_way: [],
    nonce: false,
  };
  const all = state.loads.flatMap(enforced);
  const permissions = state.loads.flatMap(({ watch }) => permissionViolations(watch));
  const corp = state.loads.flatMap(({ watch }) => otherViolations(watch)).filter(({ policy }) => policy === 'coep');
  const csp = cspViolations(all).slice(0, BROWSER_LIMITS.violations);
  const trials: PolicyTrial[] = [
    {
      ...shared,
      header: 'content-security-policy',
      value: state.value,
      violations: csp,
      proven: state.proven,
      in_the_way: built.inTheWay,
      nonce: state.value.includes(PLACEHOLDER),
    },
    {
      ...shared,
      header: 'permissions-policy',
      value: permissionsPolicy(subject.features, first.reading?.frames ?? []),
      violations: permissions,
      proven: permissions.length === 0 && (state.proven || csp.length > 0),
    },
  ];
  const coep = embedded.value ?? 'require-corp';
  trials.push({
    ...shared,
    header: 'cross-origin-embedder-policy',
    value: coep,
    loads: embedded.value === null ? 0 : shared.loads,
    violations: corp,
    proven: embedded.value !== null && state.proven && corp.length === 0,
    in_the_way: embedded.inTheWay,
  });
  return trials;
}

const MOST_LOST = 40;

/** Tried as report-only in the load that collected: enforced, one missed place would leave the page blank. */
function trustedTypes(first: Loaded): PolicyTrial {
  const sinks = cspViolations(collected(first).filter(({ type }) => type.startsWith('kTrustedTypes')));
  return {
    header: 'require-trusted-types',
    value: "require-trusted-types-for 'script'",
    enforced: false,
    loads: 1,
    requests: ownRequests(first).length,
    violations: sinks.slice(0, MOST_LOST),
    lost: [],
    proven: sinks.length === 0,
    in_the_way: [...new Set(sinks.flatMap(({ source }) => source ?? []))].slice(0, 10),
    nonce: false,
  };
}

/** Third-party files whose bytes belong to their address and may be checked. */
function pinnable(scripts: readonly BrowserScript[]): Map<string, string> {
  return new Map(
    scripts.flatMap(({ kind, party, url, fixed, cors, sha384 }) =>
      kind === 'file' && party === 'cross-site' && url !== null && fixed === true && cors === true
        ? [[url, `sha384-${sha384}`] as const]
        : [],
    ),
  );
}
