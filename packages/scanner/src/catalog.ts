import type { HeaderStatus, Severity } from '@palisade/report/check';
import type { ShownSection } from '@palisade/report/check-sections';
import { WEAKNESSES, type WeaknessName } from '@palisade/compliance/weaknesses';
import { lookedFor, type AnyCheck, type Outcome } from './check.ts';
import { ALL_CHECKS } from './checks/all.ts';

export interface CatalogOutcome {
  code: string;
  title: string;
  status: HeaderStatus;
  severity: Severity;
  /** Points. */
  deduction: number;
  /** The highest score of a report with this outcome. */
  cap: number | null;
  explanation: string;
  note: string | null;
  weakness: WeaknessName | null;
  /** MITRE's number. */
  cwe: number | null;
  nothing: boolean;
}

export interface CatalogEntry {
  id: string;
  section: ShownSection;
  /** What is checked. */
  title: string;
  header: string | null;
  severity: Severity;
  /** Points in the worst case. */
  deduction: number;
  why: string;
  fix: string | null;
  references: readonly string[];
  weaknesses: readonly WeaknessName[];
  outcomes: readonly CatalogOutcome[];
}

/** Every check with all its outcomes, as plain data for reference pages, SARIF rules, documents and goldens. */
export const CATALOG: readonly CatalogEntry[] = ALL_CHECKS.map((check) => ({
  id: check.id,
  section: check.id.split('/', 1)[0] as ShownSection,
  title: check.title,
  header: check.header ?? null,
  severity: check.severity,
  deduction: check.deduction,
  why: check.why,
  fix: check.fix,
  references: check.references,
  weaknesses: lookedFor(check),
  outcomes: Object.entries<Outcome>(check.outcomes).map(([code, outcome]) => outcomeOf(check, code, outcome)),
}));

function outcomeOf(check: AnyCheck, code: string, outcome: Outcome): CatalogOutcome {
  const good = outcome.status === 'good';
  const weakness = outcome.weakness ?? null;
  return {
    code,
    title: outcome.title,
    status: outcome.status,
    severity: outcome.severity ?? check.severity,
    deduction: good ? 0 : (outcome.deduction ?? check.deduction),
    cap: outcome.cap ?? null,
    explanation: outcome.explanation ?? check.why,
    note: outcome.note ?? null,
    weakness,
    cwe: weakness === null ? null : (WEAKNESSES[weakness].cwe?.id ?? null),
    nothing: good && outcome.nothing === true,
  };
}
