import { Page, Text, View } from '@react-pdf/renderer';
import type { ReactNode } from 'react';
import { useFonts } from '../fonts-context.ts';
import { INK, PAGE, TYPE } from '../theme.ts';

export interface Running {
  /** Left of the head. */
  title: string;
  host: string;
  /** Foot: identity of the evidence, on every page. */
  sha256: string;
  engine: string;
  time: string;
}

/** A page with running head and foot. No `lineHeight` here, nor on any ancestor of the page number. */
export function PageFrame({ running, children }: { running: Running; children: ReactNode }): ReactNode {
  const { sans } = useFonts();
  return (
    <Page
      size="A4"
      style={{
        fontFamily: sans,
        color: INK.text,
        paddingTop: PAGE.top,
        paddingBottom: PAGE.bottom,
        paddingHorizontal: PAGE.margin,
      }}
    >
      <View
        fixed
        style={{
          position: 'absolute',
          top: 26,
          left: PAGE.margin,
          right: PAGE.margin,
          flexDirection: 'row',
          justifyContent: 'space-between',
        }}
      >
        <Text style={{ fontSize: 7.5, fontWeight: 600, color: INK.soft }}>{running.title}</Text>
        <Text style={{ fontSize: 7.5, color: INK.faint, maxWidth: 300 }}>{shorten(running.host, 60)}</Text>
      </View>
      <Foot running={running} />
      {children}
    </Page>
  );
}

export function Foot({ running, onDark = false }: { running: Running; onDark?: boolean }): ReactNode {
  const { mono } = useFonts();
  const colour = onDark ? INK.nightSoft : INK.faint;
  return (
    <View
      fixed
      style={{
        position: 'absolute',
        bottom: 24,
        left: PAGE.margin,
        right: PAGE.margin,
        borderTopWidth: 0.6,
        borderTopColor: onDark ? INK.nightLine : INK.line,
        paddingTop: 6,
        flexDirection: 'row',
        justifyContent: 'space-between',
      }}
    >
      <View>
        <Text style={{ fontFamily: mono, fontSize: 6.2, color: colour }}>{`evidence sha256 ${running.sha256}`}</Text>
        <Text
          style={{ fontSize: TYPE.tiny.fontSize - 0.8, color: colour, marginTop: 2 }}
        >{`${running.time}  ·  engine ${running.engine}`}</Text>
      </View>
      <Text
        style={{ fontSize: 7.5, color: colour }}
        render={({ pageNumber, totalPages }) => `Page ${pageNumber} of ${totalPages}`}
      />
    </View>
  );
}

export function shorten(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const half = Math.floor((length - 1) / 2);
  return `${characters.slice(0, half).join('')}…${characters.slice(-half).join('')}`;
}
