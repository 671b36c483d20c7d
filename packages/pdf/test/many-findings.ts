import type { ScanReport } from '@palisade/report/report';
import { check, sampleReport } from './sample-report.ts';

/** The sample report with this many findings on its page. */
export function manyFindings(count: number): ScanReport {
  const report = sampleReport();
  const checks = Array.from({ length: count }, (_, index) =>
    check(`page_analysis/finding-${index}`, `Finding number ${index}`, {
      status: 'bad',
      severity: index % 3 === 0 ? 'critical' : 'minor',
      deduction: 1,
      fix: `remove item ${index}`,
      evidence: [`https://cdn.example.net/${index}.js`],
    }),
  );
  return { ...report, page_analysis: { ...report.page_analysis, checks } };
}
