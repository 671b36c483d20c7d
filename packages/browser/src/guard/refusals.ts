export interface Refusal {
  url: string;
  reason: string;
}

const MOST = 200;

/** What the guard refused, once for each address and reason. */
export function createRefusals() {
  const seen = new Map<string, Refusal>();
  return {
    add(refusal: Refusal): void {
      const key = `${refusal.url} ${refusal.reason}`;
      if (seen.size < MOST) seen.set(key, refusal);
    },
    list: (): readonly Refusal[] => [...seen.values()],
  };
}
export type Refusals = ReturnType<typeof createRefusals>;
