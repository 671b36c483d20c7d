import { Link, Text, View } from '@react-pdf/renderer';
import type { ReactElement, ReactNode } from 'react';
import type { Block } from '../flow.ts';
import type { Mark } from '../outline.ts';
import { CONTENT_WIDTH, INK, TYPE, type TypeStyle } from '../theme.ts';
import { actualText, tagged, type Tag } from '../tagged/tag.ts';
import { wrapProse } from '../wrap-text.ts';

/** Minimum number of lines on each side of a page break. */
const TOGETHER = 2;

export function lineHeight({ fontSize, lineHeight: factor }: TypeStyle): number {
  return fontSize * factor;
}

export function gap(height: number): Block {
  return { height, gap: true, draw: () => <View style={{ height }} /> };
}

/**
 * A block that is drawn as it is and not split. Everywhere, `minHeight` is used: if a box is too low by a
 * rounding error, the renderer leaves out the last line of its text.
 */
export function fixed(height: number, content: ReactNode, more: Partial<Block> = {}): Block {
  return { height, draw: () => <View style={{ minHeight: height }}>{content}</View>, ...more };
}

/** Lines of equal height; a page break may fall between any two. */
export function lines(
  count: number,
  { height, pad, together, whole }: { height: number; pad: number; together: number; whole: number },
  draw: (from: number, to: number) => ReactNode,
): Block {
  const piece = (from: number, to: number): Block => {
    const block = fixed((to - from) * height + 2 * pad, draw(from, to));
    if (to - from < 2 * together || count <= whole) return block;
    return {
      ...block,
      least: together * height + 2 * pad,
      part: (room) => {
        const fitting = Math.floor((room - 2 * pad + 0.01) / height);
        const middle = from + Math.max(together, Math.min(fitting, to - from - together));
        return [piece(from, middle), piece(middle, to)];
      },
    };
  };
  return piece(0, count);
}

export interface ProseStyle {
  width?: number;
  color?: string;
  type?: TypeStyle;
}

/** A paragraph, already in lines. */
export function prose(
  text: string,
  { width = CONTENT_WIDTH, color = INK.text, type = TYPE.body }: ProseStyle = {},
): Block {
  const broken = wrapProse(text, width, type.fontSize, type.fontWeight);
  return lines(broken.length, { height: lineHeight(type), pad: 0, together: TOGETHER, whole: 0 }, (from, to) => (
    <View {...tagged({ as: 'P' })}>
      <Lines style={{ ...type, color }}>{broken.slice(from, to)}</Lines>
    </View>
  ));
}

/** One node per line: a newline inside a node is set in a fallback font, and drawn as a box where two fonts meet. */
export function Lines({
  children,
  style,
}: {
  children: readonly string[];
  style: TypeStyle & { color: string; textAlign?: 'left' | 'right' };
}): ReactNode {
  return children.map((line, index) => {
    const text = (
      <Text key={index} style={style}>
        {drawn(line)}
      </Text>
    );
    return SHAPED.test(line) ? (
      <View key={index} {...actualText(line)}>
        {text}
      </View>
    ) : (
      text
    );
  });
}

/**
 * Scripts whose glyphs do not correspond one to one to letters: readers get the letters (Devanagari to Lao). Not Arabic and
 * Hebrew: readers reverse the glyph order of these themselves.
 */
const SHAPED = /[\u0900-\u0eff]/u;

/** Thai sara am is drawn as two glyphs; for each of them the renderer drops a letter at the end of the text. */
function drawn(line: string): string {
  return (line || ' ') + '\u00a0'.repeat([...line].filter((character) => character === '\u0e33').length);
}

/** Prose inside a block of known height: a cell or a row. */
export function Prose({
  children,
  width = CONTENT_WIDTH,
  color = INK.text,
  type = TYPE.body,
}: ProseStyle & { children: string }): ReactNode {
  return <Lines style={{ ...type, color }}>{wrapProse(children, width, type.fontSize, type.fontWeight)}</Lines>;
}

export function proseHeight(text: string, width: number, type: TypeStyle): number {
  return wrapProse(text, width, type.fontSize, type.fontWeight).length * lineHeight(type);
}

/** A chapter starts a page unless nearly half a page is left. */
const CHAPTER_NEEDS = 330;

/** A chapter's first lines; also its bookmark and the target of links. */
export function chapterTitle({
  id,
  title,
  lead,
  mark,
  needs = CHAPTER_NEEDS,
}: {
  id: string;
  title: string;
  lead?: string;
  mark: Mark;
  needs?: number;
}): Block[] {
  const leadLines = lead === undefined ? [] : wrapProse(lead, CONTENT_WIDTH, TYPE.body.fontSize);
  const height = 11 + lineHeight(TYPE.title) + (lead === undefined ? 0 : 4 + leadLines.length * lineHeight(TYPE.body));
  return [
    gap(30),
    {
      height,
      needs,
      keepNext: true,
      anchor: { id, mark },
      draw: () => (
        <View style={{ minHeight: height }}>
          <View style={{ width: 26, height: 3, backgroundColor: INK.accent, marginBottom: 8 }} />
          <Text {...tagged({ as: 'H1' })} style={{ ...TYPE.title, color: INK.night }}>
            {title}
          </Text>
          {leadLines.length === 0 ? null : (
            <View {...tagged({ as: 'P' })} style={{ marginTop: 4 }}>
              <Lines style={{ ...TYPE.body, color: INK.soft }}>{leadLines}</Lines>
            </View>
          )}
        </View>
      ),
    },
    gap(14),
  ];
}

export function heading(title: string, mark?: Mark): Block[] {
  return headed(title, { type: TYPE.heading, as: 'H2', before: 12, mark });
}

/** For text below a heading. */
export function subheading(title: string): Block[] {
  return headed(title, { type: TYPE.subheading, as: 'H3', before: 8, mark: undefined });
}

function headed(
  title: string,
  {
    type,
    as,
    before,
    mark,
  }: { type: TypeStyle & { fontWeight: number }; as: 'H2' | 'H3'; before: number; mark: Mark | undefined },
): Block[] {
  const broken = wrapProse(title, CONTENT_WIDTH, type.fontSize, type.fontWeight);
  const height = broken.length * lineHeight(type);
  return [
    gap(before),
    {
      height,
      keepNext: true,
      ...(mark === undefined ? {} : { anchor: { mark } }),
      draw: () => (
        <View {...tagged({ as })} style={{ minHeight: height }}>
          <Lines style={{ ...type, color: INK.night }}>{broken}</Lines>
        </View>
      ),
    },
    gap(as === 'H2' ? 6 : 4),
  ];
}

export const LABEL_HEIGHT = lineHeight(TYPE.label) + 2;

export function Label({ children, color = INK.faint }: { children: string; color?: string }): ReactNode {
  return <Text style={{ ...TYPE.label, color: color, marginBottom: 2 }}>{children}</Text>;
}

export function TextLink({
  href,
  children,
  style,
}: {
  href: string;
  children: string;
  style: TypeStyle & { color?: string };
}): ReactElement {
  return (
    <Link src={href} style={{ color: INK.link, textDecoration: 'none', ...style }}>
      {children}
    </Link>
  );
}

/** A row of cells next to each other, as high as the highest. */
export function sideBySide(
  cells: readonly { width: number; height: number; content: ReactNode; tag?: Tag }[],
  more: { pad?: number; rule?: boolean; align?: 'center' | 'flex-start'; tag?: Tag } = {},
): Block {
  const { pad = 0, rule = false, align = 'flex-start', tag } = more;
  const height = Math.max(...cells.map((cell) => cell.height)) + 2 * pad + (rule ? RULE : 0);
  return {
    height,
    draw: () => (
      <View
        {...(tag && tagged(tag))}
        style={{
          minHeight: height,
          flexDirection: 'row',
          alignItems: align,
          paddingVertical: pad,
          ...(rule ? { borderBottomWidth: RULE, borderBottomColor: INK.line } : {}),
        }}
      >
        {cells.map(({ width, content, tag: own }, index) => (
          <View key={index} {...(own && tagged(own))} style={{ width }}>
            {content}
          </View>
        ))}
      </View>
    ),
  };
}

const RULE = 0.5;
