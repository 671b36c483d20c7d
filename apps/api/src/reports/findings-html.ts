import type { Assessment, FrameworkAssessment, RowCheck } from '@palisade/compliance/assess';
import { SHORT_DISCLAIMER, stateLabel, whyCounted } from '@palisade/compliance/wording';
import { EFFORTS } from '@palisade/report/action-kind';
import { actionsOf, scoresLeaveOut, type Action } from '@palisade/report/actions';
import {
  findingsOf,
  isIssue,
  noteNextToEvidence,
  resultsOf,
  type AnyColumn,
  type Result,
} from '@palisade/report/findings';
import { fixParts, shownFix } from '@palisade/report/fix-parts';
import { SNIPPET_NAMES } from '@palisade/report/snippet-order';
import { provisionalNote } from '@palisade/report/provisional';
import type { ScanReport } from '@palisade/report/report';
import { readable } from './readable.ts';

export type Printable = AnyColumn &
  Pick<
    ScanReport,
    'url' | 'final_url' | 'scanned_at' | 'grade' | 'score' | 'score_caps' | 'provisional' | 'seen' | 'browser'
  >;

/**
 * The findings as one plain page to open in, or paste into, a word processor: headings, tables with borders and
 * preformatted text. It has no style sheet, because pasting would lose it.
 */
export function findingsHtml(report: Printable, assessment: Assessment | null = null): string {
  const findings = findingsOf(report);
  const host = text(new URL(report.url).host);
  const actions = actionsOf(report);
  const provisional = provisionalNote(report);
  const leftOut = scoresLeaveOut(report);
  const found = new Map(assessment?.findings.map((finding) => [finding.id, finding]));
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Findings of ${host}</title></head><body>`,
    `<h1>Findings of ${host}</h1>`,
    `<p>Scanned on ${text(report.scanned_at)} (UTC): grade ${text(report.grade)}, ${report.score} of 100. ${findings.length} finding${findings.length === 1 ? '' : 's'}.</p>`,
    ...(provisional === null ? [] : [`<p><strong>${text(provisional)}</strong></p>`]),
    ...report.score_caps.map(
      ({ max_score, reason }) => `<p>The score cannot exceed ${max_score} because of: ${text(reason)}.</p>`,
    ),
    ...(actions.length === 0
      ? []
      : ['<h2>Actions</h2>', actionTable(actions, findings), ...(leftOut === null ? [] : [`<p>${text(leftOut)}</p>`])]),
    '<h2>Findings</h2>',
    ...(findings.length === 0 ? ['<p>The checks that ran observed no issue.</p>'] : []),
    ...findings.map((finding, index) => section(index + 1, finding, found.get(finding.id)?.cwe?.label ?? null)),
    ...actions.flatMap(snippetOf),
    ...remarks(resultsOf(report).filter(({ remark }) => remark)),
    ...notAssessed(resultsOf(report).filter(({ status }) => status === 'unknown')),
    ...(assessment?.frameworks.map((assessed) => controls(assessed, findings)) ?? []),
    ...(assessment === null ? [] : [`<p>${text(SHORT_DISCLAIMER)} Mapping version ${assessment.mapping_version}.</p>`]),
    '</body></html>\n',
  ].join('\n');
}

function section(number: number, finding: Result, cwe: string | null): string {
  const { title, severity, deduction, id, explanation, note, evidence } = finding;
  const fix = shownFix(finding);
  return [
    `<h3>${number}. ${text(title)}</h3>`,
    `<p>Severity: ${text(severity)}. Points: ${deduction}. Check: ${text(id)}.${cwe === null ? '' : ` ${text(cwe)}.`}</p>`,
    `<p>${text(explanation)}</p>`,
    ...(note === null ? [] : [`<p>${text(note)}</p>`]),
    ...(evidence.length === 0 ? [] : ['<p>Observed:</p>', pre(evidence.join('\n'))]),
    ...(fix === null ? [] : ['<p>Fix:</p>', ...fixParts(fix).map(pre)]),
  ].join('\n');
}

/** What costs no points. */
function remarks(results: readonly Result[]): string[] {
  if (results.length === 0) return [];
  return [
    '<h2>Remarks</h2>',
    table(
      ['Check', 'Remark', 'Observed'],
      results.map((result) => [
        `${result.title} (${result.id})`,
        noteNextToEvidence(result) ?? '',
        result.evidence.join('; '),
      ]),
    ),
  ];
}

function notAssessed(results: readonly Result[]): string[] {
  if (results.length === 0) return [];
  return [
    '<h2>Not assessed</h2>',
    table(
      ['Check', 'Reason'],
      results.map(({ id, title, note }) => [`${title} (${id})`, note ?? 'No reason was recorded.']),
    ),
  ];
}

function actionTable(actions: readonly Action[], findings: readonly Result[]): string {
  const numbers = (own: readonly Result[]) => own.map(({ id }) => findings.findIndex((one) => one.id === id) + 1);
  return table(
    ['Action', 'Where', 'Findings', 'Severity', 'Effort', 'Score then', 'Owner', 'Due'],
    actions.map((action) => [
      action.title,
      action.where,
      numbers(action.findings).join(', '),
      action.severity,
      EFFORTS[action.effort],
      `${action.score_after} of 100`,
      '',
      '',
    ]),
  );
}

/** The snippet for the site's server, or for the first of the usual ones. */
function snippetOf({ title, blocks: [block] }: Action): string[] {
  return block ? [`<h3>${text(title)}: ${text(SNIPPET_NAMES[block.server])}</h3>`, pre(block.text)] : [];
}

function controls({ framework, rows }: FrameworkAssessment, findings: readonly Result[]): string {
  const numberOf = (id: string) => findings.findIndex((one) => one.id === id) + 1;
  const behind = rows.map(({ control, title, scope, checks, reason, ...row }) => [
    control,
    `${title}: ${scope}`,
    `${stateLabel({ ...row, checks })}${reason === null ? '' : ` (${reason})`}`,
    [...Map.groupBy(checks.filter(isIssue), whyCounted)]
      .map(([why, own]) => `${own.map(({ id }) => numberOf(id)).join(', ')}: ${why}`)
      .join('; '),
    checks.flatMap((check) => (isIssue(check) ? [] : [`${check.id}${doubt(check)}`])).join(', '),
  ]);
  return [
    `<h2>${text(`${framework.name} ${framework.edition}`)}</h2>`,
    table(['Control', 'Subject and what was checked', 'Result', 'Findings', 'Other checks'], behind),
    `<p>${text(framework.statement)} ${text(framework.outside)}</p>`,
  ].join('\n');
}

/** Why a check without a finding is no evidence for the control. */
function doubt({ status, nothing_to_check: idle, remark, title }: RowCheck): string {
  if (remark) return ` (${title})`;
  if (status === 'unknown') return ' (not assessed)';
  return idle ? ' (nothing to check)' : '';
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${text(cell)}</${tag}>`).join('')}</tr>`;
  return `<table border="1" cellpadding="4"><thead>${line('th', head)}</thead><tbody>${rows.map((cells) => line('td', cells)).join('\n')}</tbody></table>`;
}

function pre(content: string): string {
  return `<pre style="white-space: pre-wrap">${text(content)}</pre>`;
}

/** Escapes what a scanned site sent. */
function text(value: string): string {
  return readable(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
