import { visibleJson } from '../terminal/visible.ts';
import type { SiteResult } from '../scanning/site-report.ts';
import type { MakeFormat } from './format.ts';

/** One site: its report. Many: an array of reports, with `{url, error}` for what could not be scanned. */
export const jsonFormat: MakeFormat = ({ total }) => {
  let written = 0;
  return {
    begin: () => (total === 1 ? '' : '['),
    site(result) {
      const text = visibleJson(plain(result), 2);
      written += 1;
      if (total === 1) return `${text}\n`;
      return `${written === 1 ? '\n' : ',\n'}${text.replaceAll(/^/gmu, '  ')}`;
    },
    end: () => (total === 1 ? '' : `${written === 0 ? '' : '\n'}]\n`),
  };
};

/** One line a site, as it comes. */
export const jsonLinesFormat: MakeFormat = () => ({
  begin: () => '',
  site: (result) => `${visibleJson(plain(result))}\n`,
  end: () => '',
});

function plain(result: SiteResult): unknown {
  return result.ok ? result.report : { url: result.url, error: result.reason };
}
