import type { Language } from '../words/language.ts';

const STEPS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const;

/** "3 days ago", in the visitor's language. */
export function ageText(ageMs: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const [length, unit] of STEPS) if (ageMs >= length) return format.format(-Math.floor(ageMs / length), unit);
  return format.format(0, 'minute');
}
