import { counted } from '@palisade/report/counted';
import { findingsOf, type Result } from '@palisade/report/findings';
import { Text } from '@react-pdf/renderer';
import { type Action, blockWord } from '@palisade/report/actions';
import { EFFORTS } from '@palisade/report/action-kind';
import type { ReportChanges } from '@palisade/report/report-changes';
import type { ScanReport } from '@palisade/report/report';
import { type Block, kept } from '../flow.ts';
import type { Mark } from '../outline.ts';
import { longDate } from '../words.ts';
import { CONTENT_WIDTH, INK, TYPE } from '../theme.ts';
import { cutProse } from '../wrap-text.ts';
import type { Plan } from './action-plan.tsx';
import { CHANGES_SHOWN, CHANGES_TITLE, changeLine } from './changes-chapter.ts';
import { nextToRing, verdict } from './summary.tsx';
import { SeverityTag, TAG_HEIGHT } from './tables.tsx';
import {
  chapterTitle,
  fixed,
  gap,
  heading,
  lineHeight,
  Lines,
  Prose,
  prose,
  proseHeight,
  sideBySide,
  TextLink,
} from './text.tsx';

/** Limit that keeps it to one page. */
const RISKS = 4;
const FIRST = 5;

export interface OwnerPage {
  report: ScanReport;
  results: readonly Result[];
  plan: Plan;
  /** Since the previous report on the same page for the same customer; null if there is none. */
  changes: ReportChanges | null;
}

/** The page for people who read only one: the grade, what is at risk, what changed, what to do first. */
export function ownerPage({ report, results, plan, changes }: OwnerPage, mark: Mark): Block[] {
  const { actions, leftOut } = plan;
  const serious = actions.filter(({ severity }) => severity !== 'minor');
  const risky = (serious.length > 0 ? serious : actions).slice(0, RISKS);
  return [
    ...chapterTitle({ id: 'summary', title: 'Executive summary', mark }),
    nextToRing(report, 96, verdict(report, results, findingsOf(report))),
    gap(6),
    ...heading('What is at risk'),
    ...(risky.length === 0
      ? [prose('No issue was observed. “Not assessed” lists what could not be assessed.')]
      : kept(risky.flatMap((action) => [risk(action), gap(4)]))),
    ...(actions.length === 0
      ? []
      : [
          ...heading('What to do first'),
          ...kept([
            ...actions.slice(0, FIRST).map((action) => toDo(action)),
            ...(leftOut === null ? [] : [gap(4), prose(leftOut, { type: TYPE.small, color: INK.soft })]),
          ]),
        ]),
    ...heading('Since the last report'),
    ...sinceLast(changes),
  ];
}

const TAG_WIDTH = 62;

function risk({ severity, risk: words }: Action): Block {
  const width = CONTENT_WIDTH - TAG_WIDTH;
  return sideBySide([
    { width: TAG_WIDTH, height: TAG_HEIGHT, content: <SeverityTag severity={severity} /> },
    { width, height: proseHeight(words, width, TYPE.body), content: <Prose width={width}>{words}</Prose> },
  ]);
}

const EFFORT_WIDTH = 84;
const SCORE_WIDTH = 76;

function toDo(action: Action): Block {
  const width = CONTENT_WIDTH - EFFORT_WIDTH - SCORE_WIDTH;
  const word = blockWord(action);
  const title = cutProse(action.title, width, TYPE.item.fontSize, TYPE.item.fontWeight);
  const under = `${action.where}; ${word ?? counted(action.findings.length, 'finding')}`;
  const right = { ...TYPE.cell, color: INK.soft, textAlign: 'right' } as const;
  return sideBySide(
    [
      {
        width,
        height: lineHeight(TYPE.item) + lineHeight(TYPE.cell),
        content: (
          <>
            <TextLink href="#actions" style={{ ...TYPE.item, color: INK.night }}>
              {title}
            </TextLink>
            <Lines style={{ ...TYPE.cell, color: INK.soft }}>{[cutProse(under, width, TYPE.cell.fontSize)]}</Lines>
          </>
        ),
      },
      {
        width: EFFORT_WIDTH,
        height: lineHeight(TYPE.cell),
        content: <Text style={right}>{EFFORTS[action.effort]}</Text>,
      },
      {
        width: SCORE_WIDTH,
        height: lineHeight(TYPE.cell),
        content: <Text style={right}>{`then ${action.score_after} of 100`}</Text>,
      },
    ],
    { pad: 4, rule: true, align: 'center' },
  );
}

function sinceLast(changes: ReportChanges | null): Block[] {
  if (changes === null)
    return [prose('There is no earlier report of this page for the same customer to compare with.')];
  const { before, after, changes: all } = changes;
  const lines = all.slice(0, CHANGES_SHOWN).map(changeLine);
  const moved =
    before.score === after.score
      ? `the score is still ${after.score} of 100`
      : `the score ${after.score > before.score ? 'rose' : 'fell'} from ${before.score} to ${after.score} of 100`;
  const grades =
    before.grade === after.grade ? `grade ${after.grade}` : `grade ${before.grade} then, ${after.grade} now`;
  const rest = all.length - lines.length;
  return [
    prose(
      `Since the report of ${longDate(before.scanned_at)} ${moved}, ${grades}. ${all.length === 0 ? 'No result changed.' : ''}`.trim(),
    ),
    gap(3),
    ...lines.flatMap((line) => [prose(`– ${line}`), gap(2)]),
    ...(rest > 0
      ? [
          fixed(
            lineHeight(TYPE.body),
            <TextLink href="#changes" style={TYPE.body}>{`and ${rest} more, under “${CHANGES_TITLE}”`}</TextLink>,
          ),
        ]
      : []),
  ];
}
