import type { Encoded } from '@palisade/report/encoded';
import { SEVERITIES, type Severity } from '@palisade/report/check';
import { findingsIn, notAssessedIn, type SiteResult } from '../scanning/site-report.ts';
import { joined, line, paint, printed, shown, type Shown } from '../terminal/shown.ts';
import { gradeStyle, renderReport, renderTls } from '../render-report.ts';
import { columns, wrap } from '../terminal/wrap.ts';
import type { MakeFormat } from './format.ts';

/** For people: one site in full, many as a table. */
export const textFormat: MakeFormat = (context) => {
  if (context.total === 1) {
    return {
      begin: () => printed([]),
      site: (result) => (result.ok ? printed(renderReport(result.report, context.ignores)) : unscanned(result)),
      end: () => printed([]),
    };
  }
  const rows: Shown[] = [];
  let sites = 0;
  const grades = new Map<string, number>();
  return {
    begin: () => printed([]),
    site(result) {
      rows.push(...row(result));
      sites += 1;
      const key = result.ok ? result.report.grade : 'not scanned';
      grades.set(key, (grades.get(key) ?? 0) + 1);
      return printed([]);
    },
    end() {
      const counts = [...grades].toSorted(([one], [other]) => order(one) - order(other));
      const summary = counts.map(([grade, count]) => `${count} ${grade}`).join(', ');
      return printed([...rows, shown(''), ...wrap(`${sites} sites: ${summary}`, { indent: '' })]);
    },
  };
};

/** A server that answers hellos but completes no handshake still gets its TLS section. */
function unscanned({ tls }: Extract<SiteResult, { ok: false }>): Encoded<'terminal'> {
  return printed(tls ? [...renderTls(tls), shown('')] : []);
}

/** Printed below the addresses. */
const INDENT = ' '.repeat(8);

const ORDER = ['A+', 'A', 'B', 'C', 'D', 'F', 'not scanned'];
const order = (grade: string): number => ORDER.indexOf(grade);

function row(result: SiteResult): Shown[] {
  if (!result.ok) return fitted(paint('red', ' -  not scanned'), [`${result.url}: ${result.reason}`]);
  const { report } = result;
  const verdict = `${report.grade.padStart(2)} ${String(report.score).padStart(3)}`;
  const found = findingsIn(report);
  // A free report also counts what it does not show.
  const given = report['issue_counts'] as Partial<Record<Severity, number>> | undefined;
  const counts = SEVERITIES.map(
    (wanted) => `${given?.[wanted] ?? found.filter(({ severity }) => severity === wanted).length} ${wanted}`,
  );
  const missed = notAssessedIn(report).length;
  if (missed > 0) counts.push(`${missed} not assessed`);
  return fitted(paint(gradeStyle(report.score), verdict), [
    report.final_url,
    ...(report.provisional ? ['(provisional)'] : []),
    counts.join(', '),
  ]);
}

/** In one line if it fits, and whenever programs read it. */
function fitted(verdict: Shown, parts: readonly string[]): Shown[] {
  const whole = joined([verdict, ...parts.map(shown)], '  ');
  if (!process.stdout.isTTY || whole.length <= columns()) return [whole];
  return wrap(parts.join(' '), { indent: INDENT, first: joined([verdict, line`  `]) });
}
