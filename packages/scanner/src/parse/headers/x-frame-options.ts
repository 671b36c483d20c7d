/** What a browser does with the X-Frame-Options fields of an answer, policies aside. */
export type Framing = 'absent' | 'blocked' | 'same_origin' | 'open';

/**
 * HTML §7.7 "check a navigation response's adherence to X-Frame-Options": the values of all
 * fields form a set, compared without case. Several different values block all framing as long
 * as a known one is among them; ALLOW-FROM and anything else unknown has no effect.
 */
export function framingBy(values: readonly string[]): Framing {
  if (values.length === 0) return 'absent';
  const set = new Set(values.flatMap((value) => value.split(',')).map((value) => value.trim().toLowerCase()));
  if (set.size > 1) return set.has('deny') || set.has('sameorigin') || set.has('allowall') ? 'blocked' : 'open';
  if (set.has('deny')) return 'blocked';
  return set.has('sameorigin') ? 'same_origin' : 'open';
}
