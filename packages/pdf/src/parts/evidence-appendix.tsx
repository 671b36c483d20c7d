import { View } from '@react-pdf/renderer';
import type { ScanReport } from '@palisade/report/report';
import { CHECK_SECTIONS } from '@palisade/report/check-sections';
import type { ReactNode } from 'react';
import { evidenceLines } from '../evidence-lines.ts';
import { type PrintedResult, SECTION_TITLES } from '../printed-report.ts';
import { CONTENT_WIDTH, INK } from '../theme.ts';
import { EVIDENCE_SHOWN } from './finding.tsx';
import { ChapterTitle, Code, CodeBlock, Heading, Prose } from './text.tsx';

/** Lines of one section's evidence that are printed: about five pages. */
const LINES_PER_SECTION = 320;

/** What the judgements rest on: headers as received, then what each section holds besides its checks. */
export function EvidenceAppendix({
  report,
  results,
}: {
  report: ScanReport;
  results: readonly PrintedResult[];
}): ReactNode {
  const long = results.filter((result) => result.evidence.length > EVIDENCE_SHOWN);
  const headers = Object.entries(report.headers).filter(([, entry]) => entry.value !== null);
  return (
    <View break>
      <ChapterTitle
        id="evidence"
        title="Appendix: evidence"
        lead="Values as received. Characters that cannot be printed safely are written as \u{…} code points."
      />
      <Heading mark="Response headers">Response headers judged</Heading>
      {headers.length === 0 ? <Prose>None of the headers that were looked for was sent.</Prose> : null}
      {headers.map(([name, entry]) => (
        <View key={name} style={{ marginBottom: 5 }}>
          <View minPresenceAhead={24}>
            <Code width={CONTENT_WIDTH} colour={INK.accent}>
              {name}
            </Code>
          </View>
          <CodeBlock width={CONTENT_WIDTH} maxLines={160}>
            {entry.value ?? ''}
          </CodeBlock>
        </View>
      ))}
      {long.map((result) => (
        <View key={result.id}>
          <Heading mark={result.title}>{`${result.title}: all observations`}</Heading>
          <CodeBlock width={CONTENT_WIDTH} maxLines={600}>
            {result.evidence.join('\n')}
          </CodeBlock>
        </View>
      ))}
      {CHECK_SECTIONS.map((section) => {
        const { checks: _judged, ...evidence } = report[section] ?? { checks: [] };
        if (Object.keys(evidence).length === 0) return null;
        return (
          <View key={section}>
            <Heading mark={SECTION_TITLES[section]}>{SECTION_TITLES[section]}</Heading>
            <CodeBlock width={CONTENT_WIDTH} maxLines={LINES_PER_SECTION}>
              {evidenceLines(evidence).join('\n')}
            </CodeBlock>
          </View>
        );
      })}
    </View>
  );
}
