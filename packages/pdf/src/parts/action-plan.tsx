import { counted } from '@palisade/report/counted';
import type { Result } from '@palisade/report/findings';
import { type Action, blockWord } from '@palisade/report/actions';
import { EFFORTS } from '@palisade/report/action-kind';
import type { SnippetName } from '@palisade/report/snippet-order';
import { SNIPPET_NAMES } from '@palisade/report/snippet-order';
import { type Block, kept } from '../flow.ts';
import type { Outline } from '../outline.ts';
import { CONTENT_WIDTH, INK, SEVERITY, TYPE } from '../theme.ts';
import { codeBlock } from './code.tsx';
import { BLANK, type Cell, table } from './tables.tsx';
import { chapterTitle, fixed, gap, heading, Label, LABEL_HEIGHT, prose } from './text.tsx';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const NARROW = { letter: 20, severity: 58, effort: 66, score: 50, owner: 66, due: 50 };

export interface Plan {
  actions: readonly Action[];
  /** What the scores after the actions leave out, in a sentence. */
  leftOut: string | null;
  /** The server that the answers disclosed; null if they disclosed none. */
  server: SnippetName | null;
}

function letterOf(index: number): string {
  return LETTERS.charAt(index);
}

/** The action that removes a finding, by its letter, if its fix is printed there. */
export function pastedWith({ actions }: Plan, { id, snippets }: Result): string | null {
  if (snippets === null) return null;
  const index = actions.findIndex(({ findings }) => findings.some((finding) => finding.id === id));
  return index < 0 ? null : letterOf(index);
}

/** What an engineer has to do: a row for each person and place, and what to paste. */
export function actionPlan(plan: Plan, issues: readonly Result[], outline: Outline): Block[] {
  const { actions, leftOut } = plan;
  const mark = outline.mark('Action plan');
  const lead =
    actions.length === 0
      ? 'The checks that ran observed no issue, so there is nothing to do.'
      : `${counted(issues.length, 'finding')}, fixed by ${counted(actions.length, 'action')}. The score column shows the minimum score of a rescan once a row and all rows above it are done, if nothing new is found. A fix may resolve more than its own finding.${leftOut === null ? '' : ` ${leftOut}`}`;
  const pasted = actions.flatMap((action, index) => (action.blocks.length === 0 ? [] : [{ action, index }]));
  return [
    ...chapterTitle({ id: 'actions', title: 'Action plan', lead, mark }),
    ...(actions.length === 0 ? [] : planTable(actions, issues)),
    ...pasted.flatMap(({ action, index }) => {
      const own = outline.mark(`${letterOf(index)}. ${action.title}`, mark);
      const word = blockWord(action);
      return [
        ...heading(`${letterOf(index)}. ${action.title}${word === null ? '' : `: ${word}`}`, own),
        ...printedBlocks(plan, action).flatMap(({ server, text }) => [
          fixed(LABEL_HEIGHT, <Label>{SNIPPET_NAMES[server]}</Label>, { keepNext: true }),
          codeBlock(text, { width: CONTENT_WIDTH, accent: INK.accent, maxLines: 400, whole: true }),
          gap(7),
        ]),
        prose('The attached report.json has the configuration for other servers and platforms, by header.', {
          type: TYPE.small,
          color: INK.soft,
        }),
      ];
    }),
  ];
}

/** Only the site's own server if it is known; otherwise the three most common. */
export function printedBlocks({ server }: Pick<Plan, 'server'>, { blocks }: Action): Action['blocks'] {
  return blocks.slice(0, server === null ? USUAL : 1);
}

const USUAL = 3;

function planTable(actions: readonly Action[], issues: readonly Result[]): Block[] {
  const numberOf = (id: string) => issues.findIndex((issue) => issue.id === id) + 1;
  const rows = actions.map((action, index): Cell[] => {
    const numbers = action.findings.map(({ id }) => numberOf(id)).filter((number) => number > 0);
    const { word, color } = SEVERITY[action.severity];
    return [
      { text: letterOf(index), color: INK.night, bold: true },
      `${action.title}\n${action.where}; finding${numbers.length === 1 ? '' : 's'} ${numbers.join(', ')}`,
      { text: word, color, bold: true },
      EFFORTS[action.effort],
      `${action.score_after} of 100`,
      BLANK,
      BLANK,
    ];
  });
  const action = CONTENT_WIDTH - Object.values(NARROW).reduce((sum, width) => sum + width, 0);
  return kept(
    table(
      [
        { title: ' ', width: NARROW.letter },
        { title: 'Action, location and findings', width: action },
        { title: 'Severity', width: NARROW.severity },
        { title: 'Effort', width: NARROW.effort },
        { title: 'Score then', width: NARROW.score },
        { title: 'Owner', width: NARROW.owner },
        { title: 'Due', width: NARROW.due },
      ],
      rows,
    ),
  );
}
