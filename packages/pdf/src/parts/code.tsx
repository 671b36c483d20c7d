import { Text, View } from '@react-pdf/renderer';
import type { ReactNode } from 'react';
import type { Block } from '../flow.ts';
import { useFonts } from '../fonts-context.ts';
import { actualText, tagged } from '../tagged/tag.ts';
import { INK, TYPE } from '../theme.ts';
import { type CodeLine, monoColumns, wrapCode } from '../wrap-text.ts';
import { lines } from './text.tsx';

/** Lines that stay together where a text is parted, on either side. */
const TOGETHER = 4;
/** Code of up to so many lines is not parted. */
const WHOLE_CODE = 9;
/** What is to be pasted is not parted while a page can hold it. */
const ON_ONE_PAGE = 50;

/**
 * Monospaced lines as they were. The renderer drops leading spaces, so they are drawn as no-break ones, and the text of
 * such a line is given beside it: who copies it gets the spaces that YAML and Python read. The pieces of a line that
 * was too long are one text likewise.
 */
export function CodeLines({
  children,
  size,
  colour = INK.text,
}: {
  children: readonly CodeLine[];
  size: number;
  colour?: string;
}): ReactNode {
  const { mono } = useFonts();
  const style = { fontFamily: mono, fontSize: size, lineHeight: CODE_LINE, color: colour };
  return children.map(({ text, part, whole }, index) => {
    const inked = text.trimStart();
    const line = (
      <Text key={index} style={style}>
        {inked === '' ? ' ' : NO_BREAK_SPACE.repeat(text.length - inked.length) + inked}
      </Text>
    );
    if (part === 'whole' && (inked === '' || inked === text)) return line;
    // The first piece stands for the line, the others for nothing: readers place a text where its first piece is.
    return (
      <View key={index} {...actualText(part === 'next' ? '' : whole)}>
        {line}
      </View>
    );
  });
}

const NO_BREAK_SPACE = '\u00A0';
export const CODE_LINE = 1.5;

function codeMeasures(size: number, pad: number): Parameters<typeof lines>[1] {
  return { height: size * CODE_LINE, pad, together: TOGETHER, whole: WHOLE_CODE };
}

/** At most so many lines, and a last one that says how many there are. */
export function codeLines(text: string, width: number, size: number, maxLines: number): CodeLine[] {
  const all = wrapCode(text, monoColumns(width, size));
  if (all.length <= maxLines + 1) return all;
  const rest = `… ${all.length - maxLines} more lines are not printed; the JSON report has all of them.`;
  return [...all.slice(0, maxLines), { text: rest, part: 'whole', whole: rest }];
}

const CODE_SIDE = 8;
const CODE_PAD = 5;
const CODE_RULE = 2;

/** Code and evidence on a wash, with a rule at its left. */
export function codeBlock(
  text: string,
  {
    width,
    accent = INK.line,
    maxLines = 400,
    whole = false,
  }: { width: number; accent?: string; maxLines?: number; whole?: boolean },
): Block {
  const size = TYPE.code.fontSize;
  const broken = codeLines(text, width - 2 * CODE_SIDE - CODE_RULE - 1, size, maxLines);
  const measures = codeMeasures(size, CODE_PAD);
  return lines(broken.length, whole ? { ...measures, whole: ON_ONE_PAGE } : measures, (from, to) => (
    <View
      {...tagged({ as: 'Code' })}
      style={{
        backgroundColor: INK.code,
        borderLeftWidth: CODE_RULE,
        borderLeftColor: accent,
        paddingVertical: CODE_PAD,
        paddingHorizontal: CODE_SIDE,
      }}
    >
      <CodeLines size={size}>{broken.slice(from, to)}</CodeLines>
    </View>
  ));
}
