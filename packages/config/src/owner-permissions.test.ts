import { afterEach, expect, it } from 'vitest';
import { keepOwnerPermissions } from './owner-permissions.mjs';

const before = process.umask(0o022);
process.umask(before);
afterEach(() => void process.umask(before));

it.each([
  [0o777, 0o077],
  [0o277, 0o077],
  [0o722, 0o022],
  [0o027, 0o027],
  [0o000, 0o000],
])('umask %o keeps its part for group and others', (umask, kept) => {
  process.umask(umask);
  keepOwnerPermissions();
  expect(process.umask(before)).toBe(kept);
});
