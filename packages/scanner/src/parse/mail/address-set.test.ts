import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EMPTY, intersection, minus, network, size, union, type AddressSet } from './address-set.ts';

const SMALL = 64;
const set = fc
  .array(fc.tuple(fc.integer({ min: 0, max: SMALL - 1 }), fc.nat(9)), { maxLength: 6 })
  .map((ranges) =>
    ranges.reduce<AddressSet>((all, [first, more]) => union(all, [[BigInt(first), BigInt(first + more)]]), EMPTY),
  );
const members = (ranges: AddressSet): number[] =>
  Array.from({ length: SMALL + 20 }, (_, n) => n).filter((n) => ranges.some(([a, b]) => a <= n && n <= b));

it('behaves like a set of integers', () => {
  fc.assert(
    fc.property(set, set, (one, other) => {
      const [a, b] = [new Set(members(one)), new Set(members(other))];
      expect(members(union(one, other))).toEqual([...a.union(b)].toSorted((x, y) => x - y));
      expect(members(minus(one, other))).toEqual([...a.difference(b)]);
      expect(members(intersection(one, other)).toSorted((x, y) => x - y)).toEqual(
        [...a.intersection(b)].toSorted((x, y) => x - y),
      );
      expect(size(one)).toBe(BigInt(a.size));
    }),
  );
});

it('ignores the host bits', () => {
  expect(network(0x01020304n, 8, 32)).toEqual([[0x01000000n, 0x01ffffffn]]);
  expect(network(5n, 0, 128)).toEqual([[0n, (1n << 128n) - 1n]]);
});
