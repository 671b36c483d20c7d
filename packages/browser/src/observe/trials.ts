import { randomBytes } from 'node:crypto';
import {
  BROWSER_LIMITS,
  type BrowserScript,
  type BrowserViolation,
  type PolicyTrial,
} from '@palisade/scanner/evidence/browser';
import { buildPolicy, type BuiltPolicy } from '@palisade/scanner/parse/csp/build';
import type { BrowserSession } from '../session.ts';
import { Choice, PLACEHOLDER } from './choice.ts';
import { lostRequests, ownRequests } from './compare.ts';
import { Control } from './control.ts';
import { embeddingIn, type Embedding } from './embedding.ts';
import { featuresRefused, permissionsPolicy } from './features.ts';
import { leave } from './leave.ts';
import { load, type Loaded } from './load.ts';
import { pageUse } from './page-use.ts';
import { brokenPins, pinnable, type PinResults } from './pins.ts';
import { AlreadyBlocked } from './already-blocked.ts';
import { scriptTexts, withoutNonces } from './script-texts.ts';
import { servedParts } from './stamp.ts';
import { trustedTypes, trustedTypesPolicy } from './trusted-types.ts';
import { NOT_COMPARED, varyingIn, type LoadScripts, type Varying } from './varying.ts';
import { cspViolations, otherViolations, permissionViolations } from './violations.ts';
import type { SeenViolation } from './watch.ts';

/** Each is a load of the page. What three do not achieve is left to a person. */
const MOST_TRIES = 3;
/** A load that is cut short would look like a policy that breaks the page. */
const LEAST_MS = 2_000;
const REPLACED = ['content-security-policy', 'content-security-policy-report-only'];

export interface Subject {
  session: BrowserSession;
  /** The page's final address. */
  url: string;
  /** The load that collected: nothing was blocked. */
  first: Loaded;
  features: readonly string[];
  scripts: readonly BrowserScript[];
  /** The texts of those that are not too large. */
  texts: ReadonlyMap<BrowserScript, string>;
  /** It takes card data: its scripts are compared from load to load. */
  payment: boolean;
}

type Enforced = (loaded: Loaded) => SeenViolation[];

interface Trying extends Subject {
  features: string[];
  control: Control;
  /** What a policy under trial refused. */
  enforced: Enforced;
}

export interface Trials {
  trials: PolicyTrial[];
  pins: PinResults;
  varying: Varying;
}

/** Builds policies from what the page did, loads the page again with them enforced, and reports the results. */
export async function tryPolicies({ features, ...about }: Subject): Promise<Trials> {
  const { first, url } = about;
  const control = new Control(about.session, first, about.payment ? url : null);
  const before = new AlreadyBlocked(first);
  const enforced: Enforced = ({ watch }) => watch.violations.filter((one) => !one.reportOnly && !before.has(one));
  const subject: Trying = { ...about, features: [...features], control, enforced };
  const seen = [first];
  let embedded = embeddingIn(seen, url);
  const pins = pinnable(subject.scripts, first.html, url);
  const wanted = new Set(pins.keys());
  const broken = new Set<string>();
  const typed = trustedTypesPolicy(first);
  const loads: [Loaded, ...Loaded[]] = [first];
  const use = pageUse(loads, url);
  const choice = new Choice(use, subject.scripts, first.html);
  let built = buildPolicy(use, choice);
  let state: Tested | null = null;
  for (let tries = 0; tries < MOST_TRIES && subject.session.leftMs() > LEAST_MS; tries++) {
    const tested = await test(subject, built, embedded.value, { pins, typed });
    // Ended before the page answered at all: the result of an earlier trial stands.
    if (tested.loads.length === 0) break;
    state = tested;
    // By words that none of the scripts contained in one piece.
    const refused = featuresRefused(newlyRefused(first, state.loads).map(({ directive }) => directive)).filter(
      (feature) => !subject.features.includes(feature),
    );
    subject.features.push(...refused);
    for (const address of state.broken) {
      pins.delete(address);
      broken.add(address);
    }
    seen.push(...state.loads);
    const weaker = embeddingIn(seen, url);
    const other = weaker.value !== embedded.value && tries + 1 < MOST_TRIES;
    if (other) embedded = weaker;
    if (state.broken.length + refused.length > 0 || (other && state.proven)) continue;
    if (state.proven) break;
    loads.push(...state.loads);
    choice.learn(state, enforced, before);
    const next = buildPolicy(pageUse(loads, url), choice);
    if (next.value === built.value && !other) break;
    built = next;
  }
  const trials = state === null ? [] : results(subject, built, state, embedded);
  return {
    // A page that could not be read may have done anything.
    trials: first.reading === null ? trials : [...trials, trustedTypes(first, typed, state?.loads ?? [])],
    pins: { held: new Set(state?.proven ? pins.keys() : []), broken, wanted },
    varying: await varyingOf(subject, state),
  };
}

interface Tested {
  loads: Loaded[];
  /** Of payment pages, those of each load. */
  ran: LoadScripts[];
  lost: string[];
  /** Files that did not load with their hash. */
  broken: string[];
  proven: boolean;
  /** Nothing was wrong, but there was no time for the second load. */
  cutShort: boolean;
  value: string;
  /** Permissions-Policy. */
  permissions: string;
}

/** Loaded twice if the first load was clean: the second finds inline scripts that differ from load to load. */
async function test(
  subject: Trying,
  { value }: BuiltPolicy,
  coep: string | null,
  { pins, typed }: { pins: ReadonlyMap<string, string>; typed: string },
): Promise<Tested> {
  const loads: Loaded[] = [];
  const ran: LoadScripts[] = [];
  /** Missing under the policy; not yet known whether without it, too. */
  let gone: string[] = [];
  /** Loads in which nothing was wrong. */
  let clean = 0;
  const permissions = permissionsPolicy(subject.features, subject.first.reading?.frames ?? []);
  for (let time = 0; time < 2 && subject.session.leftMs() > LEAST_MS; time++) {
    let session: BrowserSession | undefined;
    try {
      session = await subject.session.fresh();
      const nonce = randomBytes(16).toString('base64');
      const nonced = value.includes(PLACEHOLDER);
      const loaded = await load(session, subject.first.document, {
        headers: [
          ['content-security-policy', unreported(value).replaceAll(PLACEHOLDER, nonce)],
          ['content-security-policy-report-only', typed],
          ['permissions-policy', permissions],
          ...(coep === null ? [] : [['cross-origin-embedder-policy', coep] as const]),
        ],
        without: REPLACED,
        stamps: { ...(nonced ? { nonce } : {}), integrity: pins },
        endless: subject.first.endless,
        scripts: subject.payment,
      });
      loads.push(loaded);
      await leave(session, loaded);
      if (subject.payment) ran.push(await scriptTexts(session, loaded, subject.url, nonced ? nonce : undefined));
      gone = lostRequests(subject.first, loaded);
      const refused = subject.enforced(loaded);
      const broken = brokenPins(loaded, pins);
      const lost = refused.length + broken.length > 0 ? gone : await subject.control.steady(gone);
      if (refused.length + lost.length + broken.length > 0)
        return { loads, ran, lost, broken, proven: false, cutShort: false, value, permissions };
      gone = [];
      if (!loaded.oversized && !loaded.stuck) clean += 1;
    } catch (error) {
      // A request in progress when the time is over says nothing about the policy.
      if (subject.session.leftMs() > LEAST_MS && !subject.session.deadline.aborted) throw error;
      break;
    } finally {
      await session?.close().catch(() => undefined);
    }
  }
  const proven = clean === 2;
  return { loads, ran, lost: gone, broken: [], proven, cutShort: !proven && gone.length === 0, value, permissions };
}

/** Violations of a policy on trial are not the site's: its own collector must not count them. */
function unreported(policy: string): string {
  return policy
    .split('; ')
    .filter((directive) => !/^report-(?:uri|to)\b/iu.test(directive))
    .join('; ');
}

/** A policy that does not hold keeps scripts from running: then one more load without it is compared with the first. */
async function varyingOf(
  { session, first, scripts, texts, payment, control }: Trying,
  tested: Tested | null,
): Promise<Varying> {
  if (!payment) return NOT_COMPARED;
  const seen = { scripts, texts: withoutNonces(texts, first) };
  const [one, other] = tested?.proven ? tested.ran : [];
  if (one && other) return varyingIn(seen, one, other);
  const again = session.leftMs() > LEAST_MS ? await control.scripts().catch(() => null) : null;
  return again === null ? NOT_COMPARED : varyingIn(seen, seen, again);
}

/** Features that were never delegated to a frame are not affected by the policy under trial. */
function newlyRefused(first: Loaded, loads: readonly Loaded[]): BrowserViolation[] {
  const before = new Set(permissionViolations(first.watch).map(({ directive }) => directive));
  return loads.flatMap(({ watch }) => permissionViolations(watch)).filter(({ directive }) => !before.has(directive));
}

function results(subject: Trying, built: BuiltPolicy, state: Tested, embedded: Embedding): PolicyTrial[] {
  const { first } = subject;
  const last = state.loads.at(-1);
  if (!last) return [];
  const proven = state.proven && !first.endless;
  const shared = {
    enforced: true,
    loads: state.loads.length,
    requests: ownRequests(last).length,
    lost: state.lost.slice(0, MOST_LOST),
    in_the_way: [],
    nonce: false,
    ...(state.cutShort && { cut_short: true as const }),
    ...(first.endless && { unended: true as const }),
  };
  const all = state.loads.flatMap(subject.enforced);
  const permissions = newlyRefused(first, state.loads);
  const corp = state.loads.flatMap(({ watch }) => otherViolations(watch)).filter(({ policy }) => policy === 'coep');
  const csp = cspViolations(all).slice(0, BROWSER_LIMITS.violations);
  const own = servedParts(first.html).nonces;
  const reused = state.loads.some(({ html }) => [...servedParts(html).nonces].some((nonce) => own.has(nonce)));
  const trials: PolicyTrial[] = [
    {
      ...shared,
      header: 'content-security-policy',
      value: state.value,
      violations: csp,
      proven,
      in_the_way: built.blockers,
      nonce: state.value.includes(PLACEHOLDER),
      ...(state.loads.some(({ watch }) => watch.violations.some((one) => !one.reportOnly && !all.includes(one))) && {
        refused_before: true,
      }),
      ...(reused && { reused_nonce: true }),
    },
    {
      ...shared,
      header: 'permissions-policy',
      value: state.permissions,
      violations: permissions,
      proven: permissions.length === 0 && !first.endless && (proven || csp.length > 0),
    },
  ];
  const coep = embedded.value ?? 'require-corp';
  trials.push({
    ...shared,
    header: 'cross-origin-embedder-policy',
    value: coep,
    loads: embedded.value === null ? 0 : shared.loads,
    violations: corp,
    proven: embedded.value !== null && proven && corp.length === 0,
    in_the_way: embedded.blockers,
  });
  return trials;
}

const MOST_LOST = 40;
