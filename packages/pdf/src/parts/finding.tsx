import { noteNextToEvidence, type Result } from '@palisade/report/findings';
import { fixParts, shownFix } from '@palisade/report/fix-parts';
import { Text, View } from '@react-pdf/renderer';
import { type Block, heightOf, kept } from '../flow.ts';
import type { Mark } from '../outline.ts';
import { SECTION_TITLES } from '@palisade/report/check-sections';
import { CONTENT_WIDTH, INK, SEVERITY, STATUS, TYPE } from '../theme.ts';
import { tagged } from '../tagged/tag.ts';
import { wrapProse } from '../wrap-text.ts';
import { SeverityTag, TAG_HEIGHT } from './tables.tsx';
import { codeBlock } from './code.tsx';
import { fixed, gap, Label, LABEL_HEIGHT, lineHeight, Lines, prose, TextLink } from './text.tsx';

const BAR = 2.5;
const INDENT = 14;
const WIDTH = CONTENT_WIDTH - INDENT;
/** Items of evidence printed with a finding; the rest is in the appendix. */
export const EVIDENCE_SHOWN = 8;
/** Findings up to about a third of a page are not split. */
const WHOLE = 260;

/** One finding: what was seen, why it matters, what to paste. Long ones continue on the next page; titles never stand alone. */
export function finding({
  number,
  result,
  mark,
  references,
  pastedWith,
}: {
  number: number;
  result: Result;
  mark: Mark;
  references?: string;
  /** Letter of the action whose block contains the fix. */
  pastedWith?: string | null;
}): Block[] {
  const { color } = SEVERITY[result.severity];
  const note = noteNextToEvidence(result);
  const after = [
    ...(typeof pastedWith === 'string'
      ? [gap(4), prose(`Included in the configuration of action ${pastedWith}.`, { width: WIDTH, color: INK.soft })]
      : []),
    ...(references === undefined
      ? []
      : [gap(6), prose(references, { width: WIDTH, color: INK.soft, type: TYPE.small })]),
  ];
  const blocks = [
    ...titleOf(number, result, mark),
    ...kept([gap(3), prose(result.explanation, { width: WIDTH })]),
    ...(note === null ? [] : [gap(3), prose(note, { width: WIDTH, color: INK.soft })]),
    ...evidenceOf(result),
    // The line that says where a fix goes must not be separated from the fix.
    ...kept([...fixOf(result), ...after]),
  ];
  const together = heightOf(blocks) <= WHOLE ? kept(blocks) : blocks;
  return [...together.map((block) => framed(block, color)), gap(18)];
}

function fixOf(result: Result): Block[] {
  const fix = shownFix(result);
  if (fix === null) return [];
  const label = result.snippets === null ? 'Fix' : 'Fix: send this header';
  return fixParts(fix).flatMap((part, index) => {
    const block = codeBlock(part, { width: WIDTH, accent: INK.accent, maxLines: 60, whole: true });
    return index === 0 ? labelled(label, block) : [gap(4), block];
  });
}

function findingId(number: number): string {
  return `finding-${number}`;
}

/** Next to a bar in the color of its severity; the bars of a finding's blocks join without a gap. */
function framed(block: Block, color: string): Block {
  const { height, draw, part } = block;
  return {
    ...block,
    draw: () => (
      <View style={{ minHeight: height, paddingLeft: INDENT }}>
        <View style={{ position: 'absolute', left: 0, top: 0, bottom: -0.5, width: BAR, backgroundColor: color }} />
        {draw()}
      </View>
    ),
    ...(part && {
      part: (room: number) => {
        const [now, later] = part(room);
        return [framed(now, color), framed(later, color)] as const;
      },
    }),
  };
}

function titleOf(number: number, result: Result, mark: Mark): Block[] {
  const title = wrapProse(`${number}. ${result.title}`, WIDTH, TYPE.finding.fontSize, TYPE.finding.fontWeight);
  const height = TAG_HEIGHT + 4 + title.length * lineHeight(TYPE.finding);
  const points =
    result.deduction > 0 ? `−${result.deduction} ${result.deduction === 1 ? 'point' : 'points'}` : 'no points';
  return [
    {
      height,
      keepNext: true,
      anchor: { id: findingId(number), mark },
      draw: () => (
        <View style={{ minHeight: height }}>
          <View style={{ flexDirection: 'row', alignItems: 'center', minHeight: TAG_HEIGHT, marginBottom: 4 }}>
            <SeverityTag severity={result.severity} />
            <Text style={{ fontSize: 8, color: INK.soft, marginLeft: 8 }}>
              {`${SECTION_TITLES[result.section]}  ·  ${STATUS[result.status].word}  ·  ${points}`}
            </Text>
          </View>
          <View {...tagged({ as: 'H3' })}>
            <Lines style={{ ...TYPE.finding, color: INK.night }}>{title}</Lines>
          </View>
        </View>
      ),
    },
  ];
}

function labelled(label: string, block: Block): Block[] {
  return [gap(7), fixed(LABEL_HEIGHT, <Label>{label}</Label>, { keepNext: true }), block];
}

function evidenceOf({ evidence }: Result): Block[] {
  if (evidence.length === 0) return [];
  const label = evidence.length === 1 ? 'Observed' : `Observed (${evidence.length})`;
  const shown = labelled(
    label,
    codeBlock(evidence.slice(0, EVIDENCE_SHOWN).join('\n'), { width: WIDTH, maxLines: 24 }),
  );
  const rest = evidence.length - EVIDENCE_SHOWN;
  if (rest <= 0) return shown;
  const link = (
    <TextLink href="#evidence" style={{ fontSize: 8, lineHeight: 1.4 }}>
      {`and ${rest} more in the appendix`}
    </TextLink>
  );
  return [...shown, gap(3), fixed(8 * 1.4, link)];
}
