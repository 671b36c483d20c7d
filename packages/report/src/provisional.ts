import type { ScanReport } from './report.ts';

/** Why a grade is provisional, as one line for wherever the grade is shown; null when it stands. */
export function provisionalNote({ provisional, seen }: Pick<ScanReport, 'provisional' | 'seen'>): string | null {
  if (!provisional) return null;
  return `Provisional grade. ${seen.reason ?? 'Part of the scan failed on our side: scan again.'}`;
}
