import { nameOf } from '@palisade/report/inventory-changes';
import { BrowserSection, type BrowserScriptEntry } from '@palisade/report/sections/browser';
import { covers } from '../gates/ignores.ts';
import type { ScriptReason } from './config-file.ts';
import { hostOf, type SiteReport } from './site-report.ts';

/** Adds the configuration's reasons for scripts to a report made on this machine. */
export function withReasons(report: SiteReport, reasons: readonly ScriptReason[]): SiteReport {
  const { data: seen } = BrowserSection.safeParse(report.browser);
  if (!seen || reasons.length === 0) return report;
  const here = reasons.filter(({ host }) => covers(host, hostOf(report)));
  const pages = seen.pages.map((page) => ({
    ...page,
    scripts: page.scripts.map((script) => ({
      ...script,
      justification: here.find((one) => isOf(one, script))?.reason ?? script.justification,
    })),
  }));
  return { ...report, browser: { ...seen, pages } };
}

/** Scripts without a reason, by the name that a configuration uses for them; each once. */
export function unreasoned(scripts: readonly BrowserScriptEntry[]): string[] {
  const open = scripts.filter(({ justification }) => justification === null);
  return [...new Set(open.map((script) => script.url ?? `sha384-${script.varies || script.sha384}`))];
}

function isOf({ script }: ScriptReason, entry: BrowserScriptEntry): boolean {
  if (script.startsWith('sha384-')) return [entry.sha384, entry.varies].includes(script.slice('sha384-'.length));
  if (entry.url === null) return false;
  if (script.endsWith('*')) return entry.url.startsWith(script.slice(0, -1));
  // A query that only defeats caches changes with each release.
  return script === entry.url || script === nameOf(entry);
}
