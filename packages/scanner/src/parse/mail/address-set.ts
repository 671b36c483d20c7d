/** A set of addresses of one family, as sorted ranges that neither touch nor overlap. */
export type AddressSet = readonly (readonly [first: bigint, last: bigint])[];

export const EMPTY: AddressSet = [];

export function union(one: AddressSet, other: AddressSet): AddressSet {
  const ranges = [...one, ...other].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const merged: [bigint, bigint][] = [];
  for (const [first, last] of ranges) {
    const end = merged.at(-1);
    if (end && first <= end[1] + 1n) end[1] = last > end[1] ? last : end[1];
    else merged.push([first, last]);
  }
  return merged;
}

export function minus(one: AddressSet, other: AddressSet): AddressSet {
  const left: [bigint, bigint][] = [];
  for (const [first, last] of one) {
    let from = first;
    for (const [start, end] of other) {
      if (end < from || start > last) continue;
      if (start > from) left.push([from, start - 1n]);
      from = end + 1n;
    }
    if (from <= last) left.push([from, last]);
  }
  return left;
}

export function intersection(one: AddressSet, other: AddressSet): AddressSet {
  return minus(one, minus(one, other));
}

export function size(set: AddressSet): bigint {
  return set.reduce((sum, [first, last]) => sum + last - first + 1n, 0n);
}

/** The network with that prefix length that contains the address. */
export function network(address: bigint, prefix: number, bits: number): AddressSet {
  const hosts = BigInt(bits - prefix);
  const first = (address >> hosts) << hosts;
  return [[first, first + (1n << hosts) - 1n]];
}
