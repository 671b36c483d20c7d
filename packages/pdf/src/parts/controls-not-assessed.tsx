import type { Result } from '@palisade/report/findings';
import type { Assessment, AssessmentRow } from '@palisade/compliance/assess';
import type { Block } from '../flow.ts';
import type { Mark } from '../outline.ts';
import { TYPE } from '../theme.ts';
import { frameworkTitle } from './framework-table.tsx';
import { chapterTitle, gap, heading, prose } from './text.tsx';

/** The controls that were not assessed, by reason; then the checks that could not be made. */
export function controlsNotAssessed(assessment: Assessment, results: readonly Result[], mark: Mark): Block[] {
  const unknown = results.filter((result) => result.status === 'unknown');
  return [
    ...chapterTitle({
      id: 'not-assessed',
      title: 'Not assessed',
      lead: 'This report makes no statement about the following items. A scan from the outside cannot see them, or could not this time.',
      mark,
      needs: 200,
    }),
    ...assessment.frameworks.flatMap((assessed) => {
      const lines = byReason(assessed.rows.filter(({ state }) => state === 'not assessed'));
      if (lines.length === 0) return [];
      return [
        ...heading(frameworkTitle(assessed)),
        ...lines.flatMap((line) => [prose(line, { type: TYPE.small }), gap(2)]),
      ];
    }),
    ...(unknown.length === 0
      ? []
      : [
          ...heading('Checks that could not be completed'),
          ...unknown.flatMap((result) => [
            prose(`${result.title} (${result.id}): ${result.note ?? 'no reason recorded'}`, { type: TYPE.small }),
            gap(3),
          ]),
        ]),
  ];
}

/** "12.8.1, 12.10.1: an internal record" */
function byReason(rows: readonly AssessmentRow[]): string[] {
  const groups = Map.groupBy(rows, ({ scope, reason }) => reason ?? scope);
  return [...groups].map(([reason, own]) => `${own.map(({ control }) => control).join(', ')}: ${reason}`);
}
