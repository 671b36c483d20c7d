import { counted } from '@palisade/report/counted';
import type { Change, ChangeCause, ReportChanges } from '@palisade/report/report-changes';
import type { Block } from '../flow.ts';
import type { Outline } from '../outline.ts';
import { longDate } from '../words.ts';
import { CONTENT_WIDTH } from '../theme.ts';
import { table } from './tables.tsx';
import { chapterTitle } from './text.tsx';

/** How many fit on the owner's page; if there are more, they get their own chapter. */
export const CHANGES_SHOWN = 4;
export const CHANGES_TITLE = 'Changes since the last report';

export function hasChapterOfChanges(changes: ReportChanges | null): changes is ReportChanges {
  return changes !== null && changes.changes.length > CHANGES_SHOWN;
}

/** Every judgment that changed; nothing if the owner's page lists them all. */
export function changesChapter(changes: ReportChanges | null, outline: Outline): Block[] {
  if (!hasChapterOfChanges(changes)) return [];
  const points = 46;
  const half = (CONTENT_WIDTH - points) / 3;
  return [
    ...chapterTitle({
      id: 'changes',
      title: CHANGES_TITLE,
      lead: `${counted(changes.changes.length, 'result')} changed since the report of ${longDate(changes.before.scanned_at)}.`,
      mark: outline.mark(CHANGES_TITLE),
    }),
    ...table(
      [
        { title: 'Then', width: half },
        { title: 'Now', width: half },
        { title: 'Why', width: half },
        { title: 'Points', width: points, align: 'right' },
      ],
      changes.changes.map(({ before, after, points: gained, cause }) => [
        before?.title ?? 'not checked',
        after?.title ?? 'no longer checked',
        CAUSE[cause],
        signed(gained),
      ]),
    ),
  ];
}

const CAUSE: Readonly<Record<ChangeCause, string>> = {
  site: 'the site changed',
  engine: 'the scanner’s rules changed',
  data: 'the scanner’s reference data changed',
  unassessed: 'it could not be assessed in one of the two scans',
};

/** One change as a line. */
export function changeLine({ before, after, points, cause }: Change): string {
  const words =
    before === null || before.title === after?.title
      ? (after?.title ?? before?.title ?? '')
      : after === null
        ? `${before.title}, no longer checked`
        : `${before.title} → ${after.title}`;
  const gained = points === 0 ? '' : `, ${signed(points)}`;
  return `${words} (${CAUSE[cause]}${gained})`;
}

function signed(points: number): string {
  if (points === 0) return '–';
  return `${points > 0 ? '+' : '−'}${Math.abs(points)}`;
}
