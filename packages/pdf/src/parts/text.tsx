import { Link, Text, View } from '@react-pdf/renderer';
import type { ReactNode } from 'react';
import { useFonts } from '../fonts-context.ts';
import { CONTENT_WIDTH, INK, TYPE } from '../theme.ts';
import { fitProse, MONO_EM, monoColumns, wrapMono } from '../wrap-text.ts';

/** A chapter's first line: also its bookmark and the target of links. */
export function ChapterTitle({ id, title, lead }: { id: string; title: string; lead?: string }): ReactNode {
  return (
    // The type knows `bookmark` on Page only; the renderer takes it on every node.
    <View id={id} {...bookmark(title)} style={{ marginBottom: 14 }} minPresenceAhead={80}>
      <View style={{ width: 26, height: 3, backgroundColor: INK.accent, marginBottom: 8 }} />
      <Text style={{ ...TYPE.title, color: INK.night }}>{title}</Text>
      {lead === undefined ? null : (
        <View style={{ marginTop: 4 }}>
          <Prose colour={INK.soft}>{lead}</Prose>
        </View>
      )}
    </View>
  );
}

export function Heading({ children, id, mark }: { children: string; id?: string; mark?: string }): ReactNode {
  return (
    <View
      {...(id === undefined ? {} : { id })}
      {...(mark === undefined ? {} : bookmark(mark))}
      minPresenceAhead={60}
      style={{ marginTop: 12, marginBottom: 6 }}
    >
      <Fitted width={CONTENT_WIDTH} style={{ ...TYPE.heading, color: INK.night }}>
        {children}
      </Fitted>
    </View>
  );
}

export function Prose({
  children,
  width = CONTENT_WIDTH,
  colour = INK.text,
  size = 'body',
  gap = 0,
}: {
  children: string;
  width?: number;
  colour?: string;
  size?: 'body' | 'small' | 'tiny';
  gap?: number;
}): ReactNode {
  const lines = fitProse(children, width, TYPE[size].fontSize);
  return lines.map((line, index) => (
    <Text
      key={index}
      style={{ ...TYPE[size], color: colour, marginBottom: index === lines.length - 1 ? gap : 0 }}
      orphans={2}
      widows={2}
    >
      {line || ' '}
    </Text>
  ));
}

export function Label({ children, colour = INK.faint }: { children: string; colour?: string }): ReactNode {
  return <Text style={{ ...TYPE.label, color: colour, marginBottom: 2 }}>{children.toUpperCase()}</Text>;
}

/** Monospaced text as it was, broken at fixed columns: a node a line, because the renderer drops leading spaces. */
export function Code({
  children,
  width,
  colour = INK.text,
  maxLines = 400,
  size = TYPE.code.fontSize,
}: {
  children: string;
  width: number;
  colour?: string;
  maxLines?: number;
  size?: number;
}): ReactNode {
  const { mono } = useFonts();
  const all = wrapMono(children, monoColumns(width, size));
  const shown = all.slice(0, maxLines);
  return (
    <>
      {shown.map((line, index) => (
        <Text
          key={index}
          style={{
            fontFamily: mono,
            fontSize: size,
            lineHeight: 1.5,
            color: colour,
            paddingLeft: indentOf(line) * size * MONO_EM,
          }}
        >
          {line.trimStart() || ' '}
        </Text>
      ))}
      {all.length > shown.length ? (
        <Text style={{ ...TYPE.tiny, color: INK.soft, marginTop: 2 }}>
          {`… ${all.length - shown.length} more lines are not printed; the stored report holds them all.`}
        </Text>
      ) : null}
    </>
  );
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Blocks up to this many lines stay on one page. */
const UNBROKEN_LINES = 14;

export function CodeBlock({
  children,
  width,
  accent = INK.line,
  maxLines,
}: {
  children: string;
  width: number;
  accent?: string;
  maxLines?: number;
}): ReactNode {
  const lines = wrapMono(children, monoColumns(width - 19, TYPE.code.fontSize)).length;
  return (
    <View
      wrap={lines > UNBROKEN_LINES}
      style={{
        backgroundColor: INK.code,
        borderLeftWidth: 2,
        borderLeftColor: accent,
        paddingVertical: 5,
        paddingHorizontal: 8,
      }}
    >
      <Code width={width - 19} {...(maxLines === undefined ? {} : { maxLines })}>
        {children}
      </Code>
    </View>
  );
}

export function TextLink({ href, children, size = 9.2 }: { href: string; children: string; size?: number }): ReactNode {
  return (
    <Link src={href} style={{ fontSize: size, lineHeight: 1.5, color: INK.link, textDecoration: 'none' }}>
      {children}
    </Link>
  );
}

/**
 * Text with its line breaks set where a word is wider than the line. A node a line: a
 * newline inside a node is drawn as a box when the text beside it is in another script.
 */
export function Fitted({
  children,
  width,
  style,
}: {
  children: string;
  width: number;
  style: { fontSize: number; lineHeight: number; fontWeight?: 400 | 600 | 700; color?: string };
}): ReactNode {
  const lines = fitProse(children, width, style.fontSize, style.fontWeight);
  return lines.map((line, index) => (
    <Text key={index} style={style}>
      {line || ' '}
    </Text>
  ));
}

/** A property for react-pdf nodes whose types do not list it. */
export function bookmark(title: string): object {
  return { bookmark: title };
}
