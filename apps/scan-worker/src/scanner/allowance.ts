/** A pipe holds 64 KiB: so many of the shortest messages. */
const MOST_PILED_UP = 1_200;

/**
 * What another process may send us. It grows with time, also while we were paused and read nothing: what is read at once
 * afterwards was sent over that time.
 */
export function allowance(perSecond: number): { take(): boolean } {
  let left = perSecond;
  let countedAt = performance.now();
  return {
    /** @returns false when it is used up */
    take() {
      const now = performance.now();
      left = Math.min(MOST_PILED_UP, left + ((now - countedAt) / 1_000) * perSecond);
      countedAt = now;
      left -= 1;
      return left >= 0;
    },
  };
}
