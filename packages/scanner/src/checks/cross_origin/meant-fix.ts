import type { StatedPolicy } from '../../parse/headers/cross-origin-policy.ts';

/** For an invalid value whose meaning is clear: the same policy, written correctly. Otherwise the check's own fix applies. */
export function meantFix(header: string, { meant }: StatedPolicy): { fix?: string } {
  return meant === undefined ? {} : { fix: `${header}: ${meant}` };
}
