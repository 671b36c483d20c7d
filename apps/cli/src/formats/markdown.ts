import { shownFix } from '@palisade/report/fix-parts';
import type { Result } from '@palisade/report/findings';
import { ignoreFor } from '../gates/ignores.ts';
import type { InventoryTable } from '@palisade/report/script-inventory';
import {
  findingsIn,
  hostOf,
  inventoryOf,
  notAssessedIn,
  provisionalReason,
  resultsIn,
  type SiteReport,
} from '../scanning/site-report.ts';
import { type Encoded, joinedWith, sealed, templateOf } from '@palisade/report/encoded';
import { visible, visibleLines } from '@palisade/report/visible';
import type { FormatContext, MakeFormat } from './format.ts';

type Markdown = Encoded<'markdown'>;
const md = templateOf<'markdown'>();

const MARKS = {
  critical: md`🔴 critical`,
  important: md`🟠 important`,
  minor: md`🔵 minor`,
} as const;

/** GitHub's Markdown, for a job summary or a comment: a table, then what to do for each site. */
export const markdownFormat: MakeFormat = (context) => {
  const rows: Markdown[] = [];
  const details: Markdown[] = [];
  return {
    begin: () => md``,
    site(result) {
      if (!result.ok) {
        rows.push(md`| ${inline(result.url)} | not scanned | | ${inline(result.reason)} |`);
        return md``;
      }
      rows.push(summaryRow(result.report));
      details.push(siteDetails(result.report, context));
      return md``;
    },
    end: () =>
      md`## Palisade\n\n| Site | Grade | Score | Findings |\n| --- | --- | ---: | --- |\n${joinedWith(rows, '\n')}\n${details}`,
  };
};

function summaryRow(report: SiteReport): Markdown {
  const counts = (['critical', 'important', 'minor'] as const).flatMap((severity) => {
    const { length } = findingsIn(report).filter((finding) => finding.severity === severity);
    return length === 0 ? [] : [inline(`${length} ${severity}`)];
  });
  const provisional = report.provisional ? md`. Provisional: ${inline(provisionalReason(report))}` : '';
  const missed = notAssessedIn(report).length;
  const none = counts.length === 0 ? [md`none`] : counts;
  const found = joinedWith(missed === 0 ? none : [...none, inline(`${missed} not assessed`)], ', ');
  return md`| ${inline(report.final_url)} | **${inline(report.grade)}** | ${report.score} | ${found}${provisional} |`;
}

function siteDetails(report: SiteReport, { ignores, total }: FormatContext): Markdown {
  const host = hostOf(report);
  const findings = findingsIn(report);
  const inventory = inventoryOf(report).map(inventoryTable);
  const missed = notAssessedIn(report);
  const remarks = resultsIn(report).filter(({ remark }) => remark);
  if (findings.length + inventory.length + missed.length + remarks.length === 0) return md``;
  const lines = findings.map((finding) => {
    const ignore = ignoreFor(ignores, host, finding);
    const mark = ignore
      ? md`⚪ ignored until ${inline(ignore.expires)}: ${inline(ignore.reason)}`
      : MARKS[finding.severity];
    return md`| ${inline(finding.title)} | ${mark} | −${finding.deduction} | ${code(finding.id)} |`;
  });
  const table = md`\n| Finding | Severity | Points | Check |\n| --- | --- | ---: | --- |\n${joinedWith(lines, '\n')}\n`;
  const body = md`${findings.length === 0 ? md`\nNone.\n` : table}${fixes(findings)}${remarked(remarks)}${notAssessed(missed)}${inventory}`;
  return total === 1
    ? md`\n### Findings\n${body}`
    : md`\n<details><summary>${inline(report.final_url)}: ${inline(report.grade)}</summary>\n${body}\n</details>\n`;
}

function fixes(findings: readonly Result[]): Markdown {
  const blocks = findings.flatMap((finding) => {
    const fix = shownFix(finding);
    return fix === null ? [] : [md`\n**${inline(finding.title)}**\n${seen(finding)}\n${fenced(fix)}\n`];
  });
  return blocks.length === 0 ? md`` : md`\n<details><summary>Fixes</summary>\n${blocks}\n</details>\n`;
}

/** Good, and yet worth knowing. */
function remarked(remarks: readonly Result[]): Markdown {
  if (remarks.length === 0) return md``;
  const lines = remarks.map(({ id, title }) => md`- ${inline(title)} (${code(id)})`);
  return md`\n<details><summary>Remarks, which cost no points (${remarks.length})</summary>\n\n${joinedWith(lines, '\n')}\n</details>\n`;
}

function notAssessed(missed: readonly Result[]): Markdown {
  if (missed.length === 0) return md``;
  const lines = missed.map(({ id, title, note }) => md`- ${inline(title)} (${code(id)}): ${inline(reasonOf(note))}`);
  return md`\n<details><summary>Not assessed (${missed.length})</summary>\n\n${joinedWith(lines, '\n')}\n</details>\n`;
}

function reasonOf(note: string | null): string {
  return note?.replace(/^Not assessed: /u, '') ?? 'not assessed';
}

const MAX_SEEN = 5;

/** The headers, cookies, files and records that the fix is for. */
function seen({ evidence }: Result): Markdown {
  if (evidence.length === 0) return md``;
  const rest = evidence.length > MAX_SEEN ? md`\n- and ${evidence.length - MAX_SEEN} more` : md``;
  return md`\n${joinedWith(
    evidence.slice(0, MAX_SEEN).map((line) => md`- ${inline(line)}`),
    '\n',
  )}${rest}\n`;
}

/** Folded: a payment page has dozens of scripts. */
function inventoryTable({ title, columns, rows, rest }: InventoryTable): Markdown {
  const line = (cells: readonly string[]) => md`| ${joinedWith(cells.map(inline), ' | ')} |`;
  const rule = md`| ${joinedWith(columns.map(() => md`---`), ' | ')} |`; // prettier-ignore
  const body = rows.length === 0 ? md`None.` : joinedWith([line(columns), rule, ...rows.map(line)], '\n');
  const more = rest === undefined ? md`` : md`\n\n${inline(rest)}`;
  return md`\n<details><summary>${inline(title)}</summary>\n\n${body}${more}\n</details>\n`;
}

/** Text in a cell or a line without any markup, mention or link. */
function inline(text: string): Markdown {
  return sealed(
    visible(text)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll(/[\\`*_{}[\]|~#!]/gu, (character) => `&#${character.charCodeAt(0)};`)
      // Otherwise GitHub would make links of addresses, notify people of mentions, note in issues that they were mentioned,
      // and draw emoji: it looks for these when entities are decoded already, but not across a comment.
      .replaceAll('@', '&#64;<!-- -->')
      .replaceAll(/(?:&#35;|\bGH-)(?=\d)/giu, '$&<!-- -->')
      .replaceAll(/:(?=(?:[+\w-]|&#95;)+:)/gu, ':<!-- -->')
      .replaceAll('://', '&#58;//')
      .replaceAll(/\bwww\./giu, (www) => `${www.slice(0, -1)}&#46;`),
  );
}

/** Check ids: letters, digits, `-` and `/`. */
function code(id: string): Markdown {
  return sealed(`\`${id.replaceAll(/[^\w/-]/gu, '')}\``);
}

/** A fence longer than any in the text. */
function fenced(text: string): Markdown {
  const lines = visibleLines(text);
  const longest = Math.max(2, ...[...lines.matchAll(/`+/gu)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return sealed(`${fence}\n${lines}\n${fence}`);
}
