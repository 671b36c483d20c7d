import { assess, type Assessment, type AssessmentRow } from '@palisade/compliance/assess';
import { ALL_FRAMEWORKS } from '@palisade/compliance/frameworks';
import { CARD_DATA, type Scope } from '@palisade/compliance/scope';
import { isRemark } from '@palisade/report/remarks';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CATALOG } from '../src/catalog.ts';

type Result = Parameters<typeof assess>[0][number];

/** Every outcome of every check, as a result of a report, and each check as one that could not be made. */
const RESULTS: readonly Result[] = CATALOG.flatMap(({ id, title, severity, weaknesses, outcomes }) => {
  const shared = { id, explanation: '', fix: null, note: null, evidence: [] };
  const unknown: Result = {
    ...shared,
    outcome: '',
    title,
    severity,
    status: 'unknown',
    deduction: 0,
    weaknesses,
    nothing_to_check: false,
    remark: false,
  };
  return [
    unknown,
    ...outcomes.map((outcome): Result => ({
      ...shared,
      outcome: outcome.code,
      title: outcome.title,
      severity: outcome.severity,
      status: outcome.status,
      deduction: outcome.deduction,
      weaknesses:
        outcome.weakness === null
          ? weaknesses
          : [outcome.weakness, ...weaknesses.filter((name) => name !== outcome.weakness)],
      nothing_to_check: outcome.nothing,
      remark: isRemark({ id, outcome: outcome.code, status: outcome.status }),
    })),
  ];
});
const SCOPES: readonly Scope[] = [
  {},
  ...CARD_DATA.map((card_data) => ({ card_data })),
  { card_data: 'own_page', personal_data: true },
  { personal_data: false },
];

const statesOf = (results: readonly Result[], scope: Scope) =>
  assess(results, { scope, frameworks: ALL_FRAMEWORKS }).frameworks.flatMap(({ framework, rows }) =>
    rows.map((row) => ({ name: `${framework.id} ${row.control}`, ...row })),
  );

function expectSound(assessment: Assessment, results: readonly Result[]): void {
  const { findings, remediation, frameworks, ...counts } = assessment;
  expect(namedInVain(assessment)).toEqual([]);
  // Printed in sentences: "This row applies only if …".
  const reasons = frameworks.flatMap(({ rows }) => rows.flatMap(({ reason }) => reason ?? []));
  expect(
    reasons.filter((reason) => !/^(?:a gap if |applies only if |declared: |\d+ of \d+ checks )/u.test(reason)),
  ).toEqual([]);
  const issues = results.filter(({ status }) => !['good', 'unknown'].includes(status)).map(({ id }) => id);
  expect(findings.map(({ id }) => id).toSorted()).toEqual(issues.toSorted());
  expect(remediation.flatMap((group) => group.findings.map(({ id }) => id))).toEqual(findings.map(({ id }) => id));
  expect(counts).toMatchObject({ issues: issues.length, checks_total: results.length });
  expect(counts.checks_run + counts.checks_not_assessed).toBe(results.length);
  expect(frameworks.flatMap(({ framework, rows }) => rows.filter(isUnsound).map((row) => [framework.id, row]))).toEqual(
    [],
  );
}

/** Next to a finding, only controls that can apply: those of a framework or row that is declared not to apply are a false alarm. */
function namedInVain({ findings, frameworks }: Assessment): string[] {
  return frameworks.flatMap(({ framework: { id }, rows }) =>
    rows
      .filter(
        ({ state, control }) =>
          state === 'not applicable' && findings.some((one) => one.controls[id]?.includes(control)),
      )
      .map(({ control }) => `${id} ${control}`),
  );
}

function isUnsound({ state, checks, issues, checks_run: run }: AssessmentRow): boolean {
  const named = checks.filter(({ applies }) => applies !== false);
  const clear = named.every(({ status, nothing_to_check: empty, remark }) => status === 'good' && !empty && !remark);
  const decided = named.some(({ use, applies, status }) => use === 'gap' && applies === true && FAULTS.has(status));
  const twice = new Set(checks.map(({ id }) => id)).size < checks.length;
  return (state === 'no issue observed' && !clear) || (state === 'gap' && !decided) || twice || run < issues;
}

const FAULTS: ReadonlySet<Result['status']> = new Set(['missing', 'weak', 'warn', 'bad']);

it('each outcome of each check alone, under one scope after the other', () => {
  for (const [index, result] of RESULTS.entries()) {
    const scope = SCOPES[index % SCOPES.length] ?? {};
    expectSound(assess([result], { scope, frameworks: ALL_FRAMEWORKS }), [result]);
  }
});

/** Only a check whose condition is declared not to hold tells that a row does not apply, whatever its background. */
const RANK = { gap: 3, observation: 2, 'not applicable': 3 } as Readonly<Record<string, number>>;

it('no further result makes a row better than its findings', () => {
  const some = fc.uniqueArray(fc.constantFrom(...RESULTS), { selector: ({ id }) => id, minLength: 2, maxLength: 30 });
  fc.assert(
    fc.property(some, fc.constantFrom(...SCOPES), ([first, ...others], scope) => {
      if (first === undefined) return;
      const all = [first, ...others];
      expectSound(assess(all, { scope, frameworks: ALL_FRAMEWORKS }), all);
      const together = new Map(statesOf(all, scope).map(({ name, state }) => [name, state]));
      for (const { name, state } of statesOf([first], scope))
        expect(RANK[together.get(name) ?? ''] ?? 0, `${name}, ${first.id} ${first.outcome}`).toBeGreaterThanOrEqual(
          state === 'not applicable' ? 0 : (RANK[state] ?? 0),
        );
    }),
    { numRuns: 100 },
  );
});
