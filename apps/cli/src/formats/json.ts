import { indented, templateOf } from '@palisade/report/encoded';
import { jsonLine, visibleJson } from '@palisade/report/visible';
import type { SiteResult } from '../scanning/site-report.ts';
import type { MakeFormat } from './format.ts';

const json = templateOf<'json'>();

/** One site: its report. Many: an array of reports, with `{url, error}` for what could not be scanned. */
export const jsonFormat: MakeFormat = ({ total }) => {
  let written = 0;
  return {
    begin: () => (total === 1 ? json`` : json`[`),
    site(result) {
      written += 1;
      if (total === 1) return jsonLine(plain(result), 2);
      const report = indented(visibleJson(plain(result), 2));
      return written === 1 ? json`\n  ${report}` : json`,\n  ${report}`;
    },
    end: () => (total === 1 ? json`` : written === 0 ? json`]\n` : json`\n]\n`),
  };
};

/** One line for each site, as its scan ends. */
export const jsonLinesFormat: MakeFormat = () => ({
  begin: () => json``,
  site: (result) => jsonLine(plain(result)),
  end: () => json``,
});

function plain(result: SiteResult): unknown {
  return result.ok ? result.report : { url: result.url, error: result.reason };
}
