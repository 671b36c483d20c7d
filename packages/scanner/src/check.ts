import type { WeaknessName } from '@palisade/compliance/weaknesses';
import type { CheckStatus, HeaderStatus, Severity } from '@palisade/report/check';
import type { Evidence } from './evidence.ts';
import { missing, type Missing } from './evidence/gathered.ts';
import { evidenceLines } from './evidence-lines.ts';
import { pick, type FindSource, type Source, type SourceContext, type Sources } from './facts/fact.ts';
import { sourceContext, sourcesOf } from './facts/sources.ts';

interface Ending {
  /** Names what was found: a fault as a fault ("Certificate expired"), the good state as the good state. */
  title: string;
  /** Defaults to the check's severity. */
  severity?: Severity;
  /** Defaults to the check's `why`. */
  explanation?: string;
  note?: string;
}

/** One way a check can end. Words and weights live here; `judge` only picks a key. */
export type Outcome = GoodOutcome | FaultOutcome;

interface GoodOutcome extends Ending {
  status: 'good';
  /** Good because there was nothing to look at (no cookie, no form): speaks for no control. */
  nothing?: true;
  deduction?: 0;
  /** Of a remark, which costs nothing and yet speaks for no control (`compliance/remarks.ts`): what it would be a case of. */
  weakness?: WeaknessName;
  cap?: never;
  inPage?: never;
}

interface FaultOutcome extends Ending {
  status: Exclude<HeaderStatus, 'good'>;
  /** What this is a case of, with its CWE. Frameworks map weaknesses to their controls. */
  weakness: WeaknessName;
  /** Points; defaults to the check's full deduction. */
  deduction?: number;
  /** Highest score a report with this outcome may reach (49 caps it at F). */
  cap?: number;
  /** Header checks: an element of the page decides, so that the field alone removes nothing. No server gets a snippet. */
  inPage?: true;
  nothing?: never;
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
  /** Open by a failure of ours: the score is capped as if the worst had been found, since it may be there. */
  ours?: true;
}

/**
 * A check is one file: metadata on top, judgement below. `judge` is pure; it gets
 * the evidence and facts named in `needs` and `optional`, and nothing else. It returns `null` when there
 * is nothing to say at all (a deprecated header that is absent).
 */
export interface CheckDefinition<N extends Source = Source, M extends Source = never, O extends string = string> {
  /** The file's path below `checks/`, without extension. */
  id: string;
  /** What is checked ("Certificate dates"). Each outcome has its own title. */
  title: string;
  /** For checks below `checks/headers/`: the key of the entry in the report's `headers`. */
  header?: string;
  /** Worst case; outcomes may lower it. */
  severity: Severity;
  /** Points at worst; outcomes may lower it. */
  deduction: number;
  /** Plain English, one to three sentences: what this control does and what goes wrong without it. */
  why: string;
  /** What to paste or do, shown whenever the status is not good. */
  fix: string | null;
  references: readonly string[];
  /** Without one of these the check is unknown. */
  needs: readonly N[];
  /** Read when there; `undefined` otherwise. */
  optional?: readonly M[];
  outcomes: Readonly<Record<O, Outcome>>;
  judge(sources: Sources<N, M>, context: SourceContext<N | M>): Judgement<NoInfer<O>> | Unknown | null;
}

/** Infers sources and outcome keys, so that a typo, or reading what is not declared, fails to compile. */
export function defineCheck<const N extends Source, const O extends string, const M extends Source = never>(
  definition: CheckDefinition<N, M, O>,
): CheckDefinition<N, M, O> {
  return definition;
}

/** A definition with its type parameters forgotten: what the list of all checks holds. */
export type AnyCheck = Omit<CheckDefinition, 'judge' | 'optional'> & {
  optional?: readonly Source[];
  judge(sources: never, context: SourceContext<never>): Judgement<string> | Unknown | null;
};

export interface Verdict {
  check: AnyCheck;
  /** Of the outcome; of the check itself where it is unknown. */
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
  /** What was looked for; of an issue, what it is a case of comes first. Empty for mere observations. */
  weaknesses: readonly WeaknessName[];
  /** Good because there was nothing to look at. */
  nothing: boolean;
  /** Why it is unknown; null when it is not. */
  missing: Missing | null;
  cap: number | null;
  /** See `FaultOutcome.inPage`. */
  inPage: boolean;
  /** See `Judgement.values`. */
  values: readonly string[] | null;
}

/** Runs one check. A source that never came makes it `unknown`. */
export function runCheck(check: AnyCheck, evidence: Evidence, find: FindSource = sourcesOf(evidence)): Verdict | null {
  const picked = pick(find, check);
  if (!picked.ok) return unknownVerdict(check, picked);
  const judgement = judgeSafely(check, () => check.judge(picked.value as never, sourceContext(evidence, find)));
  if (judgement === null) return null;
  if ('unknown' in judgement) {
    const { unknown: reason, ours } = judgement;
    return unknownVerdict(check, ours ? missing('internal', 'us', reason) : { code: 'not_applicable', reason });
  }
  const outcome = check.outcomes[judgement.outcome];
  if (!outcome) throw new Error(`${check.id}: judge returned the undeclared outcome "${judgement.outcome}"`);
  const good = outcome.status === 'good';
  const seen = evidenceLines(judgement.evidence ?? []);
  return {
    check,
    title: outcome.title,
    status: outcome.status,
    severity: outcome.severity ?? check.severity,
    deduction: good ? 0 : (outcome.deduction ?? check.deduction),
    explanation: outcome.explanation ?? check.why,
    fix: good ? null : (judgement.fix ?? check.fix),
    note: [outcome.note, judgement.note].filter(Boolean).join(' ') || plainNote(outcome, seen),
    evidence: seen,
    outcome: judgement.outcome,
    weaknesses: outcome.status === 'good' ? lookedFor(check) : weaknessesFound(check, outcome.weakness),
    nothing: outcome.nothing === true,
    missing: null,
    cap: outcome.cap ?? null,
    inPage: outcome.inPage === true,
    values: judgement.values ?? null,
  };
}

/** A check that throws is our fault, and takes no other with it. Headers always have an entry: there is none without. */
function judgeSafely<T>(check: AnyCheck, work: () => T): T | Unknown {
  if (check.header !== undefined) return work();
  try {
    return work();
  } catch (error) {
    const name = error instanceof Error ? error.name : 'error';
    return { unknown: `this check failed because of an error in the scanner (${name})`, ours: true };
  }
}

/** Specification §2.2: weak and warn always carry a note. Where a check has no more to say, it is what was seen. */
function plainNote({ status }: Outcome, evidence: readonly string[]): string | null {
  if ((status !== 'weak' && status !== 'warn') || evidence.length === 0) return null;
  return `Seen: ${evidence.slice(0, 3).join('; ')}`;
}

const lookedForBy = new WeakMap<AnyCheck['outcomes'], readonly WeaknessName[]>();

/** Every weakness that an outcome of the check names: what its good outcomes rule out. Found once for a definition. */
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

/** What this check would cap the score at if the worst had been found. */
function lowestCap({ outcomes }: AnyCheck): number | null {
  const caps = Object.values(outcomes).flatMap(({ cap }) => cap ?? []);
  return caps.length > 0 ? Math.min(...caps) : null;
}

/** A check that could not be made. A failure of ours must not earn a grade that the site may not deserve. */
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
