/** What a subscription includes. A key with an agreed volume has its own figure (`monthlyScans`). */
export const PLANS = {
  pro: { monthlyScans: 50 },
} as const;
export type Plan = keyof typeof PLANS;

export function isPlan(text: string): text is Plan {
  return Object.hasOwn(PLANS, text);
}

export function scansPerMonth(key: { plan: string; monthlyScans: number | null }): number {
  if (key.monthlyScans !== null) return key.monthlyScans;
  return isPlan(key.plan) ? PLANS[key.plan].monthlyScans : 0;
}
