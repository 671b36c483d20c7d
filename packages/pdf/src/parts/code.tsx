import { Text, View } from '@react-pdf/renderer';
import type { ReactNode } from 'react';
import type { Block } from '../flow.ts';
import { useFonts } from '../fonts-context.ts';
import { actualText, tagged } from '../tagged/tag.ts';
import { INK, TYPE } from '../theme.ts';
import { type CodeLine, monoColumns, wrapCode } from '../wrap-text.ts';
import { lines } from './text.tsx';

/** Minimum number of lines on each side of a page break. */
const TOGETHER = 4;
/** Code of at most this many lines is not split. */
const WHOLE_CODE = 9;
/** Code to be pasted is not split if it fits on a page. */
const ON_ONE_PAGE = 50;

/**
 * Monospaced lines, unchanged. The renderer drops leading spaces, so they are drawn as no-break spaces, and such a line
 * carries its exact text: copying it gives the spaces that YAML and Python need. The pieces of a wrapped line are
 * one text in the same way.
 */
export function CodeLines({
  children,
  size,
  color = INK.text,
}: {
  children: readonly CodeLine[];
  size: number;
  color?: string;
}): ReactNode {
  const { mono } = useFonts();
  const style = { fontFamily: mono, fontSize: size, lineHeight: CODE_LINE, color };
  return children.map(({ text, part, whole }, index) => {
    const inked = text.trimStart();
    const line = (
      <Text key={index} style={style}>
        {inked === '' ? ' ' : NO_BREAK_SPACE.repeat(text.length - inked.length) + inked}
      </Text>
    );
    if (part === 'whole' && (inked === '' || inked === text)) return line;
    // The first piece carries the whole line, the others nothing: readers place a text where its first piece is.
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

/** At most this many lines, then one that says how many there are. */
export function codeLines(text: string, width: number, size: number, maxLines: number): CodeLine[] {
  const all = wrapCode(text, monoColumns(width, size));
  if (all.length <= maxLines + 1) return all;
  const rest = `… ${all.length - maxLines} more lines are not printed; the JSON report has all of them.`;
  return [...all.slice(0, maxLines), { text: rest, part: 'whole', whole: rest }];
}

const CODE_SIDE = 8;
const CODE_PAD = 5;
const CODE_RULE = 2;

/** Code and evidence on a tinted background, with a rule at the left. */
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
