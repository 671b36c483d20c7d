import { nameOf } from '@palisade/report/script-changes';
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
  return [
    ...new Set(open.map((script) => script.address ?? script.url ?? nameOf(script).replace(/^\w+ (?=sha384-)/u, ''))),
  ];
}

function isOf({ script }: ScriptReason, entry: BrowserScriptEntry): boolean {
  if (/^sha384-./u.test(script))
    return [entry.sha384, entry.varies, entry.code].includes(script.slice('sha384-'.length));
  // A text that differs in each load and that could not be compared has no other name.
  if (entry.url === null) return script === nameOf(entry);
  // The name under which a file whose address differs in each load is printed can also end in `*`.
  if (script === entry.address) return true;
  if (script.endsWith('*')) return entry.url.startsWith(script.slice(0, -1));
  // A query that only defeats caches changes with each release.
  return script === entry.url || script === nameOf(entry);
}
