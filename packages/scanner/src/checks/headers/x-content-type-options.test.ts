import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import check from './x-content-type-options.ts';

it.each([
  [['nosniff'], 'nosniff'],
  [['NoSniff'], 'nosniff'],
  [['nosniff', 'nosniff'], 'nosniff'],
  [['nosniff, sniff'], 'nosniff'],
  [[' nosniff '], 'nosniff'],
  [['sniff, nosniff'], 'invalid'],
  [['nosniff;'], 'invalid'],
  [['"nosniff"'], 'invalid'],
  [[''], 'invalid'],
  [[', nosniff'], 'invalid'],
  [[], 'missing'],
])('%j: %s', (values, outcome) => {
  expect(judged(check, { headers: values.map((value) => ['X-Content-Type-Options', value]) })?.outcome).toBe(outcome);
});
