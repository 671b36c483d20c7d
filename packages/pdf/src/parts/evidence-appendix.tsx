import type { ScanReport } from '@palisade/report/report';
import { CHECK_SECTIONS, SECTION_TITLES } from '@palisade/report/check-sections';
import type { Block } from '../flow.ts';
import { evidenceLines } from '../evidence-lines.ts';
import type { Outline } from '../outline.ts';
import type { PrintedResult } from '../printed-report.ts';
import { CONTENT_WIDTH, INK, TYPE } from '../theme.ts';
import { monoColumns, wrapCode } from '../wrap-text.ts';
import { EVIDENCE_SHOWN } from './finding.tsx';
import { CODE_LINE, codeBlock, CodeLines } from './code.tsx';
import { chapterTitle, fixed, gap, heading, prose } from './text.tsx';

/** Lines of one section's evidence that are printed: about five pages. */
const LINES_PER_SECTION = 320;

/** What the judgements rest on: headers as received, then what each section holds besides its checks. */
export function evidenceAppendix(report: ScanReport, results: readonly PrintedResult[], outline: Outline): Block[] {
  const long = results.filter((result) => result.evidence.length > EVIDENCE_SHOWN);
  const headers = Object.entries(report.headers).filter(([, entry]) => entry.value !== null);
  const mark = outline.mark('Appendix: evidence');
  return [
    ...chapterTitle({
      id: 'evidence',
      title: 'Appendix: evidence',
      lead: 'Values as received. Characters that cannot be printed safely are written as \\u{…} code points.',
      mark,
    }),
    ...heading('Response headers judged', outline.mark('Response headers', mark)),
    ...(headers.length === 0 ? [prose('None of the headers that were looked for was sent.')] : []),
    ...headers.flatMap(([name, entry]) => [
      headerName(name),
      codeBlock(entry.value ?? '', { width: CONTENT_WIDTH, maxLines: 160 }),
      gap(5),
    ]),
    ...long.flatMap((result) => [
      ...heading(`${result.title}: all observations`, outline.mark(result.title, mark)),
      codeBlock(result.evidence.join('\n'), { width: CONTENT_WIDTH, maxLines: 600 }),
    ]),
    ...CHECK_SECTIONS.flatMap((section) => {
      const { checks: _judged, ...evidence } = report[section] ?? { checks: [] };
      if (Object.keys(evidence).length === 0) return [];
      const title = SECTION_TITLES[section];
      return [
        ...heading(title, outline.mark(title, mark)),
        codeBlock(evidenceLines(evidence).join('\n'), { width: CONTENT_WIDTH, maxLines: LINES_PER_SECTION }),
      ];
    }),
  ];
}

function headerName(name: string): Block {
  const size = TYPE.code.fontSize;
  const own = wrapCode(name, monoColumns(CONTENT_WIDTH, size));
  return fixed(
    own.length * size * CODE_LINE,
    <CodeLines size={size} colour={INK.accent}>
      {own}
    </CodeLines>,
    { keepNext: true },
  );
}
