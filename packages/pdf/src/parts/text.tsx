import { Link, Text, View } from '@react-pdf/renderer';
import type { ReactNode } from 'react';
import { useFonts } from '../fonts-context.ts';
import { CONTENT_WIDTH, INK, TYPE } from '../theme.ts';
import { fitProse, monoColumns, wrapMono } from '../wrap-text.ts';

/** A chapter's first line: also its bookmark and the target of links. */
export function ChapterTitle({ id, title, lead }: { id: string; title: string; lead?: string }): ReactNode {
  return (
    // The type knows `bookmark` on Page only; the renderer takes it on every node.
    <View id={id} {...bookmark(title)} style={{ marginBottom: 14 }} minPresenceAhead={80}>
      <View style={{ width: 26, height: 3, backgroundColor: INK.accent, marginBottom: 8 }} />
      <Text style={{ ...TYPE.title, color: INK.night }}>{title}</Text>
      {lead === undefined ? null : (
        <Text style={{ ...TYPE.body, color: INK.soft, marginTop: 4 }}>{fitProse(lead, CONTENT_WIDTH, 9.2)}</Text>
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
      <Text style={{ ...TYPE.heading, color: INK.night }}>{fitProse(children, CONTENT_WIDTH, 12.5, 700)}</Text>
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
  const style = TYPE[size];
  return (
    <Text style={{ ...style, color: colour, marginBottom: gap }} orphans={2} widows={2}>
      {fitProse(children, width, style.fontSize)}
    </Text>
  );
}

export function Label({ children, colour = INK.faint }: { children: string; colour?: string }): ReactNode {
  return <Text style={{ ...TYPE.label, color: colour, marginBottom: 2 }}>{children.toUpperCase()}</Text>;
}

/** Lines of code in one text node: short enough that laying one out again after a page break stays cheap. */
const LINES_PER_NODE = 30;

/** Monospaced text as it was, broken at fixed columns. */
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
  const chunks: string[] = [];
  for (let at = 0; at < shown.length; at += LINES_PER_NODE) {
    // An empty line needs a character, or the renderer drops it.
    chunks.push(
      shown
        .slice(at, at + LINES_PER_NODE)
        .map((line) => line || ' ')
        .join('\n'),
    );
  }
  return (
    <>
      {chunks.map((chunk, index) => (
        <Text key={index} style={{ fontFamily: mono, fontSize: size, lineHeight: 1.5, color: colour }}>
          {chunk}
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
  return (
    <View
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

/** A property for react-pdf nodes whose types do not list it. */
export function bookmark(title: string): object {
  return { bookmark: title };
}
