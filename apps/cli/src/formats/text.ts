import type { SiteResult } from '../scanning/site-report.ts';
import { joined, line, paint, shown, type Shown } from '../terminal/shown.ts';
import { gradeStyle, renderReport, renderTls } from '../render-report.ts';
import type { MakeFormat } from './format.ts';

/** For people: one site in full, many as a table. */
export const textFormat: MakeFormat = (context) => {
  if (context.total === 1) {
    return {
      begin: () => '',
      site: (result) => (result.ok ? text(renderReport(result.report, context.ignores)) : unscanned(result)),
      end: () => '',
    };
  }
  const rows: Shown[] = [];
  const grades = new Map<string, number>();
  return {
    begin: () => '',
    site(result) {
      rows.push(row(result));
      const key = result.ok ? result.report.grade : 'not scanned';
      grades.set(key, (grades.get(key) ?? 0) + 1);
      return '';
    },
    end() {
      const counts = [...grades].toSorted(([one], [other]) => order(one) - order(other));
      const summary = counts.map(([grade, count]) => `${count} ${grade}`).join(', ');
      return text([...rows, shown(''), line`${rows.length} sites: ${summary}`]);
    },
  };
};

/** A server that answers hellos and completes no handshake has its TLS section all the same. */
function unscanned({ tls }: Extract<SiteResult, { ok: false }>): string {
  return tls ? text([...renderTls(tls), shown('')]) : '';
}

const ORDER = ['A+', 'A', 'B', 'C', 'D', 'F', 'not scanned'];
const order = (grade: string): number => ORDER.indexOf(grade);

function row(result: SiteResult): Shown {
  if (!result.ok) return joined([paint('red', ' -  not scanned  '), line`${result.url}: ${result.reason}`]);
  const { report } = result;
  const verdict = `${report.grade.padStart(2)} ${String(report.score).padStart(3)}`;
  const mark = report.provisional ? '  (provisional)' : '';
  const issues = report['issue_counts'] as { critical?: number; important?: number; minor?: number } | undefined;
  const counts = issues
    ? `  ${issues.critical ?? 0} critical, ${issues.important ?? 0} important, ${issues.minor ?? 0} minor`
    : '';
  return joined([paint(gradeStyle(report.score), verdict), line`  ${report.final_url}${mark}${counts}`]);
}

function text(lines: readonly Shown[]): string {
  return `${lines.map(String).join('\n')}\n`;
}
