import { styleText } from 'node:util';
import type { Check, Severity } from '@palisade/report/check';
import { CHECK_SECTIONS, SECTION_TITLES } from '@palisade/report/check-sections';
import type { ScanReport } from '@palisade/report/report';
import { isIssue, worstFirst } from '@palisade/report/findings';
import { provisionalNote } from '@palisade/report/provisional';

type Style = Parameters<typeof styleText>[0];
type Line = Pick<Check, 'title' | 'status' | 'severity' | 'deduction' | 'explanation' | 'fix' | 'note' | 'evidence'>;

const COLOURS: Readonly<Record<Severity, Style>> = { critical: ['red', 'bold'], important: 'yellow', minor: 'cyan' };
/** The report for a terminal: the verdict, every issue with evidence and fix, then what is right and what was not looked at. */
export function renderReport(report: ScanReport): string {
  const sections: [title: string, lines: Line[]][] = [
    [
      SECTION_TITLES.headers,
      Object.entries(report.headers).map(([title, entry]) => ({
        ...entry,
        title,
        evidence: entry.value === null ? [] : [entry.value],
      })),
    ],
    ...CHECK_SECTIONS.map((id): [string, Line[]] => [SECTION_TITLES[id], report[id].checks]),
  ];
  const { critical, important, minor, total } = report.issue_counts;
  const provisional = provisionalNote(report);
  const colour: Style = report.score >= 80 ? 'green' : report.score >= 60 ? 'yellow' : 'red';
  return [
    '',
    `  ${paint([colour, 'bold'], `${report.grade}  ${report.score}/100${report.provisional ? ' (provisional)' : ''}`)}  ${paint('bold', report.final_url)}`,
    `  ${paint('dim', `answered ${report.status_code}, ${(report.duration_ms / 1000).toFixed(1)} s, ${report.scanned_at}, engine ${report.engine_version}`)}`,
    `  ${total === 0 ? 'No issues found.' : `${critical} critical, ${important} important, ${minor} minor`}`,
    ...(provisional === null ? [] : wrap(provisional, 2).map((line) => paint('yellow', line))),
    ...report.score_caps.map((cap) => `  ${paint('red', `held at ${cap.max_score} by: ${cap.reason}`)}`),
    ...(report.allowed_cidrs.length > 0
      ? [`  ${paint('yellow', `reached through SCAN_ALLOW_CIDRS: ${report.allowed_cidrs.join(', ')}`)}`]
      : []),
    ...sections.flatMap(([title, lines]) => renderSection(title, lines)),
    '',
  ].join('\n');
}

function renderSection(title: string, lines: readonly Line[]): string[] {
  const issues = lines.filter(isIssue).toSorted(worstFirst);
  const good = lines.filter(({ status }) => status === 'good');
  const unknown = lines.filter(({ status }) => status === 'unknown');
  return [
    '',
    paint(['bold', 'underline'], title),
    ...issues.flatMap(renderIssue),
    ...(good.length > 0 ? [`  ${paint('green', '✓')} ${good.map((line) => line.title).join(', ')}`] : []),
    ...unknown.map((line) => `  ${paint('dim', `? ${line.title}: ${line.note ?? 'not assessed'}`)}`),
  ];
}

function renderIssue(line: Line): string[] {
  return [
    `  ${paint(COLOURS[line.severity], `✗ ${line.title}`)}  ${paint('dim', `${line.status}, ${line.severity}, −${line.deduction}`)}`,
    ...wrap(line.explanation, 4),
    ...(line.note ? wrap(line.note, 4) : []),
    ...line.evidence.slice(0, 8).map((item) => `    ${paint('dim', '·')} ${shorten(item)}`),
    ...(line.evidence.length > 8 ? [`    ${paint('dim', `… and ${line.evidence.length - 8} more`)}`] : []),
    ...(line.fix
      ? line.fix.split('\n').map((text, index) => `    ${paint('green', index === 0 ? 'fix' : '   ')} ${text}`)
      : []),
  ];
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 197)}…` : text;
}

function wrap(text: string, indent: number): string[] {
  const width = Math.min(process.stdout.columns || 100, 110) - indent;
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const last = lines.length - 1;
    const current = lines[last] ?? '';
    if (current && current.length + word.length + 1 > width) lines.push(word);
    else lines[last] = current ? `${current} ${word}` : word;
  }
  return lines.map((line) => ' '.repeat(indent) + line);
}

function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}
