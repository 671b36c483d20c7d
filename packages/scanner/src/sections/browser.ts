import type { BrowserPageEntry, BrowserPolicyEntry, BrowserSection } from '@palisade/report/sections/browser';
import { counted } from '@palisade/report/counted';
import type { Evidence } from '../evidence.ts';
import {
  BROWSER_LIMITS,
  type BrowserCookie,
  type BrowserFrameScript,
  type BrowserPage,
  type BrowserScript,
  type PolicyTrial,
} from '../evidence/browser.ts';
import type { FindFact } from '../facts/fact.ts';
import { NO_INTEGRITY } from '../parse/browser/no-integrity.ts';
import { isCut } from '../parse/browser/unrecorded.ts';
import { knownParty } from '../parse/browser/known-party.ts';
import { pathOf } from '../parse/browser/page-lines.ts';
import { paymentOn } from '../parse/browser/payment.ts';
import { wasSent } from '../parse/browser/was-sent.ts';
import { loginForms } from '../parse/page/login-forms.ts';

const MAX_SCRIPTS = 400;
const MAX_LISTED = 50;

/** @returns undefined if no browser was requested: then the report has no such section */
export function browserEvidence(evidence: Evidence, find: FindFact): Omit<BrowserSection, 'checks'> | undefined {
  const { browser } = evidence;
  if (browser === undefined) return undefined;
  if (!browser.ok) {
    return { looked: false, reason: browser.reason, product: null, pages: [], third_parties: [], screenshot: null };
  }
  const parties = find('third_parties');
  const { product, pages, screenshot, cut } = browser.value;
  return {
    looked: true,
    reason: cut ?? null,
    product,
    pages: pages.map((page) => pageEntry(page, pages[0], product)),
    third_parties: parties.ok ? parties.value.slice(0, MAX_LISTED) : [],
    ...((pages.some((page) => isCut(page, 'requests')) || (parties.ok && parties.value.length > MAX_LISTED)) && {
      third_parties_partial: true,
    }),
    screenshot: screenshot && (({ sha256, width, height, bytes }) => ({ sha256, width, height, bytes }))(screenshot),
  };
}

function pageEntry(page: BrowserPage, first: BrowserPage | undefined, product: string): BrowserPageEntry {
  return {
    path: pathOf(page, first),
    url: page.url,
    found: page.found,
    status: page.status,
    title: page.title,
    settled: page.settled,
    requests: page.requests_total,
    third_party_requests: page.requests.filter((one) => one.party === 'cross-site' && wasSent(one)).length,
    frames: page.frames.slice(0, MAX_LISTED).map(({ url }) => url),
    cookies: page.cookies.slice(0, MAX_LISTED).map((cookie) => ({
      name: cookie.name,
      domain: cookie.domain,
      by_script: cookie.by_script,
      flags: flagsOf(cookie),
    })),
    storage: page.storage.slice(0, MAX_LISTED).map(({ area, key, looks }) => ({ area, key, looks })),
    payment: paymentOn(page),
    login_forms: loginForms(page.forms, page.url),
    ...(page.personal_fields && { personal_fields: page.personal_fields }),
    headers: page.headers,
    ...(page.meta_policies && { meta_policies: page.meta_policies }),
    scripts: [
      ...page.scripts.map((script) => scriptEntry(script, page)),
      ...(page.frame_scripts ?? []).map((script) => placedEntry(script, page)),
    ].slice(0, MAX_SCRIPTS),
    scripts_total: page.scripts_total + (page.frame_scripts?.length ?? 0),
    ...partialOf(page),
    policies: page.trials.map((trial) => policyEntry(trial, product)),
  };
}

function partialOf(page: BrowserPage): Pick<BrowserPageEntry, 'partial'> {
  const partial = [
    ...(isCut(page, 'requests') ? (['requests'] as const) : []),
    ...((page.frame_scripts?.length ?? 0) >= BROWSER_LIMITS.scripts ? (['scripts'] as const) : []),
    ...(['frames', 'cookies', 'storage'] as const).filter((what) => page[what].length > MAX_LISTED),
  ];
  return partial.length === 0 ? {} : { partial };
}

function flagsOf({ secure, http_only, same_site, partitioned }: BrowserCookie): string {
  const flags = [
    secure && 'Secure',
    http_only && 'HttpOnly',
    same_site && `SameSite=${same_site}`,
    partitioned && 'Partitioned',
  ];
  return flags.filter(Boolean).join(', ') || 'none';
}

function scriptEntry(script: BrowserScript, page: BrowserPage): BrowserPageEntry['scripts'][number] {
  const parsed = URL.parse(script.url ?? page.url);
  const origin = parsed?.origin ?? 'null';
  const known = script.party === 'cross-site' && parsed ? knownParty(parsed.hostname) : null;
  return {
    kind: script.kind,
    // For a `data:` URL: the origin of the page that contains it.
    origin: origin === 'null' ? (URL.parse(page.url)?.origin ?? '') : origin,
    url: script.kind === 'file' ? script.url : null,
    sha384: script.sha384,
    bytes: script.bytes,
    purpose: known?.purpose ?? null,
    owner: known?.owner ?? null,
    loaded_by: script.by_url,
    integrity: script.integrity !== null,
    ...(script.varies !== undefined && { varies: script.varies }),
    ...(script.code && { code: script.code }),
    ...(script.address && { address: script.address }),
    ...(script.unpinned && { no_integrity: NO_INTEGRITY[script.unpinned] }),
    justification: null,
  };
}

/** A script in a frame, a worker or a worklet. */
function placedEntry(script: BrowserFrameScript, page: BrowserPage): BrowserPageEntry['scripts'][number] {
  const { kind, url, frame, place = 'frame', sha384, bytes, by_url: by = null } = script;
  const parsed = [url, frame, page.url]
    .map((one) => URL.parse(one ?? ''))
    .find((one) => one?.protocol.startsWith('http'));
  const known = parsed ? knownParty(parsed.hostname) : null;
  return {
    kind,
    origin: parsed?.origin ?? '',
    url: kind === 'file' ? url : null,
    sha384,
    bytes,
    purpose: known?.purpose ?? null,
    owner: known?.owner ?? null,
    loaded_by: by,
    ran_in: { place, url: frame },
    integrity: false,
    justification: null,
  };
}

const HEADER_NAMES: Readonly<Record<PolicyTrial['header'], string>> = {
  'content-security-policy': 'Content-Security-Policy',
  'cross-origin-embedder-policy': 'Cross-Origin-Embedder-Policy',
  'permissions-policy': 'Permissions-Policy',
  'require-trusted-types': 'Content-Security-Policy (Trusted Types)',
};

function policyEntry(trial: PolicyTrial, product: string): BrowserPolicyEntry {
  return {
    header: HEADER_NAMES[trial.header],
    value: trial.loads === 0 ? '' : trial.value,
    proven: trial.proven,
    report: describeTrial(trial, product),
    in_the_way: trial.in_the_way,
  };
}

/** Describes the trial and its result in one sentence. */
function describeTrial(
  {
    header,
    value,
    enforced,
    loads,
    requests,
    violations,
    lost,
    proven,
    nonce,
    in_the_way: way,
    refused_before: before,
    reused_nonce: reused,
    cut_short: cutShort,
    unended,
  }: PolicyTrial,
  product: string,
): string {
  const browser = product.replace(/^(\S+ \d+)[\d.]*$/u, '$1');
  if (loads === 0) return 'No value would work: each would block resources that the page needs. The scan tried none.';
  const times = ['', 'once', 'twice', 'three times'][loads] ?? `${loads} times`;
  const withNonce = nonce ? ' Each element had the nonce that the server would have to send.' : '';
  const sameNonce = reused
    ? ' The page itself had the same nonce in each response. Anyone who loads it once knows that nonce: generate a new one for each response.'
    : '';
  const rest = unended ? ` Not proven, because the document did not end in time: its remaining part was not seen.` : '';
  if (!enforced) {
    const seen = violations.length === 0 ? 'no violation' : counted(violations.length, 'violation');
    return `Loaded ${times} in ${browser} with this policy reporting only: ${seen}.${violations.length === 0 ? rest : ''}`;
  }
  const same = requests === 1 ? 'the same request' : `the same ${requests} requests`;
  if (proven) {
    const weaker = header === 'cross-origin-embedder-policy' && value === 'credentialless' && way.length > 0;
    const stricter = weaker ? ' The stricter require-corp would block resources that the page needs.' : '';
    const open =
      header === 'content-security-policy' && way.length > 0
        ? ' Because of the listed obstacles, it is broader than it should be.'
        : '';
    return `Loaded ${times} in ${browser} under this policy: no violation${before ? ' beyond what browsers refuse on this page today' : ''}, ${same}.${withNonce}${sameNonce}${stricter}${open}`;
  }
  if (unended && violations.length + lost.length === 0)
    return `Loaded ${times} in ${browser} under this policy: no violation, ${same}.${rest}${sameNonce}`;
  if (cutShort)
    return `Loaded ${times} in ${browser} under this policy: no violation, ${same}. Not proven, because there was no time for another load.${sameNonce}`;
  const wrong = [
    violations.length > 0 ? counted(violations.length, 'violation') : '',
    lost.length > 0 ? `${counted(lost.length, 'request')} ${lost.length === 1 ? 'was' : 'were'} not sent again` : '',
  ].filter(Boolean);
  return `Loaded ${times} in ${browser} under this policy: ${wrong.join(', ') || 'it failed in combination with the others'}. Not proven.${sameNonce}`;
}
