/** Months and days are UTC. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Midnight UTC on the 1st of the following month. */
export function nextMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}

export function nextDay(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1));
}
