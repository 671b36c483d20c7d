import { noteNextToEvidence, type Result } from '@palisade/report/findings';
import { SECTION_TITLES, SHOWN_SECTIONS } from '@palisade/report/check-sections';
import { type Block, kept } from '../flow.ts';
import type { Outline } from '../outline.ts';
import { CONTENT_WIDTH, INK, TYPE } from '../theme.ts';
import { codeBlock } from './code.tsx';
import { areas } from './summary.tsx';
import { type Cell, statusCell, table } from './tables.tsx';
import { chapterTitle, gap, heading, prose } from './text.tsx';

const COLUMNS = [
  { title: 'Check', width: 170 },
  { title: 'Id', width: CONTENT_WIDTH - 170 - 78 - 42, mono: true },
  { title: 'Outcome', width: 78 },
  { title: 'Points', width: 42, align: 'right' },
] as const;

/** Every check by name, including those that passed: what was checked is as much a result as what was found. */
export function checkTables(results: readonly Result[], outline: Outline): Block[] {
  const mark = outline.mark('Checks performed');
  return [
    ...chapterTitle({
      id: 'checks',
      title: 'Checks performed',
      lead: 'All checks of this scan with their results. “No issue” means that the check observed none. A remark costs no points; what was observed follows its table.',
      mark,
    }),
    ...heading('Results by area'),
    ...kept(areas(results)),
    ...SHOWN_SECTIONS.flatMap((section) => {
      const own = results.filter((result) => result.section === section);
      if (own.length === 0) return [];
      const rows = own.map((result): Cell[] => [
        result.title,
        result.id,
        statusCell(result),
        result.deduction > 0 ? `−${result.deduction}` : '–',
      ]);
      const title = SECTION_TITLES[section];
      return [
        ...heading(title, outline.mark(title, mark)),
        ...table(COLUMNS, rows),
        gap(8),
        ...own.filter(({ remark }) => remark).flatMap(remarkOf),
      ];
    }),
  ];
}

/** Evidence of one remark that is printed; reports as data hold all of it. */
const EVIDENCE_SHOWN = 12;

/** Findings have their own chapter. Of a remark, this is all that is printed. */
function remarkOf(result: Result): Block[] {
  const { title, id, evidence } = result;
  const note = noteNextToEvidence(result);
  const rest = evidence.length - EVIDENCE_SHOWN;
  const lines = [...evidence.slice(0, EVIDENCE_SHOWN), ...(rest > 0 ? [`and ${rest} more`] : [])];
  return [
    ...kept([
      prose(`Remark: ${title} (${id})`),
      ...(note === null ? [] : [prose(note, { type: TYPE.small, color: INK.soft })]),
      ...(lines.length === 0 ? [] : [gap(3), codeBlock(lines.join('\n'), { width: CONTENT_WIDTH, maxLines: 24 })]),
    ]),
    gap(8),
  ];
}

/** The same, followed by the reasons why some checks could not be made. */
export function checksPerformed(results: readonly Result[], outline: Outline): Block[] {
  const unknown = results.filter((result) => result.status === 'unknown');
  return [
    ...checkTables(results, outline),
    ...chapterTitle({
      id: 'not-assessed',
      title: 'Not assessed',
      lead:
        unknown.length === 0
          ? 'Every check of this scan could be completed. Scope and method lists what a scan from the outside cannot see.'
          : 'These checks could not be completed. They count neither for nor against the site.',
      mark: outline.mark('Not assessed'),
      needs: 160,
    }),
    ...unknown.flatMap((result) => [
      ...kept([
        prose(`${result.title} (${result.id})`),
        prose(result.note ?? 'No reason was recorded.', { type: TYPE.small, color: INK.soft }),
      ]),
      gap(7),
    ]),
  ];
}
