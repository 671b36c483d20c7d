import { Text, View } from '@react-pdf/renderer';
import { counted } from '@palisade/report/counted';
import type { ScanReport } from '@palisade/report/report';
import { SECTION_TITLES, SHOWN_SECTIONS } from '@palisade/report/check-sections';
import { isIssue, type Result } from '@palisade/report/findings';
import { provisionalNote } from '@palisade/report/provisional';
import type { ReactNode } from 'react';
import { type Block, kept } from '../flow.ts';
import { hostOf } from '../words.ts';
import { CONTENT_WIDTH, INK, SEVERITY, TYPE } from '../theme.ts';
import { cutProse } from '../wrap-text.ts';
import { ScoreRing } from './score-ring.tsx';
import { table } from './tables.tsx';
import { gap, heading, lineHeight, Prose, proseHeight, sideBySide, TextLink } from './text.tsx';

export interface Paragraph {
  text: string;
  color?: string;
}

/** The grade, with a first summary to its right. */
export function nextToRing(report: ScanReport, size: number, paragraphs: readonly Paragraph[]): Block {
  const [left, between] = [size + 22, 4];
  const width = CONTENT_WIDTH - left;
  const height = paragraphs.reduce((sum, { text }) => sum + proseHeight(text, width, TYPE.body) + between, 0);
  const words = paragraphs.map(({ text, color = INK.text }) => (
    <View key={text} style={{ marginBottom: between }}>
      <Prose width={width} color={color}>
        {text}
      </Prose>
    </View>
  ));
  return sideBySide(
    [
      { width: left, height: size, content: <ScoreRing report={report} size={size} /> },
      { width, height, content: words },
    ],
    { align: 'center' },
  );
}

export function verdict(report: ScanReport, results: readonly Result[], issues: readonly Result[]): Paragraph[] {
  const unknown = results.filter((result) => result.status === 'unknown').length;
  const run = results.length - unknown;
  const counts = (['critical', 'important', 'minor'] as const)
    .map((severity) => [severity, issues.filter((issue) => issue.severity === severity).length] as const)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count} ${severity}`);
  const found =
    issues.length === 0
      ? `No issue was observed in the ${counted(run, 'check')} that ran.`
      : `${counted(issues.length, 'issue')} observed in ${counted(run, 'check')}: ${counts.join(', ')}.`;
  const provisional = provisionalNote(report);
  const paragraphs = [
    `${hostOf(report.url)} scores ${report.score} of 100, grade ${report.grade}. ${found}`,
    ...(provisional === null ? [] : [provisional]),
    ...report.score_caps.map((cap) => `The score cannot exceed ${cap.max_score} because of: ${cap.reason}.`),
  ];
  if (unknown > 0) {
    const reasons = unknown === 1 ? 'The reason is' : 'The reasons are';
    paragraphs.push(`${counted(unknown, 'check')} could not be completed. ${reasons} listed under “Not assessed”.`);
  }
  return paragraphs.map((text) => ({ text }));
}

/** The result of each area of the scan. An area that is missing from the report was not part of the scan. */
export function areas(results: readonly Result[]): Block[] {
  const rows = SHOWN_SECTIONS.flatMap((section) => {
    const own = results.filter((result) => result.section === section);
    if (own.length === 0) return [];
    const unknown = own.filter((result) => result.status === 'unknown').length;
    const issues = own.filter(isIssue);
    const lost = issues.reduce((sum, issue) => sum + issue.deduction, 0);
    return [
      [
        SECTION_TITLES[section],
        String(own.length - unknown),
        issues.length === 0 ? '–' : { text: String(issues.length), color: SEVERITY.critical.color, bold: true },
        unknown === 0 ? '–' : String(unknown),
        lost === 0 ? '–' : `−${lost}`,
      ],
    ];
  });
  return table(
    [
      { title: 'Area', width: CONTENT_WIDTH - 4 * 72 },
      { title: 'Checks run', width: 72, align: 'right' },
      { title: 'Issues', width: 72, align: 'right' },
      { title: 'Not assessed', width: 72, align: 'right' },
      { title: 'Points', width: 72, align: 'right' },
    ],
    rows,
  );
}

const PAGE_NUMBER = 30;

/** The contents, in two columns of links with page numbers, which are known before they are drawn. */
export function contents(
  entries: readonly (readonly [id: string, title: string])[],
  pageOf: ReadonlyMap<string, number>,
): Block[] {
  const half = CONTENT_WIDTH / 2;
  const width = half - PAGE_NUMBER - 12;
  const height = lineHeight(TYPE.body);
  const link = ([id, title]: readonly [string, string]) => ({
    tag: { as: 'TOCI' as const, group: 'contents', groupAs: 'TOC' as const },
    width: half,
    height,
    content: <Entry title={cutProse(title, width, TYPE.body.fontSize)} id={id} width={width} pageOf={pageOf} />,
  });
  const rows = entries.flatMap((entry, index) => {
    if (index % 2 === 1) return [];
    const right = entries[index + 1];
    return [sideBySide([link(entry), ...(right === undefined ? [] : [link(right)])])];
  });
  return [gap(14), ...heading('In this report'), ...kept(rows)];
}

function Entry({
  id,
  title,
  width,
  pageOf,
}: {
  id: string;
  title: string;
  width: number;
  pageOf: ReadonlyMap<string, number>;
}): ReactNode {
  return (
    <View style={{ flexDirection: 'row' }}>
      <View style={{ width }}>
        <TextLink href={`#${id}`} style={TYPE.body}>
          {title}
        </TextLink>
      </View>
      <Text style={{ ...TYPE.body, width: PAGE_NUMBER, color: INK.soft, textAlign: 'right' }}>
        {String(pageOf.get(id) ?? '')}
      </Text>
    </View>
  );
}
