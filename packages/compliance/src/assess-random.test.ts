import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { result } from '../test/results.ts';
import { assess } from './assess.ts';
import { ALL_FRAMEWORKS, FRAMEWORKS } from './frameworks.ts';
import { isIssue, type Result } from './result.ts';
import { CARD_DATA } from './scope.ts';
import { SUBJECTS } from './subjects.ts';
import { WEAKNESSES, type WeaknessName } from './weaknesses.ts';

const NAMES = Object.keys(WEAKNESSES) as WeaknessName[];

const anyResult: fc.Arbitrary<Result> = fc
  .record({
    status: fc.constantFrom<Result['status']>('good', 'missing', 'weak', 'warn', 'bad', 'unknown'),
    weaknesses: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 }),
    nothing: fc.boolean(),
    id: fc.integer({ min: 0, max: 999 }),
  })
  .map(({ status, weaknesses, nothing: empty, id }) =>
    result(status, weaknesses, { id: `any/${id}`, nothing_to_check: status === 'good' && empty }),
  );
const anyScope = fc.record(
  { card_data: fc.constantFrom(...CARD_DATA), personal_data: fc.boolean() },
  { requiredKeys: [] },
);
const anyObserved = fc.record({
  read: fc.constant(true),
  login_forms: fc.constantFrom([], ['form']),
  payment_fields: fc.constantFrom([], ['cc-number']),
  payment_frames: fc.constantFrom([], ['frame']),
  personal_fields: fc.constantFrom([], ['input type="email"']),
  tracking: fc.constantFrom([], ['Google (analytics)']),
});

describe('over random reports', () => {
  it('no row is clear when a check behind it found something, was not made or had nothing to look at', () => {
    fc.assert(
      fc.property(fc.array(anyResult, { maxLength: 25 }), anyScope, anyObserved, (results, scope, observed) => {
        for (const { framework, rows } of assess(results, { scope, observed, frameworks: ALL_FRAMEWORKS }).frameworks) {
          for (const { control, state, checks } of rows) {
            const where = `${framework.id} ${control}`;
            // Whatever the row names, as background too.
            const named = checks.filter(({ applies }) => applies !== false);
            if (state === 'no issue observed') {
              expect(named.length, where).toBeGreaterThan(0);
              for (const check of named)
                expect(check, where).toMatchObject({ status: 'good', nothing_to_check: false });
            }
            if (state === 'nothing to look at')
              for (const { status } of named) expect(status, `${where}: named, not made`).toBe('good');
            // What a scan cannot see is not assessed, and no check in order stands there as comfort.
            const unseen = ALL_FRAMEWORKS.find(({ id }) => id === framework.id)?.controls[control]?.reach === 'none';
            if (unseen)
              expect(
                checks.filter((check) => !isIssue(check)),
                where,
              ).toEqual([]);
            if (state === 'gap') {
              const deciding = checks.filter(
                (check) => isIssue(check) && check.use === 'gap' && check.applies === true,
              );
              expect(deciding.length, where).toBeGreaterThan(0);
            }
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('no row is clear next to a finding of what its control is about', () => {
    fc.assert(
      fc.property(fc.array(anyResult, { maxLength: 10 }), anyScope, anyObserved, (results, scope, observed) => {
        for (const framework of ALL_FRAMEWORKS) {
          const assessed = assess(results, { scope, observed, frameworks: [framework] }).frameworks[0];
          for (const { control, state, checks } of assessed?.rows ?? []) {
            const about =
              framework.controls[control]?.about.flatMap((subject): string[] => [...SUBJECTS[subject]]) ?? [];
            const found = results.filter((entry) => isIssue(entry) && about.includes(entry.weaknesses[0] ?? ''));
            expect(checks.map(({ id }) => id)).toEqual(expect.arrayContaining(found.map(({ id }) => id)));
            if (found.length > 0) expect(['no issue observed', 'nothing to look at'], control).not.toContain(state);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('the reason given for a finding is that of the weakness found', () => {
    fc.assert(
      fc.property(fc.array(anyResult, { maxLength: 10 }), anyScope, (results, scope) => {
        for (const framework of ALL_FRAMEWORKS) {
          const assessed = assess(results, { scope, frameworks: [framework] }).frameworks[0];
          const reasons = new Set(
            Object.values(framework.weaknesses).flatMap((all) => all.map(({ basis }): string => basis)),
          );
          for (const { control, checks } of assessed?.rows ?? [])
            for (const { id, basis } of checks.filter((check) => isIssue(check) && reasons.has(check.basis))) {
              const found = results.filter((entry) => entry.id === id).map(({ weaknesses: [first] }) => first);
              const own = found.flatMap((name) => framework.weaknesses[name as WeaknessName] ?? []);
              expect(own, `${framework.id} ${control}`).toContainEqual(expect.objectContaining({ control, basis }));
            }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('every finding is behind a row of each framework that speaks of its weakness', () => {
    fc.assert(
      fc.property(fc.array(anyResult, { maxLength: 10 }), (results) => {
        const { frameworks } = assess(results);
        for (const { status, weaknesses, id } of results) {
          if (!isIssue({ status })) continue;
          for (const [index, framework] of FRAMEWORKS.entries()) {
            const [found] = weaknesses as WeaknessName[];
            for (const { control } of (found && framework.weaknesses[found]) ?? []) {
              const behind = frameworks[index]?.rows.find((entry) => entry.control === control);
              expect(behind?.checks.map((check) => check.id)).toContain(id);
            }
          }
        }
      }),
    );
  });
});
