import { GRADES, type Grade } from '@palisade/report/report';
import { SEVERITIES, type Severity } from '@palisade/report/check';
import { isIssue, isIssueOrRemark, type Result } from '@palisade/report/findings';
import { gradeOf } from '@palisade/scoring/score';
import type { Ignore } from '../scanning/config-file.ts';
import {
  findingsIn,
  hostOf,
  provisionalReason,
  resultsIn,
  uncertainty,
  type SiteReport,
} from '../scanning/site-report.ts';
import type { Baseline } from './baseline.ts';
import { ignoreFault, ignoreFor, isExpired, unusedIgnores } from './ignores.ts';

export interface GateRules {
  failUnder?: Grade | undefined;
  /** Severities, ids of checks, `provisional`. */
  failOn: readonly string[];
  ignore: readonly Ignore[];
  baseline?: Baseline | undefined;
}

/** Takes reports one by one; at the end each failed gate is one sentence. */
export interface Gates {
  see(report: SiteReport): void;
  failures(): string[];
  /** What did not fail but should be known. */
  remarks(): string[];
}

const SHOWN = 5;

export function createGates(rules: GateRules, now: Date): Gates {
  const failed = new Map<string, string[]>();
  const remarks: string[] = [];
  const fail = (gate: string, detail: string): void => void failed.set(gate, [...(failed.get(gate) ?? []), detail]);
  for (const ignore of rules.ignore) if (isExpired(ignore, now)) fail('ignore', ignoreFault(ignore));
  const inForce = rules.ignore.filter((ignore) => !isExpired(ignore, now));
  const unused = unusedIgnores(inForce);
  const onNew = rules.baseline && rules.failOn.length === 0 && rules.failUnder === undefined;

  return {
    see(report) {
      const host = hostOf(report);
      const asked = rules.failOn.includes('provisional');
      if (report.provisional && asked) fail('--fail-on provisional', `${host}: ${provisionalReason(report)}`);
      const reason = uncertainty(report);
      if (reason !== null) {
        if (!asked && (rules.failOn.length > 0 || rules.failUnder || rules.baseline))
          remarks.push(`${host} passed and failed no gate, because its report is provisional: ${reason}`);
        return;
      }
      unused.see(host, resultsIn(report));
      const counted = resultsIn(report).filter(
        (result) => isIssueOrRemark(result) && !ignoreFor(inForce, host, result),
      );
      gradeGate(report, host);
      remarks.push(...notMade(report, host, rules.failOn));
      const uncertain = rules.baseline?.uncertain(report) ?? null;
      if (uncertain !== null) {
        const file = rules.baseline?.file;
        remarks.push(
          `new findings of ${host} passed and failed no gate, because ${file} is provisional there: ${uncertain}`,
        );
        return;
      }
      const fresh = counted.filter((finding) => rules.baseline?.isNew(report, finding) ?? true);
      const news = rules.baseline ? ', new' : '';
      for (const wanted of rules.failOn) {
        const found = fresh.filter((finding) => matches(finding, wanted));
        for (const finding of found)
          fail(`--fail-on ${wanted}`, `${finding.id} (${weightOf(finding)}${news}) at ${host}`);
      }
      if (onNew)
        for (const { id, severity } of fresh.filter(isIssue))
          fail(`--baseline ${rules.baseline?.file}`, `${id} (${severity}, new) at ${host}`);
    },
    failures: () => [...failed].map(([gate, details]) => sentence(gate, details)),
    remarks: () => [...remarks, ...unused.remarks()],
  };

  function gradeGate(report: SiteReport, host: string): void {
    if (rules.failUnder === undefined) return;
    const { grade, score, ignored } = standing(report, host, inForce);
    if (GRADES.indexOf(grade) <= GRADES.indexOf(rules.failUnder)) return;
    const without = ignored > 0 ? `, ${ignored} ignored` : '';
    fail(`--fail-under ${rules.failUnder}`, `${host} has ${grade} (${score} points${without})`);
  }
}

/** The score without what is ignored: the sum and the caps of the rest. */
function standing(
  report: SiteReport,
  host: string,
  ignores: readonly Ignore[],
): { grade: Grade; score: number; ignored: number } {
  const ignored = findingsIn(report).filter((finding) => ignoreFor(ignores, host, finding));
  if (ignored.length === 0) return { grade: report.grade, score: report.score, ignored: 0 };
  const ids = new Set(ignored.map(({ id }) => id));
  const lost = resultsIn(report).reduce((sum, { id, deduction }) => (ids.has(id) ? sum : sum + deduction), 0);
  const caps = report.score_caps.filter(({ check }) => !ids.has(check)).map(({ max_score }) => max_score);
  const score = Math.min(Math.max(0, 100 - lost), ...caps);
  return { grade: gradeOf(score), score, ignored: ignored.length };
}

/**
 * `important` includes more severe findings; anything else is a check id. A remark matches only by its id: it is
 * good, so it has no severity.
 */
function matches(result: Result, wanted: string): boolean {
  return concerns(result, wanted) && (isIssue(result) || result.id === wanted);
}

/**
 * Checks that a gate asks for and that were not made: they cannot fail it, and have not passed it either. Some are absent:
 * a free report of a server has no cookies, and a scan without a browser none of its checks.
 */
function notMade(report: SiteReport, host: string, failOn: readonly string[]): string[] {
  const results = resultsIn(report);
  const absent = failOn.filter((wanted) => wanted.includes('/') && !results.some(({ id }) => id === wanted));
  const missed = [
    ...absent.map((id) => ({ id, note: 'not part of this report' })),
    ...results.filter((result) => result.status === 'unknown' && failOn.some((wanted) => concerns(result, wanted))),
  ];
  if (missed.length === 0) return [];
  const named = missed.map(({ id, note }) => `${id}${note === null ? '' : ` (${note})`}`);
  return [`${host}: these checks were not made, so no gate covers them: ${listed(named)}`];
}

/** Whether a gate is about this check, whatever its result. */
function concerns({ id, severity }: Result, wanted: string): boolean {
  const rank = SEVERITIES.indexOf(wanted as Severity);
  return rank === -1 ? id === wanted : SEVERITIES.indexOf(severity) <= rank;
}

function weightOf({ severity, remark }: Result): string {
  return remark ? 'remark' : severity;
}

function sentence(gate: string, details: readonly string[]): string {
  const count = details.length > 1 && gate !== 'ignore' ? `${details.length} times: ` : '';
  return `${gate}: ${count}${listed(details)}`;
}

/** The first few of them. */
function listed(details: readonly string[]): string {
  const more = details.length > SHOWN ? ` and ${details.length - SHOWN} more` : '';
  return `${details.slice(0, SHOWN).join(', ')}${more}`;
}
