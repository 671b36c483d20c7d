import type { Result } from '@palisade/report/findings';
import { ignoreFor } from '../gates/ignores.ts';
import { findingsIn, hostOf, provisionalReason, type SiteReport } from '../scanning/site-report.ts';
import { visible } from '../terminal/visible.ts';
import type { FormatContext, MakeFormat } from './format.ts';

const MARKS = { critical: '🔴 critical', important: '🟠 important', minor: '🔵 minor' } as const;

/** GitHub's Markdown, for a job summary or a comment: a table, then for each site what to do. */
export const markdownFormat: MakeFormat = (context) => {
  const rows: string[] = [];
  const details: string[] = [];
  return {
    begin: () => '',
    site(result) {
      if (!result.ok) {
        rows.push(`| ${inline(result.url)} | not scanned | | ${inline(result.reason)} |`);
        return '';
      }
      rows.push(summaryRow(result.report));
      details.push(siteDetails(result.report, context));
      return '';
    },
    end: () =>
      `## Palisade\n\n| Site | Grade | Score | Findings |\n| --- | --- | ---: | --- |\n${rows.join('\n')}\n${details.join('')}`,
  };
};

function summaryRow(report: SiteReport): string {
  const counts = (['critical', 'important', 'minor'] as const).map((severity) => {
    const { length } = findingsIn(report).filter((finding) => finding.severity === severity);
    return length === 0 ? '' : `${length} ${severity}`;
  });
  const provisional = report.provisional ? ` provisional: ${inline(provisionalReason(report))}` : '';
  const found = counts.filter(Boolean).join(', ') || 'none';
  return `| ${inline(report.final_url)} | **${report.grade}** | ${report.score} | ${found}${provisional} |`;
}

function siteDetails(report: SiteReport, { ignores, total }: FormatContext): string {
  const host = hostOf(report);
  const findings = findingsIn(report);
  if (findings.length === 0) return '';
  const lines = findings.map((finding) => {
    const ignore = ignoreFor(ignores, host, finding);
    const mark = ignore ? `⚪ ignored until ${ignore.expires}: ${inline(ignore.reason)}` : MARKS[finding.severity];
    return `| ${inline(finding.title)} | ${mark} | −${finding.deduction} | \`${finding.id}\` |`;
  });
  const body = `\n| Finding | Severity | Points | Check |\n| --- | --- | ---: | --- |\n${lines.join('\n')}\n${fixes(findings)}`;
  return total === 1
    ? `\n### Findings\n${body}`
    : `\n<details><summary>${inline(report.final_url)}: ${report.grade}</summary>\n${body}\n</details>\n`;
}

function fixes(findings: readonly Result[]): string {
  const blocks = findings.flatMap(({ title, fix }) =>
    fix === null ? [] : [`\n**${inline(title)}**\n\n${fenced(fix)}\n`],
  );
  return blocks.length === 0 ? '' : `\n<details><summary>Fixes</summary>\n${blocks.join('')}\n</details>\n`;
}

/** Text in a cell or a line, of which nothing is markup, a mention or a link. */
function inline(text: string): string {
  return (
    visible(text)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll(/[\\`*_{}[\]|~#!]/gu, (character) => `&#${character.charCodeAt(0)};`)
      // Without these GitHub makes links of addresses and notifies people of mentions.
      .replaceAll('@', '&#64;')
      .replaceAll('://', '&#58;//')
      .replaceAll(/\bwww\./giu, (www) => `${www.slice(0, -1)}&#46;`)
  );
}

/** A fence longer than any in the text. */
function fenced(text: string): string {
  const lines = text.split('\n').map(visible).join('\n');
  const longest = Math.max(2, ...[...lines.matchAll(/`+/gu)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${lines}\n${fence}`;
}
