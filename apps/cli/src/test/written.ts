import { judge } from '@palisade/scanner/judge';
import { evidenceWith, type EvidenceOptions } from '../../../../packages/scanner/test/evidence.ts';
import { LOADERS } from '../formats/format.ts';
import type { FormatName } from '../formats/format-names.ts';
import { siteReport, type SiteResult } from '../scanning/site-report.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const ignores = [{ check: 'headers/x-content-type-options', reason: 'no | mail\n=cmd()', expires: '2026-12-31' }];

export const site = (options: EvidenceOptions = {}): SiteResult => {
  const report = siteReport(judge(evidenceWith(options), ''), '');
  return { url: report.url, ok: true, report };
};

const HOSTILE = '=HYPERLINK("x")`|@team <img src=x onerror=alert(1)> ]]> &lt; \u001b[2J';

/** A site that sends `text` wherever a report quotes it. */
export const hostile = (text = HOSTILE): SiteResult =>
  site({ headers: [['Server', `nginx/1.1 ${text}`], ['Referrer-Policy', text], ['Set-Cookie', `sid=abcdefghijklmnop; Path=/${text}`], ['Content-Security-Policy', `default-src *; script-src ${text} 'unsafe-inline'`]] }); // prettier-ignore

export const failed: SiteResult = { url: '=a.test', ok: false, reason: `-no ${HOSTILE}`, refused: false };

/** What a run with these results writes. */
export async function written(format: FormatName, ...results: SiteResult[]): Promise<string> {
  const made = (await LOADERS[format]())({ total: results.length, ignores, now: NOW });
  return made.begin() + results.map((result) => made.site(result)).join('') + made.end();
}
