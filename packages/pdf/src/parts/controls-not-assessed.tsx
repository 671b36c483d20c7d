import { Text } from '@react-pdf/renderer';
import type { Assessment } from '@palisade/compliance/assess';
import { type Block } from '../flow.ts';
import type { Mark } from '../outline.ts';
import type { PrintedResult } from '../printed-report.ts';
import { CONTENT_WIDTH, INK, TYPE } from '../theme.ts';
import { frameworkTitle } from './framework-table.tsx';
import { chapterTitle, gap, heading, lineHeight, Prose, prose, proseHeight, sideBySide } from './text.tsx';

const NUMBER = 58;
const STRONG = { ...TYPE.small, fontWeight: 600 } as const;

export function controlsNotAssessed(assessment: Assessment, results: readonly PrintedResult[], mark: Mark): Block[] {
  const unknown = results.filter((result) => result.status === 'unknown');
  return [
    ...chapterTitle({
      id: 'not-assessed',
      title: 'Not assessed',
      lead: 'What this report says nothing about. A scan from outside cannot see it, or could not this time.',
      mark,
    }),
    ...assessment.frameworks.flatMap((assessed) => [
      ...heading(frameworkTitle(assessed)),
      ...assessed.rows.flatMap(({ state, control, title, scope }) =>
        state === 'not assessed' ? [controlRow(control, `${title}: ${scope}`), gap(2)] : [],
      ),
      prose(assessed.framework.outside, { type: TYPE.small, colour: INK.soft }),
      gap(8),
    ]),
    ...(unknown.length === 0
      ? []
      : [
          ...heading('Checks that could not be made'),
          ...unknown.flatMap((result) => [
            prose(`${result.title}: ${result.note ?? 'no reason recorded'}`, { type: TYPE.small }),
            gap(3),
          ]),
        ]),
  ];
}

function controlRow(control: string, text: string): Block {
  const width = CONTENT_WIDTH - NUMBER;
  return sideBySide([
    {
      width: NUMBER,
      height: lineHeight(STRONG),
      content: <Text style={{ ...STRONG, color: INK.soft }}>{control}</Text>,
    },
    {
      width,
      height: proseHeight(text, width, TYPE.small),
      content: (
        <Prose type={TYPE.small} width={width}>
          {text}
        </Prose>
      ),
    },
  ]);
}
