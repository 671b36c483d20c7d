import { Text, View } from '@react-pdf/renderer';
import type { ReactNode } from 'react';
import type { CheckStatus, Severity } from '@palisade/report/check';
import { useFonts } from '../fonts-context.ts';
import { CONTENT_WIDTH, INK, SEVERITY, STATUS, TYPE } from '../theme.ts';
import { fitProse, monoColumns, wrapMono } from '../wrap-text.ts';
import { Code, Label } from './text.tsx';

const MONO_SIZE = 6.6;

export interface Column {
  title: string;
  width: number;
  align?: 'left' | 'right';
  mono?: boolean;
}

export type Cell = string | { text: string; colour: string; bold?: boolean };

/** Rows may not break inside; the head row repeats on every page the table reaches. */
export function Table({
  columns,
  rows,
}: {
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
}): ReactNode {
  const { mono, sans } = useFonts();
  return (
    <View>
      <View
        fixed
        style={{ flexDirection: 'row', borderBottomWidth: 0.8, borderBottomColor: INK.faint, paddingBottom: 3 }}
      >
        {columns.map((column) => (
          <View key={column.title} style={{ width: column.width, paddingRight: 8 }}>
            <Text style={{ ...TYPE.label, color: INK.soft, textAlign: column.align ?? 'left' }}>
              {column.title.toUpperCase()}
            </Text>
          </View>
        ))}
      </View>
      {rows.map((row, index) => (
        <View
          key={index}
          wrap={false}
          style={{ flexDirection: 'row', borderBottomWidth: 0.5, borderBottomColor: INK.line, paddingVertical: 4 }}
        >
          {columns.map((column, at) => {
            const cell = row[at] ?? '';
            const { text, colour, bold = false } = typeof cell === 'string' ? { text: cell, colour: INK.text } : cell;
            return (
              <View key={column.title} style={{ width: column.width, paddingRight: 8 }}>
                {(column.mono
                  ? wrapMono(text, monoColumns(column.width - 8, MONO_SIZE))
                  : fitProse(text, column.width - 8, 8, bold ? 600 : 400)
                ).map((line, lineNumber) => (
                  <Text
                    key={lineNumber}
                    style={{
                      fontFamily: column.mono ? mono : sans,
                      fontSize: column.mono ? MONO_SIZE : 8,
                      lineHeight: 1.4,
                      fontWeight: bold ? 600 : 400,
                      color: colour,
                      textAlign: column.align ?? 'left',
                    }}
                  >
                    {line || ' '}
                  </Text>
                ))}
              </View>
            );
          })}
        </View>
      ))}
    </View>
  );
}

/** Name and value in two columns: the facts of a scan. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: string])[] }): ReactNode {
  return (
    <View>
      {facts.map(([label, value]) => (
        <View
          key={label}
          style={{ flexDirection: 'row', borderBottomWidth: 0.5, borderBottomColor: INK.line, paddingVertical: 4 }}
        >
          <View style={{ width: 118, paddingTop: 1 }}>
            <Label colour={INK.soft}>{label}</Label>
          </View>
          <View style={{ width: CONTENT_WIDTH - 118 }}>
            <Code width={CONTENT_WIDTH - 118} size={8}>
              {value}
            </Code>
          </View>
        </View>
      ))}
    </View>
  );
}

export function SeverityTag({ severity }: { severity: Severity }): ReactNode {
  const { word, colour } = SEVERITY[severity];
  return (
    <Text
      style={{
        fontSize: 7,
        fontWeight: 600,
        color: INK.white,
        backgroundColor: colour,
        paddingVertical: 2,
        paddingHorizontal: 6,
        borderRadius: 2,
      }}
    >
      {word}
    </Text>
  );
}

export function statusCell(status: CheckStatus): Cell {
  return { text: STATUS[status].word, colour: STATUS[status].colour, bold: true };
}
