import { createHash } from 'node:crypto';
import type { Check, HeaderEntry } from '@palisade/report/check';
import type { FixSnippets, ScanReport, ScoreCap } from '@palisade/report/report';
import type { Seen } from '@palisade/report/seen';
import type { CheckSection } from '@palisade/report/check-sections';
import { fixSnippets } from '@palisade/report/snippets';
import { scoreOf } from '@palisade/scoring/score';
import { notAPage, withAnswerKind } from './answer-kind.ts';
import { runCheck, unknownVerdict, type AnyCheck, type Verdict } from './check.ts';
import { ALL_CHECKS } from './checks/all.ts';
import { ENGINE_VERSION } from './engine-version.ts';
import type { Evidence } from './evidence.ts';
import { evidenceText } from './evidence-text.ts';
import { fieldValues, finalHop } from './evidence/http.ts';
import { withLikelyReason } from './header-mistakes.ts';
import { FACT_NAMES } from './facts/all.ts';
import { sourcesOf } from './facts/sources.ts';
import { ourFaults, unseenReason } from './provisional.ts';
import { serverKind } from './parse/headers/server-kind.ts';
import { yieldToLoop } from './yield-to-loop.ts';
import { browserEvidence } from './sections/browser.ts';
import { cookiesEvidence } from './sections/cookies.ts';
import { corsEvidence } from './sections/cors.ts';
import { crossOriginEvidence } from './sections/cross-origin.ts';
import { dnsEvidence } from './sections/dns.ts';
import { pageAnalysisEvidence } from './sections/page-analysis.ts';
import { redirectsEvidence } from './sections/redirects.ts';
import { securityTxtEvidence } from './sections/security-txt.ts';
import { serverFingerprintEvidence } from './sections/server-fingerprint.ts';
import { tlsEvidence } from './sections/tls.ts';

/**
 * Evidence in, report out. Pure: the same evidence and id give the same report, byte for byte.
 * @param text the evidence's `evidenceText`, if it is available
 * @throws Error if `evidence.http` is missing: a site that did not respond has no report
 */
export function judge(evidence: Evidence, scanId: string, text?: string): ScanReport {
  const steps = judging(evidence, scanId, text);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Longest computation of one scan before other scans of the process run. */
const TURN_MS = 5;

/**
 * The same, but yields to the event loop during long judgments and between concurrent scans.
 * @param text the evidence's `evidenceText`, if it is available
 */
export async function judgeInTurns(evidence: Evidence, scanId: string, text?: string): Promise<ScanReport> {
  const steps = judging(evidence, scanId, text);
  for (;;) {
    await yieldToLoop();
    const until = performance.now() + TURN_MS;
    while (performance.now() < until) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  }
}

/** Yields wherever it may be interrupted. */
function* judging(evidence: Evidence, scanId: string, text?: string): Generator<void, ScanReport> {
  if (!evidence.http.ok) throw new Error(`no report without an HTTP response: ${evidence.http.reason}`);
  const final = finalHop(evidence.http.value);
  const verdicts: Verdict[] = [];
  const find = sourcesOf(evidence);
  // Each fact is its own step, so that an expensive fact and its first reader do not run without a pause.
  for (const fact of FACT_NAMES) {
    find(fact);
    yield;
  }
  const found = find('seen');
  const seen: Seen = found.ok ? found.value : { page: 'site', reason: null };
  const kind = notAPage(evidence.http.value);
  const isGuessed = evidence.http.value.body.sniffed_type !== undefined;
  for (const check of ALL_CHECKS) {
    // Without browser evidence the report has no browser section.
    if (evidence.browser === undefined && check.id.startsWith('browser/')) continue;
    const unseen = unseenReason(check, seen);
    const verdict = unseen === null ? runCheck(check, evidence, find) : notSeen(check, unseen);
    if (verdict) verdicts.push(withAnswerKind(withLikelyReason(verdict, evidence.http.value), kind, isGuessed));
    yield;
  }
  withOnePolicy(verdicts);
  const headers: ScanReport['headers'] = {};
  const snippets: Record<string, FixSnippets> = {};
  for (const verdict of verdicts) {
    const name = verdict.check.header;
    if (!name) continue;
    headers[name] = headerEntry(verdict, verdict.values ?? fieldValues(final.headers, name));
    if (verdict.fix !== null && !verdict.inPage) snippets[name] = fixSnippets(name, verdict.fix);
  }
  const bySection = Map.groupBy(
    verdicts.filter(({ check }) => !check.header),
    sectionOf,
  );
  const checksOf = (section: CheckSection): Check[] => (bySection.get(section) ?? []).map(checkEntry);
  const faults = ourFaults(verdicts);
  const caps = [...verdicts.flatMap(scoreCap), ...(faults.cap ? [faults.cap] : [])];
  const { score, grade, issueCounts } = scoreOf(verdicts, caps);
  yield;
  const evidenceDigest = createHash('sha256')
    .update(text ?? evidenceText(evidence))
    .digest('hex');
  yield;
  const browser = browserEvidence(evidence, find);

  return {
    scan_id: scanId,
    scanned_at: evidence.scanned_at,
    duration_ms: evidence.duration_ms,
    engine_version: ENGINE_VERSION,
    evidence_sha256: evidenceDigest,
    allowed_cidrs: evidence.allowed_cidrs,
    url: evidence.target.url,
    final_url: final.url,
    status_code: final.status,
    grade,
    score,
    score_caps: caps,
    seen,
    provisional: seen.page !== 'site' || faults.sections.length > 0,
    pro_locked: false,
    issue_counts: issueCounts,
    headers,
    redirects: { ...redirectsEvidence(evidence), checks: checksOf('redirects') },
    tls: { ...tlsEvidence(evidence), checks: checksOf('tls') },
    dns: { ...dnsEvidence(evidence, find), checks: checksOf('dns') },
    cookies: { ...cookiesEvidence(find), checks: checksOf('cookies') },
    cross_origin: { ...crossOriginEvidence(evidence), checks: checksOf('cross_origin') },
    security_txt: { ...securityTxtEvidence(evidence, find), checks: checksOf('security_txt') },
    cors: { ...corsEvidence(evidence), checks: checksOf('cors') },
    server_fingerprint: { ...serverFingerprintEvidence(evidence), checks: checksOf('server_fingerprint') },
    page_analysis: { ...pageAnalysisEvidence(evidence), checks: checksOf('page_analysis') },
    ...(browser ? { browser: { ...browser, checks: checksOf('browser') } } : {}),
    fix_snippets: snippets,
    fix_server: serverKind(final.headers),
  };
}

const POLICY_FIELD = 'Content-Security-Policy: ';

/**
 * Where the policy itself has a finding, its fix replaces the field. The fix of another finding that closes today's
 * policy would bring back the faults of that policy if it were pasted after it. The suggested policy closes both.
 */
function withOnePolicy(verdicts: Verdict[]): void {
  const policy = verdicts.find(({ check }) => check.header === 'Content-Security-Policy')?.fix;
  if (typeof policy !== 'string') return;
  for (const [index, verdict] of verdicts.entries())
    if (verdict.fix?.startsWith(POLICY_FIELD)) verdicts[index] = { ...verdict, fix: POLICY_FIELD + policy };
}

function notSeen(check: AnyCheck, reason: string): Verdict {
  return unknownVerdict(check, { code: 'not_applicable', blame: 'site', reason });
}

function sectionOf(verdict: Verdict): string {
  return verdict.check.id.split('/', 1)[0] ?? '';
}

function headerEntry(verdict: Verdict, values: readonly string[]): HeaderEntry {
  if (verdict.status === 'unknown') throw new Error(`${verdict.check.id}: a header entry is never unknown`);
  return {
    outcome: verdict.outcome ?? 'unknown',
    title: verdict.title,
    present: values.length > 0,
    value: values.length > 0 ? values.join(', ') : null,
    status: verdict.status,
    severity: verdict.severity,
    deduction: verdict.deduction,
    explanation: verdict.explanation,
    fix: verdict.fix,
    note: verdict.note,
    weaknesses: [...verdict.weaknesses],
    nothing_to_check: verdict.nothing,
  };
}

export function checkEntry(verdict: Verdict): Check {
  return {
    id: verdict.check.id,
    outcome: verdict.outcome ?? 'unknown',
    title: verdict.title,
    status: verdict.status,
    severity: verdict.severity,
    deduction: verdict.deduction,
    explanation: verdict.explanation,
    fix: verdict.fix,
    note: verdict.note,
    evidence: verdict.evidence,
    weaknesses: [...verdict.weaknesses],
    nothing_to_check: verdict.nothing,
  };
}

function scoreCap(verdict: Verdict): ScoreCap[] {
  if (verdict.cap === null) return [];
  const { check, title, status, cap } = verdict;
  const reason = status === 'unknown' ? `${title}: could not be assessed because of an error in the scanner` : title;
  return [{ check: check.id, max_score: cap, reason }];
}
