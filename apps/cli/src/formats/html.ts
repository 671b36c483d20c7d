import { SECTION_TITLES } from '@palisade/report/check-sections';
import { fixParts, shownFix } from '@palisade/report/fix-parts';
import { isIssue, isIssueOrRemark, noteNextToEvidence, worstFirst, type Result } from '@palisade/report/findings';
import { ignoreFor } from '../gates/ignores.ts';
import type { InventoryTable } from '@palisade/report/script-inventory';
import {
  hostOf,
  inventoryOf,
  provisionalReason,
  resultsIn,
  type SiteReport,
  type SiteResult,
} from '../scanning/site-report.ts';
import type { FormatContext, MakeFormat } from './format.ts';
import { escaped, type Markup, markup } from './xml.ts';

const STYLE = markup`:root{color-scheme:light dark;--line:#8885;--bad:#b3261e;--mid:#8a5300;--low:#0b57a4;--ok:#1b6e2d}
@media(prefers-color-scheme:dark){:root{--bad:#ff8a80;--mid:#ffc166;--low:#8ab8ff;--ok:#86d993}}
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:0 auto;padding:1.5rem;display:flex;flex-direction:column}
#sum{order:-1}header{order:-2}h1{font-size:1.5rem;margin:.2em 0}h2{margin:1.6em 0 .3em;font-size:1.25rem;overflow-wrap:anywhere}h3{margin:1.2em 0 .2em;font-size:1rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.35em .6em;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
.grade{font-weight:700}.f{border:1px solid var(--line);border-left-width:4px;border-radius:4px;padding:.5em .8em;margin:.5em 0;break-inside:avoid}
.critical{border-left-color:var(--bad)}.important{border-left-color:var(--mid)}.minor{border-left-color:var(--low)}.ok{color:var(--ok)}
.i{table-layout:fixed;font-size:.875rem}.f p{margin:.3em 0}.m{font-size:.875rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid var(--line);border-radius:4px;padding:.5em;margin:.4em 0;font-size:.875rem}ul{margin:.3em 0;padding-left:1.2em;overflow-wrap:anywhere}`;

/**
 * One self-contained file: no script, nothing is loaded. Sites are written as they are scanned, so the
 * table of all sites comes last in the file; it is displayed first, and a link leads to it.
 */
export const htmlFormat: MakeFormat = (context) => {
  const rows: Markup[] = [];
  return {
    begin: () => markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>Palisade</title><style>${STYLE}</style></head><body>
<header><h1>Security scan</h1><p class="m">${escaped(context.now.toISOString())}, <a href="#sum">all sites</a></p></header>
<main>
`,
    site(result) {
      rows.push(summaryRow(result, rows.length));
      if (!result.ok) return markup``;
      return markup`<section id="s${rows.length - 1}">${site(result.report, context)}</section>\n`;
    },
    end: () =>
      markup`</main>\n<nav id="sum" aria-label="Sites"><table><thead><tr><th scope="col">Site</th><th scope="col">Grade</th><th scope="col">Score</th><th scope="col">Issues</th></tr></thead><tbody>${rows}</tbody></table></nav>\n</body></html>\n`,
  };
};

function summaryRow(result: SiteResult, index: number): Markup {
  if (!result.ok)
    return markup`<tr><td>${escaped(result.url)}</td><td colspan="3">not scanned: ${escaped(result.reason)}</td></tr>`;
  const { report } = result;
  const issues = resultsIn(report).filter(isIssue).length;
  const mark = report.provisional ? markup` (provisional)` : '';
  return markup`<tr><td><a href="#s${index}">${escaped(report.final_url)}</a></td><td class="grade">${escaped(report.grade)}${mark}</td><td>${report.score}</td><td>${issues}</td></tr>`;
}

function site(report: SiteReport, context: FormatContext): Markup {
  const results = resultsIn(report);
  const sections = [...new Set(results.map(({ section }) => section))];
  const provisional = report.provisional
    ? markup`<p><strong>Provisional:</strong> ${escaped(provisionalReason(report))}</p>`
    : '';
  const caps = report.score_caps.map(
    ({ max_score, reason }) => markup`<p>Capped at ${max_score}: ${escaped(reason)}</p>`,
  );
  const bodies = sections.map((section) => {
    const own = results.filter((result) => result.section === section).toSorted(worstFirst);
    return markup`<h3>${escaped(SECTION_TITLES[section])}</h3>${sectionBody(own, hostOf(report), context)}`;
  });
  return markup`<h2>${escaped(report.final_url)}: ${escaped(report.grade)} ${report.score}/100</h2><p class="m">answered ${report.status_code}, ${escaped(report.scanned_at)}, engine ${escaped(report.engine_version)}</p>${provisional}${caps}${bodies}${inventoryOf(report).map(inventoryTable)}`;
}

function inventoryTable({ title, columns, rows, rest }: InventoryTable): Markup {
  const head = columns.map((name) => markup`<th scope="col">${escaped(name)}</th>`);
  const lines = rows.map((cells) => markup`<tr>${cells.map((cell) => markup`<td>${escaped(cell)}</td>`)}</tr>`);
  const body =
    rows.length === 0
      ? markup`<p>None.</p>`
      : markup`<table class="i"><thead><tr>${head}</tr></thead><tbody>${lines}</tbody></table>`;
  return markup`<h3>${escaped(title)}</h3>${body}${rest === undefined ? '' : markup`<p class="m">${escaped(rest)}</p>`}`;
}

function sectionBody(results: readonly Result[], host: string, context: FormatContext): Markup {
  const shown = results.filter(isIssueOrRemark).map((result) => finding(result, host, context));
  const good = results.filter(({ status, remark }) => status === 'good' && !remark).map(({ title }) => title);
  const unknown = results
    .filter(({ status }) => status === 'unknown')
    .map(({ title, note }) => markup`<li>${escaped(title)}: ${escaped(note ?? 'not assessed')}</li>`);
  const passed = good.length > 0 ? markup`<p class="ok">✓ ${escaped(good.join(', '))}</p>` : '';
  return markup`${shown}${passed}${unknown.length > 0 ? markup`<ul class="m">${unknown}</ul>` : ''}`;
}

function finding(result: Result, host: string, { ignores }: FormatContext): Markup {
  const ignore = ignoreFor(ignores, host, result);
  const weight = result.remark ? 'remark' : `${result.status}, ${result.severity}, −${result.deduction}`;
  const evidence = result.evidence.slice(0, 20).map((one) => markup`<li>${escaped(one)}</li>`);
  const head = markup`<strong>${escaped(result.title)}</strong> <span class="m">${escaped(weight)}, ${escaped(result.id)}</span>`;
  const ignored = ignore
    ? markup`<p class="m">Ignored until ${escaped(ignore.expires)}: ${escaped(ignore.reason)}</p>`
    : '';
  const note = noteNextToEvidence(result);
  const seen = evidence.length > 0 ? markup`<ul class="m">${evidence}</ul>` : '';
  const fixes = fixParts(shownFix(result) ?? '').map((part) => markup`<pre>${escaped(part)}</pre>`);
  return markup`<div class="f ${escaped(result.remark ? 'remark' : result.severity)}">${head}${ignored}<p>${escaped(result.explanation)}</p>${note === null ? '' : markup`<p>${escaped(note)}</p>`}${seen}${fixes}</div>`;
}
