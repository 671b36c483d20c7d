import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fieldValue, HOSTILE, HOSTILE_SHAPES } from '../../../test/hostile.ts';
import { LINEAR_AT_MOST, timesAsMuch } from '../../../test/linear.ts';
import { parsePermissionsPolicy } from './permissions-policy.ts';

it('reads allow-lists', () => {
  const policy = parsePermissionsPolicy(['camera=(), fullscreen=(self "https://a.example"), usb=*', 'midi=self']);
  expect([...(policy?.features ?? [])]).toEqual([
    ['camera', []],
    ['fullscreen', ['self', 'https://a.example']],
    ['usb', ['*']],
    ['midi', ['self']],
  ]);
});

it('leaves out what browsers skip, and names the feature', () => {
  expect(parsePermissionsPolicy(['camera=?0, usb=(self one), midi=("not a url" "*"), hid=(), *=()'])).toEqual({
    features: new Map([
      ['camera', []],
      ['usb', ['self']],
      ['midi', ['*']],
      ['hid', []],
    ]),
    skipped: ['camera', 'usb', 'midi'],
  });
});

it('never throws and returns a bounded result', () => {
  fc.assert(fc.property(fc.array(fieldValue), (values) => (parsePermissionsPolicy(values)?.features.size ?? 0) <= 200));
  for (const value of HOSTILE) {
    const policy = parsePermissionsPolicy([value]);
    expect((policy?.features.size ?? 0) + (policy?.skipped.length ?? 0)).toBeLessThanOrEqual(210);
  }
});

it('reads hostile values in linear time', () => {
  for (const shape of HOSTILE_SHAPES)
    expect(
      timesAsMuch((value) => parsePermissionsPolicy([value]), shape),
      shape(40),
    ).toBeLessThan(LINEAR_AT_MOST);
});
