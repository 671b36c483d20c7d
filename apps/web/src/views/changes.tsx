import type { ReportChanges } from '@palisade/report/report-changes';
import type { View } from '../frame.ts';
import { hostText } from '../shell/host-text.ts';
import { Changes } from '../site/changes.tsx';

export interface ChangesProps {
  host: string;
  /** The report_id of each. */
  earlier: string;
  later: string;
  compared: ReportChanges;
}

/** What changed between two reports whose addresses the visitor knows. */
export const changes: View<ChangesProps> = ({ host, earlier, later, compared }, { words }) => {
  const text = words.site;
  const dates = [compared.before, compared.after].map(({ scanned_at: at }) => at.slice(0, 16).replace('T', ' '));
  return {
    title: text.changesOf(hostText(host)),
    description: text.moved(compared.before.score, compared.after.score),
    noindex: true,
    body: (
      <>
        <h1>{text.changesOf(hostText(host))}</h1>
        <p className="lead">
          <a href={`/r/${earlier}`}>{dates[0]}</a> → <a href={`/r/${later}`}>{dates[1]}</a> UTC
        </p>
        <Changes compared={compared} words={words} />
      </>
    ),
  };
};
