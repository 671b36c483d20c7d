import { describe, expect, it } from 'vitest';
import { result, row } from '../test/results.ts';
import { NOTHING_OBSERVED } from './condition.ts';
import { ALL_FRAMEWORKS } from './frameworks.ts';
import { CARD_DATA } from './scope.ts';
import { WEAKNESSES, type WeaknessName } from './weaknesses.ts';

const NAMES = Object.keys(WEAKNESSES) as WeaknessName[];

describe.each(ALL_FRAMEWORKS.map((framework) => ({ id: framework.id, framework })))('$id', ({ framework }) => {
  const reached = (control: string): Set<string> => {
    const states = new Set<string>();
    const names = NAMES.filter((name) =>
      framework.weaknesses[name]?.some((reference) => reference.control === control),
    );
    const scopes = [{}, ...CARD_DATA.map((card_data) => ({ card_data })), { personal_data: false }];
    for (const status of ['good', 'bad', 'unknown'] as const)
      for (const nothing_to_check of status === 'good' ? [false, true] : [false])
        for (const scope of scopes)
          for (const login_forms of [[], ['form']])
            // All of its weaknesses, each alone, and each behind an issue of another kind.
            for (const looked of [
              names.map((name) => [name]),
              ...names.map((name) => [[name]]),
              names.map((name) => ['informational' as const, name]),
            ]) {
              const results = looked.map((weaknesses) => result(status, weaknesses, { nothing_to_check }));
              const observed = { ...NOTHING_OBSERVED, login_forms };
              states.add(row(results, framework.id, control, { scope, observed, frameworks: [framework] }).state);
            }
    return states;
  };

  it.each(Object.entries(framework.controls).map(([control, { reach }]) => [control, reach] as const))(
    '%s reaches every state it should',
    (control, reach) => {
      const states = reached(control);
      expect(states).toContain('not assessed');
      expect(states.has('not applicable')).toBe(framework.notApplicable !== undefined);
      if (reach === 'none') {
        expect([...states].filter((state) => state !== 'not applicable')).toEqual(['not assessed']);
        return;
      }
      expect(states).toContain('observation');
      expect(states).toContain('no issue observed');
      expect(states).toContain('nothing to look at');
      // A gap where some weakness is one, under a condition that can be known.
      const knowable = NAMES.flatMap((name) => framework.weaknesses[name] ?? []).some(
        ({ control: of, use, when }) =>
          of === control && use === 'gap' && !['ADMIN', 'OWN', 'MAIL', 'PHI'].includes(when ?? ''),
      );
      expect(states.has('gap')).toBe(knowable);
    },
  );
});
