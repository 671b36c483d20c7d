import type { WeaknessName } from '@palisade/compliance/weaknesses';
import type { CheckStatus, HeaderStatus, Severity } from '@palisade/report/check';
import type { Evidence } from './evidence.ts';
import { missing, type Missing } from './evidence/gathered.ts';
import { evidenceLines } from './evidence-lines.ts';
import { pick, type FindSource, type Source, type SourceContext, type Sources } from './facts/fact.ts';
import { sourceContext, sourcesOf } from './facts/sources.ts';

interface Ending {
  /** Names the finding: a fault as a fault ("Certificate expired"), a good state as a good state. */
  title: string;
  /** Defaults to the check's severity. */
  severity?: Severity;
  /** Defaults to the check's `why`. */
  explanation?: string;
  note?: string;
}

/** One possible result of a check. Texts and weights are defined here. `judge` only picks a key. */
export type Outcome = GoodOutcome | FaultOutcome;

interface GoodOutcome extends Ending {
  status: 'good';
  /** Good because there was nothing to check (no cookie, no form). Supports no control. */
  nothing?: true;
  deduction?: 0;
  /** The weakness behind a remark, which costs nothing but supports no control (`report/remarks.ts`). */
  weakness?: WeaknessName;
  cap?: never;
  inPage?: never;
}

interface FaultOutcome extends Ending {
  status: Exclude<HeaderStatus, 'good'>;
  /** The weakness that this fault is an instance of, with its CWE. Frameworks map weaknesses to their controls. */
  weakness: WeaknessName;
  /** Points. Defaults to the check's full deduction. */
  deduction?: number;
  /** The highest score of a report with this outcome (49 caps it at F). */
  cap?: number;
  /**
   * Header checks: an element of the page, another field or the host decides, so changing only the field fixes nothing. The
   * fix is what to change there. No server snippet is shown.
   */
  inPage?: true;
  nothing?: never;
}

export interface Judgment<O extends string> {
  outcome: O;
  /** The exact items with the fault (or the correct ones), one line each. */
  evidence?: readonly string[];
  /** Details of this site, shown after the outcome's own note. */
  note?: string;
  /** Replaces the definition's `fix` if the right value depends on the site. */
  fix?: string;
  /** Header checks: the field values that were judged, if they are not those of the final response. */
  values?: readonly string[];
}

/** The check could not run: shown, but scored neither as a pass nor as a fail. */
export interface Unknown {
  unknown: string;
  /** Unknown because of our own failure. The score is capped as in the worst case, which cannot be ruled out. */
  ours?: true;
}

/**
 * A check is one file: metadata on top, judgment below. `judge` is pure. It gets only the evidence and facts named in
 * `needs` and `optional`. It returns `null` if there is nothing to report (an absent deprecated header).
 */
export interface CheckDefinition<N extends Source = Source, M extends Source = never, O extends string = string> {
  /** The file's path below `checks/`, without extension. */
  id: string;
  /** The subject of the check ("Certificate dates"). Each outcome has its own title. */
  title: string;
  /** For checks below `checks/headers/`: the key of the entry in the report's `headers`. */
  header?: string;
  /** The worst case. Outcomes may lower it. */
  severity: Severity;
  /** Points in the worst case. Outcomes may lower it. */
  deduction: number;
  /** Plain English, one to three sentences: what this control does and what can go wrong without it. */
  why: string;
  /** What to paste or to do. Shown unless the status is good. */
  fix: string | null;
  references: readonly string[];
  /** If one of these is missing, the check is unknown. */
  needs: readonly N[];
  /** Read if available, `undefined` otherwise. */
  optional?: readonly M[];
  outcomes: Readonly<Record<O, Outcome>>;
  judge(sources: Sources<N, M>, context: SourceContext<N | M>): Judgment<NoInfer<O>> | Unknown | null;
}

/** Infers sources and outcome keys, so that typos and undeclared reads do not compile. */
export function defineCheck<const N extends Source, const O extends string, const M extends Source = never>(
  definition: CheckDefinition<N, M, O>,
): CheckDefinition<N, M, O> {
  return definition;
}

/** A definition without its type parameters, as in the list of all checks. */
export type AnyCheck = Omit<CheckDefinition, 'judge' | 'optional'> & {
  optional?: readonly Source[];
  judge(sources: never, context: SourceContext<never>): Judgment<string> | Unknown | null;
};

export interface Verdict {
  check: AnyCheck;
  /** Title of the outcome, or of the check if it is unknown. */
  title: string;
  status: CheckStatus;
  severity: Severity;
  deduction: number;
  explanation: string;
  fix: string | null;
  note: string | null;
  evidence: string[];
  /** Null when unknown. */
  outcome: string | null;
  /** The weaknesses that were checked. For an issue, the one found comes first. Empty for observations. */
  weaknesses: readonly WeaknessName[];
  /** Good because there was nothing to check. */
  nothing: boolean;
  /** Why it is unknown. Null if it is not. */
  missing: Missing | null;
  cap: number | null;
  /** See `FaultOutcome.inPage`. */
  inPage: boolean;
  /** See `Judgment.values`. */
  values: readonly string[] | null;
}

/** Runs one check. A missing source makes it `unknown`. */
export function runCheck(check: AnyCheck, evidence: Evidence, find: FindSource = sourcesOf(evidence)): Verdict | null {
  const picked = pick(find, check);
  if (!picked.ok) return unknownVerdict(check, picked);
  const judgment = judgeSafely(check, () => check.judge(picked.value as never, sourceContext(evidence, find)));
  if (judgment === null) return null;
  if ('unknown' in judgment) {
    const { unknown: reason, ours } = judgment;
    return unknownVerdict(check, ours ? missing('internal', 'us', reason) : { code: 'not_applicable', reason });
  }
  const outcome = check.outcomes[judgment.outcome];
  if (!outcome) throw new Error(`${check.id}: judge returned the undeclared outcome "${judgment.outcome}"`);
  const good = outcome.status === 'good';
  const seen = evidenceLines(judgment.evidence ?? []);
  return {
    check,
    title: outcome.title,
    status: outcome.status,
    severity: outcome.severity ?? check.severity,
    deduction: good ? 0 : (outcome.deduction ?? check.deduction),
    explanation: outcome.explanation ?? check.why,
    fix: good ? null : (judgment.fix ?? check.fix),
    note: [outcome.note, judgment.note].filter(Boolean).join(' ') || plainNote(outcome, seen),
    evidence: seen,
    outcome: judgment.outcome,
    weaknesses: outcome.weakness === undefined ? lookedFor(check) : weaknessesFound(check, outcome.weakness),
    nothing: outcome.nothing === true,
    missing: null,
    cap: outcome.cap ?? null,
    inPage: outcome.inPage === true,
    values: judgment.values ?? null,
  };
}

/**
 * A check that throws is our fault and does not affect other checks. Header entries always exist, so their checks may
 * throw.
 */
function judgeSafely<T>(check: AnyCheck, work: () => T): T | Unknown {
  if (check.header !== undefined) return work();
  try {
    return work();
  } catch (error) {
    const name = error instanceof Error ? error.name : 'error';
    return { unknown: `this check failed because of an error in the scanner (${name})`, ours: true };
  }
}

/** Specification §2.2: weak and warn always have a note. Without more details, the note repeats the evidence. */
function plainNote({ status }: Outcome, evidence: readonly string[]): string | null {
  if ((status !== 'weak' && status !== 'warn') || evidence.length === 0) return null;
  return `Seen: ${evidence.slice(0, 3).join('; ')}`;
}

const lookedForBy = new WeakMap<AnyCheck['outcomes'], readonly WeaknessName[]>();

/** All weaknesses that the check's outcomes name and its good outcomes rule out. Computed once for each definition. */
export function lookedFor({ outcomes }: AnyCheck): readonly WeaknessName[] {
  const known = lookedForBy.get(outcomes);
  if (known) return known;
  const names = [...new Set(Object.values(outcomes).flatMap(({ weakness }) => weakness ?? []))];
  lookedForBy.set(outcomes, names);
  return names;
}

function weaknessesFound(check: AnyCheck, found: WeaknessName): WeaknessName[] {
  return [found, ...lookedFor(check).filter((name) => name !== found)];
}

/** The cap of this check in the worst case. */
function lowestCap({ outcomes }: AnyCheck): number | null {
  const caps = Object.values(outcomes).flatMap(({ cap }) => cap ?? []);
  return caps.length > 0 ? Math.min(...caps) : null;
}

/** A check that could not run. Our own failure must not earn a grade that the site may not deserve. */
export function unknownVerdict(check: AnyCheck, why: Pick<Missing, 'code' | 'reason'> & Partial<Missing>): Verdict {
  return {
    check,
    title: check.title,
    status: 'unknown',
    severity: check.severity,
    deduction: 0,
    explanation: check.why,
    fix: null,
    note: `Not assessed: ${why.reason}`,
    evidence: [],
    outcome: null,
    weaknesses: lookedFor(check),
    nothing: false,
    missing: { ok: false, blame: 'site', ...why },
    cap: why.code === 'internal' && why.blame === 'us' ? lowestCap(check) : null,
    inPage: false,
    values: null,
  };
}
