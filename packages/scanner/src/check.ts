import type { CheckStatus, HeaderStatus, Severity } from '@palisade/report/check';
import type { Evidence, EvidenceKind, EvidenceValue } from './evidence.ts';
import type { Gathered, Missing } from './evidence/gathered.ts';
import { evidenceLines } from './evidence-lines.ts';

/** One way a check can end. Words and weights live here; `judge` only picks a key. */
export interface Outcome {
  status: HeaderStatus;
  /** Defaults to the check's severity. */
  severity?: Severity;
  /** Points; defaults to 0 when `good`, otherwise to the check's full deduction. */
  deduction?: number;
  /** Defaults to the check's `why`. */
  explanation?: string;
  note?: string;
  /** Highest score a report with this outcome may reach (49 holds it at F). */
  cap?: number;
}

export interface Judgement<O extends string> {
  outcome: O;
  /** The exact things at fault (or seen to be right), one line each. */
  evidence?: readonly string[];
  /** What was specific to this site; shown after the outcome's own note. */
  note?: string;
  /** Replaces the definition's `fix`, when the right value depends on what was seen. */
  fix?: string;
  /** Header checks: the field values judged, when they are not those of the final answer. */
  values?: readonly string[];
}

/** The check could not be made: shown, never scored as a pass nor as a fail. */
export interface Unknown {
  unknown: string;
}

export interface JudgeContext {
  target: Evidence['target'];
  /** Time of the scan, milliseconds since the epoch: judging never reads the clock. */
  scannedAt: number;
  /** Evidence a check can use when it is there but does not depend on. */
  optional<K extends EvidenceKind>(kind: K): EvidenceValue<K> | undefined;
  /** Why a kind is not there; undefined when it is. For checks to which silence is an answer (a closed port 80). */
  absence(kind: EvidenceKind): Missing | undefined;
}

export type Needed<N extends EvidenceKind> = { readonly [K in N]: EvidenceValue<K> };

/**
 * A check is one file: metadata on top, judgement below. `judge` is pure; it gets
 * the evidence kinds named in `needs` and nothing else. It returns `null` when there
 * is nothing to say at all (a deprecated header that is absent).
 */
export interface CheckDefinition<N extends EvidenceKind = EvidenceKind, O extends string = string> {
  /** The file's path below `checks/`, without extension. */
  id: string;
  title: string;
  /** For checks below `checks/headers/`: the key of the entry in the report's `headers`. */
  header?: string;
  /** Worst case; outcomes may lower it. */
  severity: Severity;
  /** Points at worst; outcomes may lower it. */
  deduction: number;
  /** The server-side weakness (MITRE CWE number), or null with the reason in `cweNote`. */
  cwe: number | null;
  cweNote?: string;
  /** Plain English, one to three sentences: what this control does and what goes wrong without it. */
  why: string;
  /** What to paste or do, shown whenever the status is not good. */
  fix: string | null;
  references: readonly string[];
  needs: readonly N[];
  outcomes: Readonly<Record<O, Outcome>>;
  judge(evidence: Needed<N>, context: JudgeContext): Judgement<NoInfer<O>> | Unknown | null;
}

/** Infers the evidence kinds and outcome keys, so that a typo in either fails to compile. */
export function defineCheck<const N extends EvidenceKind, const O extends string>(
  definition: CheckDefinition<N, O>,
): CheckDefinition<N, O> {
  return definition;
}

/** A definition with its type parameters forgotten: what the list of all checks holds. */
export type AnyCheck = Omit<CheckDefinition, 'judge'> & {
  judge(evidence: never, context: JudgeContext): Judgement<string> | Unknown | null;
};

export interface Verdict {
  check: AnyCheck;
  status: CheckStatus;
  severity: Severity;
  deduction: number;
  explanation: string;
  fix: string | null;
  note: string | null;
  evidence: string[];
  outcome: string | null;
  cap: number | null;
  /** See `Judgement.values`. */
  values: readonly string[] | null;
}

/** Runs one check. Evidence that never came makes it `unknown`. */
export function runCheck(check: AnyCheck, evidence: Evidence): Verdict | null {
  const needed: Partial<Record<EvidenceKind, unknown>> = {};
  for (const kind of check.needs) {
    const piece: Gathered<unknown> = evidence[kind];
    if (!piece.ok) return unknownVerdict(check, piece.reason);
    needed[kind] = piece.value;
  }
  const context: JudgeContext = {
    target: evidence.target,
    scannedAt: Date.parse(evidence.scanned_at),
    optional: (kind) => {
      const piece = evidence[kind];
      return piece.ok ? piece.value : undefined;
    },
    absence: (kind) => {
      const piece = evidence[kind];
      return piece.ok ? undefined : piece;
    },
  };
  const judgement = check.judge(needed as never, context);
  if (judgement === null) return null;
  if ('unknown' in judgement) return unknownVerdict(check, judgement.unknown);
  const outcome = check.outcomes[judgement.outcome];
  if (!outcome) throw new Error(`${check.id}: judge returned the undeclared outcome "${judgement.outcome}"`);
  const good = outcome.status === 'good';
  const seen = evidenceLines(judgement.evidence ?? []);
  return {
    check,
    status: outcome.status,
    severity: outcome.severity ?? check.severity,
    deduction: good ? 0 : (outcome.deduction ?? check.deduction),
    explanation: outcome.explanation ?? check.why,
    fix: good ? null : (judgement.fix ?? check.fix),
    note: [outcome.note, judgement.note].filter(Boolean).join(' ') || plainNote(outcome, seen),
    evidence: seen,
    outcome: judgement.outcome,
    cap: outcome.cap ?? null,
    values: judgement.values ?? null,
  };
}

/** Specification §2.2: weak and warn always carry a note. Where a check has no more to say, it is what was seen. */
function plainNote({ status }: Outcome, evidence: readonly string[]): string | null {
  if ((status !== 'weak' && status !== 'warn') || evidence.length === 0) return null;
  return `Seen: ${evidence.slice(0, 3).join('; ')}`;
}

function unknownVerdict(check: AnyCheck, reason: string): Verdict {
  return {
    check,
    status: 'unknown',
    severity: check.severity,
    deduction: 0,
    explanation: check.why,
    fix: null,
    note: `Not assessed: ${reason}`,
    evidence: [],
    outcome: null,
    cap: null,
    values: null,
  };
}
