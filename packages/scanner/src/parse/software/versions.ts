/** Sorts `1.10` after `1.9`, `3.5.0-rc1` before `3.5.0`, `1.1.1k` after `1.1.1`. Missing numbers count as 0. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [split(one), split(other)];
  const length = Math.max(a.numbers.length, b.numbers.length);
  for (let index = 0; index < length; index++) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.tail === b.tail ? 0 : rank(a.tail) - rank(b.tail) || (a.tail < b.tail ? -1 : 1);
}

function split(version: string): { numbers: number[]; tail: string } {
  const [, numbers = '', tail = ''] = /^v?(\d+(?:\.\d+)*)(.*)$/su.exec(version.slice(0, 64)) ?? [];
  return { numbers: numbers.split('.').map(Number), tail };
}

/** A hyphen begins a pre-release. A letter, as in OpenSSL, marks a later release. */
function rank(tail: string): number {
  if (tail === '') return 0;
  return tail.startsWith('-') || /^(?:a|b|rc|alpha|beta|pre|next)[.\d]/iu.test(tail) ? -1 : 1;
}

/** Whether a version belongs to a line: `1.1` is in `1`, `1.10` is not in `1.1`, OpenSSL's `1.1.1k` is in `1.1.1`. */
export function isInLine(version: string, line: string): boolean {
  if (!version.startsWith(line)) return false;
  const next = version.charAt(line.length);
  return next === '' || !/\d/u.test(next);
}
