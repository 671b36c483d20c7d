import { Image, Page, Text, View } from '@react-pdf/renderer';
import type { ScanReport } from '@palisade/report/report';
import type { ReactNode } from 'react';
import { useFonts } from '../fonts-context.ts';
import type { PrintedLine } from '../printer.ts';
import { hostOf, longDate } from '../words.ts';
import type { Mark } from '../outline.ts';
import { CONTENT_WIDTH, INK, PAGE, SEVERITY, TYPE } from '../theme.ts';
import { tagged } from '../tagged/tag.ts';
import { wrapProse } from '../wrap-text.ts';
import { Foot, type PageNumber, type Running, SHEET } from './page-frame.tsx';
import { ScoreRing } from './score-ring.tsx';
import { Label, Lines, Prose } from './text.tsx';

export interface CoverText {
  kind: PrintedLine;
  subtitle: PrintedLine;
  preparedFor: PrintedLine | null;
  preparedBy: PrintedLine;
  /** A PNG written by `prepareLogo`, and its size in points. */
  logo: { png: Uint8Array; width: number; height: number } | null;
  /** The host as its visitors read it, if its name is internationalized. */
  unicodeHost: PrintedLine | null;
  /** Small print about transliterated names. */
  nameNote: PrintedLine | null;
  disclaimer: PrintedLine;
}

const PANEL = 470;
const TEXT_WIDTH = CONTENT_WIDTH;

export function Cover({
  report,
  running,
  text,
  mark,
  number,
}: {
  report: ScanReport;
  running: Running;
  text: CoverText;
  mark: Mark;
  number: PageNumber;
}): ReactNode {
  const { sans } = useFonts();
  const host = hostOf(report.url);
  const size = hostSize(host);
  return (
    <Page size="A4" wrap={false} style={{ ...SHEET, fontFamily: sans, color: INK.text }} bookmark={mark}>
      <View style={{ height: PANEL, backgroundColor: INK.night, paddingHorizontal: PAGE.margin, paddingTop: 54 }}>
        <View style={{ flexDirection: 'row', alignItems: 'center' }}>
          <Mark />
          <Text style={{ fontSize: 12, fontWeight: 600, color: INK.white, marginLeft: 9 }}>
            {running.title.split(' · ')[0] ?? ''}
          </Text>
        </View>
        <View style={{ marginTop: 66 }}>
          <Text style={{ fontSize: 10, letterSpacing: 0.7, fontWeight: 600, color: '#5fb8b2' }}>
            {text.kind.toUpperCase()}
          </Text>
          <View {...tagged({ as: 'H1' })} style={{ marginTop: 8 }}>
            <Lines style={{ fontSize: size, lineHeight: 1.2, fontWeight: 700, color: INK.white }}>
              {wrapProse(host, TEXT_WIDTH, size, 700)}
            </Lines>
          </View>
          {text.unicodeHost === null ? null : (
            <Text style={{ fontSize: 13, lineHeight: 1.5, color: INK.white, marginTop: 4 }}>{text.unicodeHost}</Text>
          )}
          <Text style={{ fontSize: 10.5, lineHeight: 1.5, color: INK.nightSoft, marginTop: 8 }}>{text.subtitle}</Text>
        </View>
        <View style={{ flexDirection: 'row', alignItems: 'center', marginTop: 40 }}>
          <ScoreRing report={report} size={132} onDark />
          <View style={{ marginLeft: 34, flexDirection: 'row' }}>
            {(['critical', 'important', 'minor'] as const).map((severity) => (
              <View
                key={severity}
                style={{ width: 92, borderLeftWidth: 2, borderLeftColor: SEVERITY[severity].color, paddingLeft: 10 }}
              >
                <Text style={{ fontSize: 24, lineHeight: 1.2, fontWeight: 700, color: INK.white }}>
                  {String(report.issue_counts[severity])}
                </Text>
                <Text style={{ fontSize: 9, lineHeight: 1.4, color: INK.nightSoft }}>{SEVERITY[severity].word}</Text>
              </View>
            ))}
          </View>
        </View>
      </View>
      <View style={{ paddingHorizontal: PAGE.margin, paddingTop: 34 }}>
        <View style={{ flexDirection: 'row' }}>
          {text.preparedFor === null ? null : <Named label="Prepared for" value={text.preparedFor} />}
          <Named label="Prepared by" value={text.preparedBy} />
        </View>
        {text.logo === null ? null : <Logo logo={text.logo} of={text.preparedFor} />}
        {text.nameNote === null ? null : (
          <View style={{ marginTop: 4 }}>
            <Prose type={TYPE.tiny} color={INK.soft}>
              {text.nameNote}
            </Prose>
          </View>
        )}
        <View style={{ flexDirection: 'row', marginTop: 20 }}>
          <Named label="Scan date" value={longDate(report.scanned_at)} small />
          <Named label="Report" value={report.scan_id} small />
        </View>
        <View style={{ marginTop: 26, borderTopWidth: 0.6, borderTopColor: INK.line, paddingTop: 10 }}>
          <Prose type={TYPE.small} color={INK.soft}>
            {text.disclaimer}
          </Prose>
        </View>
      </View>
      <Foot running={running} number={number} />
    </Page>
  );
}

function Logo({ logo, of }: { logo: NonNullable<CoverText['logo']>; of: string | null }): ReactNode {
  const { png, width, height } = logo;
  return (
    <Image
      {...tagged({ as: 'Figure', alt: of === null ? 'Logo of the client' : `Logo of ${of}` })}
      src={{ data: Buffer.from(png), format: 'png' }}
      style={{ width, height, marginTop: 8, marginBottom: 4 }}
    />
  );
}

function Named({ label, value, small = false }: { label: string; value: string; small?: boolean }): ReactNode {
  const size = small ? 9 : value.length > 44 ? 10 : 13;
  const weight = small ? 400 : 600;
  return (
    <View style={{ width: TEXT_WIDTH / 2, paddingRight: 16 }}>
      <Label>{label}</Label>
      <Lines style={{ fontSize: size, lineHeight: 1.35, fontWeight: weight, color: INK.night, ...directionOf(value) }}>
        {wrapProse(value, TEXT_WIDTH / 2 - 16, size, weight)}
      </Lines>
    </View>
  );
}

/** The first letter decides, as in a browser with `dir=auto`: otherwise a bracket or full stop moves to the wrong end. */
function directionOf(name: string): { direction?: 'rtl'; textAlign?: 'left' } {
  const first = /\p{L}/u.exec(name)?.[0] ?? '';
  return /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(first) ? { direction: 'rtl', textAlign: 'left' } : {};
}

/** Three stakes and a rail. */
function Mark(): ReactNode {
  const stake = (height: number) => (
    <View
      style={{
        width: 4,
        height,
        backgroundColor: '#5fb8b2',
        marginRight: 2.5,
        borderTopLeftRadius: 2,
        borderTopRightRadius: 2,
      }}
    />
  );
  return (
    <View style={{ flexDirection: 'row', alignItems: 'flex-end', height: 18 }}>
      {stake(13)}
      {stake(18)}
      {stake(13)}
    </View>
  );
}

function hostSize(host: string): number {
  if (host.length <= 22) return 30;
  if (host.length <= 34) return 23;
  return host.length <= 80 ? 16 : 11;
}
