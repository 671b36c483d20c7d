import { Text, View } from '@react-pdf/renderer';
import type { ReactNode } from 'react';
import type { Severity } from '@palisade/report/check';
import type { Result } from '@palisade/report/findings';
import type { Block } from '../flow.ts';
import { CONTENT_WIDTH, INK, REMARK, SEVERITY, STATUS, TYPE } from '../theme.ts';
import { tagged } from '../tagged/tag.ts';
import { monoColumns, wrapCode, wrapProse } from '../wrap-text.ts';
import { CODE_LINE, codeLines, CodeLines } from './code.tsx';
import { fixed, Label, LABEL_HEIGHT, lineHeight, Lines, sideBySide } from './text.tsx';

const MONO_SIZE = 8;
const BETWEEN = 8;

export interface Column {
  title: string;
  width: number;
  align?: 'left' | 'right';
  mono?: boolean;
}

export type Cell = string | Words | readonly Words[] | typeof BLANK;

interface Words {
  text: string;
  color: string;
  bold?: boolean;
}

/** To be filled in by hand or in the reader's program. */
export const BLANK = null;
const BLANK_HEIGHT = 18;

/** Rows are not split, and none stands alone. The head is repeated on every page of the table. */
export function table(columns: readonly Column[], rows: readonly (readonly Cell[])[]): Block[] {
  const group = nextGroup('table');
  const head = headRow(columns, group);
  const body = rows.map((row): Block => ({ ...bodyRow(columns, row, group), head }));
  const paired = (index: number) => index < body.length - 1 && (index === 0 || index === body.length - 2);
  return [{ ...head, keepNext: true }, ...body.map((row, index) => (paired(index) ? { ...row, keepNext: true } : row))];
}

function headRow(columns: readonly Column[], group: string): Block {
  const titles = columns.map(({ title, width }) => wrapProse(title, width - BETWEEN, TYPE.label.fontSize, 600));
  const height = Math.max(...titles.map((own) => own.length)) * lineHeight(TYPE.label) + 3.8;
  const style = {
    flexDirection: 'row',
    minHeight: height,
    alignItems: 'flex-end',
    borderBottomWidth: 0.8,
    borderBottomColor: INK.faint,
  } as const;
  return fixed(
    height,
    <View {...tagged({ as: 'TR', group, once: group })} style={style}>
      {columns.map((column, at) => (
        <View
          key={column.title}
          {...tagged({ as: 'TH', scope: 'Column' })}
          style={{ width: column.width, paddingRight: BETWEEN }}
        >
          <Lines style={{ ...TYPE.label, color: INK.soft, textAlign: column.align ?? 'left' }}>
            {titles[at] ?? []}
          </Lines>
        </View>
      ))}
    </View>,
  );
}

function bodyRow(columns: readonly Column[], row: readonly Cell[], group: string): Block {
  const cells = columns.map((column, at) => {
    const cell = row[at];
    if (cell === BLANK || cell === undefined) return blankCell(column.width);
    const parts = typeof cell === 'string' ? [{ text: cell, color: INK.text }] : 'text' in cell ? [cell] : cell;
    const inside = column.width - BETWEEN;
    if (column.mono) {
      const own = parts.flatMap(({ text }) => wrapCode(text, monoColumns(inside, MONO_SIZE)));
      const height = own.length * MONO_SIZE * CODE_LINE;
      return {
        tag: { as: 'TD' as const },
        width: column.width,
        height,
        content: <CodeLines size={MONO_SIZE}>{own}</CodeLines>,
      };
    }
    const set = parts.map(({ text, color, bold = false }: Words) => {
      const type = bold ? TYPE.strong : TYPE.cell;
      const own = wrapProse(text, inside, type.fontSize, bold ? 600 : 400);
      return { own, height: own.length * lineHeight(type), style: { ...type, color } };
    });
    return {
      tag: { as: 'TD' as const },
      width: column.width,
      height: set.reduce((sum, part) => sum + part.height, 0),
      content: (
        <View style={{ paddingRight: BETWEEN }}>
          {set.map(({ own, style }, index) => (
            <Lines key={index} style={{ ...style, textAlign: column.align ?? 'left' }}>
              {own}
            </Lines>
          ))}
        </View>
      ),
    };
  });
  return sideBySide(cells, { pad: 4, rule: true, tag: { as: 'TR', group } });
}

function blankCell(width: number) {
  const box = { height: BLANK_HEIGHT, marginRight: BETWEEN, borderWidth: 0.5, borderColor: INK.faint };
  return { tag: { as: 'TD' as const }, width, height: BLANK_HEIGHT, content: <View style={box} /> };
}

let groups = 0;

/** A name that no other table of any document has; it is not written to the file. */
function nextGroup(kind: string): string {
  groups += 1;
  return `${kind}-${groups}`;
}

const FACT_LABEL = 118;
const FACT_SIZE = 8;

/** Name and value in two columns: the facts of a scan. */
export function facts(list: readonly (readonly [label: string, value: string])[]): Block[] {
  const group = nextGroup('facts');
  return list.map(([label, value]) => {
    const own = codeLines(value, CONTENT_WIDTH - FACT_LABEL, FACT_SIZE, 20);
    const content = (
      <View style={{ paddingTop: 1 }}>
        <Label color={INK.soft}>{label}</Label>
      </View>
    );
    return sideBySide(
      [
        { tag: { as: 'TH', scope: 'Row' }, width: FACT_LABEL, height: LABEL_HEIGHT + 1, content },
        {
          tag: { as: 'TD' },
          width: CONTENT_WIDTH - FACT_LABEL,
          height: own.length * FACT_SIZE * CODE_LINE,
          content: <CodeLines size={FACT_SIZE}>{own}</CodeLines>,
        },
      ],
      { pad: 4, rule: true, tag: { as: 'TR', group } },
    );
  });
}

export const TAG_HEIGHT = 13;

export function SeverityTag({ severity }: { severity: Severity }): ReactNode {
  const { word, color } = SEVERITY[severity];
  return (
    <View style={{ flexDirection: 'row' }}>
      <Text
        style={{
          fontSize: 8,
          fontWeight: 600,
          color: INK.white,
          backgroundColor: color,
          paddingVertical: 2,
          paddingHorizontal: 6,
          borderRadius: 2,
        }}
      >
        {word}
      </Text>
    </View>
  );
}

export function statusCell({ status, remark }: Pick<Result, 'status' | 'remark'>): Cell {
  const { word, color } = remark ? REMARK : STATUS[status];
  return { text: word, color, bold: true };
}
