/**
 * What this package needs of a judgment: declared by shape, so that it stays a leaf.
 * What `resultsOf` of `@palisade/report/findings` gives fits.
 */
type ResultStatus = 'good' | 'missing' | 'weak' | 'warn' | 'bad' | 'unknown';
export type ResultSeverity = 'critical' | 'important' | 'minor';

export interface Result {
  /** A check's id, or `headers/<field name in lower case>`. */
  id: string;
  /** Code and title of what was found. */
  outcome: string;
  title: string;
  status: ResultStatus;
  severity: ResultSeverity;
  deduction: number;
  explanation: string;
  fix: string | null;
  note: string | null;
  evidence: readonly string[];
  /** What was looked for; of an issue, what it is a case of comes first. Empty for mere observations. */
  weaknesses: readonly string[];
  /** Good because there was nothing to look at. */
  nothing_to_check: boolean;
  /** Good, with an observation: it costs nothing and speaks neither clearly for a control nor against it. */
  remark: boolean;
}

export function isIssue(result: Pick<Result, 'status'>): boolean {
  return result.status !== 'good' && result.status !== 'unknown';
}
