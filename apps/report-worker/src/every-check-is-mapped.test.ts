import { isMapped, MAPPED_CHECKS } from '@palisade/compliance/check-map';
import { headerCheckId } from '@palisade/compliance/result';
import { ALL_CHECKS } from '@palisade/scanner/checks/all';
import { expect, it } from 'vitest';

const ids = ALL_CHECKS.map((check) => (check.header === undefined ? check.id : headerCheckId(check.header)));

it('every check has its row in the compliance mapping', () => {
  expect(ids.filter((id) => !isMapped(id))).toEqual([]);
});

it('the mapping names no check that is gone', () => {
  expect(MAPPED_CHECKS.filter((id) => !ids.includes(id))).toEqual([]);
});
