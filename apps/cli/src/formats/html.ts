import { SECTION_TITLES } from '@palisade/report/check-sections';
import { fixParts } from '@palisade/report/fix-parts';
import { isIssue, worstFirst, type Result } from '@palisade/report/findings';
import { ignoreFor } from '../gates/ignores.ts';
import { hostOf, provisionalReason, resultsIn, type SiteReport, type SiteResult } from '../scanning/site-report.ts';
import type { FormatContext, MakeFormat } from './format.ts';
import { escaped } from './xml.ts';

const STYLE = `:root{color-scheme:light dark;--line:#8885;--bad:#b3261e;--mid:#8a5300;--low:#0b57a4;--ok:#1b6e2d}
@media(prefers-color-scheme:dark){:root{--bad:#ff8a80;--mid:#ffc166;--low:#8ab8ff;--ok:#86d993}}
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:0 auto;padding:1.5rem;display:flex;flex-direction:column}
#sum{order:-1}header{order:-2}h1{font-size:1.5rem;margin:.2em 0}h2{margin:1.6em 0 .3em;font-size:1.25rem;overflow-wrap:anywhere}h3{margin:1.2em 0 .2em;font-size:1rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.35em .6em;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
.grade{font-weight:700}.f{border:1px solid var(--line);border-left-width:4px;border-radius:4px;padding:.5em .8em;margin:.5em 0;break-inside:avoid}
.critical{border-left-color:var(--bad)}.important{border-left-color:var(--mid)}.minor{border-left-color:var(--low)}.ok{color:var(--ok)}
.f p{margin:.3em 0}.m{font-size:.875rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid var(--line);border-radius:4px;padding:.5em;margin:.4em 0;font-size:.875rem}ul{margin:.3em 0;padding-left:1.2em;overflow-wrap:anywhere}`;

/**
 * One file that needs nothing else: no script, no address is loaded. The sites are written as they are scanned, so the
 * table of all stands last in the file; it is shown first, and a link leads there.
 */
export const htmlFormat: MakeFormat = (context) => {
  const rows: string[] = [];
  return {
    begin: () =>
      `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>Palisade</title><style>${STYLE}</style></head><body>\n` +
      `<header><h1>Security scan</h1><p class="m">${escaped(context.now.toISOString())}, <a href="#sum">all sites</a></p></header>\n<main>\n`,
    site(result) {
      rows.push(summaryRow(result, rows.length));
      return result.ok ? `<section id="s${rows.length - 1}">${site(result.report, context)}</section>\n` : '';
    },
    end: () =>
      `</main>\n<nav id="sum" aria-label="Sites"><table><thead><tr><th scope="col">Site</th><th scope="col">Grade</th><th scope="col">Score</th><th scope="col">Issues</th></tr></thead><tbody>${rows.join('')}</tbody></table></nav>\n</body></html>\n`,
  };
};

function summaryRow(result: SiteResult, index: number): string {
  if (!result.ok)
    return `<tr><td>${escaped(result.url)}</td><td colspan="3">not scanned: ${escaped(result.reason)}</td></tr>`;
  const { report } = result;
  const issues = resultsIn(report).filter(isIssue).length;
  const mark = report.provisional ? ' (provisional)' : '';
  return `<tr><td><a href="#s${index}">${escaped(report.final_url)}</a></td><td class="grade">${report.grade}${mark}</td><td>${report.score}</td><td>${issues}</td></tr>`;
}

function site(report: SiteReport, context: FormatContext): string {
  const results = resultsIn(report);
  const sections = [...new Set(results.map(({ section }) => section))];
  const provisional = report.provisional
    ? `<p><strong>Provisional:</strong> ${escaped(provisionalReason(report))}</p>`
    : '';
  const caps = report.score_caps.map(({ max_score, reason }) => `<p>Capped at ${max_score}: ${escaped(reason)}</p>`);
  const bodies = sections.map((section) => {
    const own = results.filter((result) => result.section === section).toSorted(worstFirst);
    return `<h3>${SECTION_TITLES[section]}</h3>${sectionBody(own, hostOf(report), context)}`;
  });
  return `<h2>${escaped(report.final_url)}: ${report.grade} ${report.score}/100</h2><p class="m">answered ${report.status_code}, ${escaped(report.scanned_at)}, engine ${escaped(report.engine_version)}</p>${provisional}${caps.join('')}${bodies.join('')}`;
}

function sectionBody(results: readonly Result[], host: string, context: FormatContext): string {
  const issues = results.filter(isIssue).map((result) => issue(result, host, context));
  const good = results.filter(({ status }) => status === 'good').map(({ title }) => escaped(title));
  const unknown = results
    .filter(({ status }) => status === 'unknown')
    .map(({ title, note }) => `<li>${escaped(title)}: ${escaped(note ?? 'not assessed')}</li>`);
  return (
    issues.join('') +
    (good.length > 0 ? `<p class="ok">✓ ${good.join(', ')}</p>` : '') +
    (unknown.length > 0 ? `<ul class="m">${unknown.join('')}</ul>` : '')
  );
}

function issue(result: Result, host: string, { ignores }: FormatContext): string {
  const ignore = ignoreFor(ignores, host, result);
  const evidence = result.evidence.slice(0, 20).map((one) => `<li>${escaped(one)}</li>`);
  return (
    `<div class="f ${result.severity}"><strong>${escaped(result.title)}</strong> <span class="m">${result.status}, ${result.severity}, −${result.deduction}, ${escaped(result.id)}</span>` +
    (ignore ? `<p class="m">Ignored until ${ignore.expires}: ${escaped(ignore.reason)}</p>` : '') +
    `<p>${escaped(result.explanation)}</p>${result.note === null ? '' : `<p>${escaped(result.note)}</p>`}` +
    (evidence.length > 0 ? `<ul class="m">${evidence.join('')}</ul>` : '') +
    `${fixParts(result.fix ?? '')
      .map((part) => `<pre>${escaped(part)}</pre>`)
      .join('')}</div>`
  );
}
