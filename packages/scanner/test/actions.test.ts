import { expect, it } from 'vitest';
import { ACTION_KINDS, actionFor } from '@palisade/report/action-kinds';
import { ALL_CHECKS } from '../src/checks/all.ts';

it('each check belongs to one kind of work, and each kind of work has a check', () => {
  const used = new Set(ALL_CHECKS.map(({ id }) => actionFor(id)));
  expect([...used].toSorted()).toEqual(Object.keys(ACTION_KINDS).toSorted());
  const starts = Object.values(ACTION_KINDS).flatMap(({ checks }) => [...checks] as string[]);
  for (const { id } of ALL_CHECKS)
    expect(
      starts.some((start) => id.startsWith(start)),
      id,
    ).toBe(true);
});
