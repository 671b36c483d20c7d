import { isMapped, MAPPED_CHECKS, onlyObserves, weaknessesOf } from '@palisade/compliance/check-map';
import { headerCheckId } from '@palisade/compliance/result';
import { ALL_CHECKS } from '@palisade/scanner/checks/all';
import { expect, it } from 'vitest';

const idOf = ({ id, header }: (typeof ALL_CHECKS)[number]) => (header === undefined ? id : headerCheckId(header));
const ids = ALL_CHECKS.map(idOf);

it('every check has its row in the compliance mapping', () => {
  expect(ids.filter((id) => !isMapped(id))).toEqual([]);
});

it('the mapping names no check that is gone', () => {
  expect(MAPPED_CHECKS.filter((id) => !ids.includes(id))).toEqual([]);
});

it('a check that can find no issue is mapped as an observation, and no other', () => {
  const harmless = ALL_CHECKS.filter(({ outcomes }) =>
    Object.values(outcomes).every(({ status }) => status === 'good'),
  );
  expect(ids.filter((id) => onlyObserves(id)).toSorted()).toEqual(harmless.map(idOf).toSorted());
});

it('a check and its mapping name the same weakness', () => {
  const apart = ALL_CHECKS.flatMap((check) => {
    const id = idOf(check);
    if (check.cwe === null && onlyObserves(id)) return [];
    const mapped = weaknessesOf(id).map(({ cwe }) => cwe?.id ?? null);
    return mapped.includes(check.cwe) ? [] : [`${id}: CWE ${check.cwe}, mapped to ${mapped.join(', ')}`];
  });
  expect(apart).toEqual([]);
});
