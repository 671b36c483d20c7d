import { Text, View } from '@react-pdf/renderer';
import type { ScanReport } from '@palisade/report/report';
import type { ReactNode } from 'react';
import { type PrintedResult, utc } from '../printed-report.ts';
import { CONTENT_WIDTH, INK, SEVERITY } from '../theme.ts';
import { Facts, SeverityTag } from './tables.tsx';
import { ChapterTitle, Heading, Prose } from './text.tsx';

const METHOD = [
  'The scanner visited the address as an anonymous browser would: it followed redirects, read the headers and the page, opened TLS connections with several protocol versions, and asked public DNS. It sent no forms, logged in nowhere, ran no attack and tried no passwords.',
  'Everything it received was stored as evidence first; the judgements were then made from that evidence alone. The same evidence judged by the same engine gives this same report. The hash at the foot of every page identifies it.',
];

const LIMITS = [
  'One moment, one vantage point, one page: other pages, other visitors and other times may differ.',
  'What needs a login, an attack or inside knowledge was not tested: access rights, injection, business logic, stored data, backups, people.',
  'A check listed as not assessed says nothing either way.',
];

export function ScopeAndMethod({
  report,
  results,
}: {
  report: ScanReport;
  results: readonly PrintedResult[];
}): ReactNode {
  const unknown = results.filter((result) => result.status === 'unknown').length;
  return (
    <View break>
      <ChapterTitle id="scope" title="Scope and method" />
      <Facts
        facts={[
          ['Address', report.url],
          ['Ended at', report.final_url],
          ['HTTP status', String(report.status_code)],
          ['Scanned at', utc(report.scanned_at)],
          ['Duration', `${(report.duration_ms / 1000).toFixed(1)} s`],
          ['Checks', `${results.length - unknown} run, ${unknown} not assessed`],
          ['Engine', report.engine_version],
          ['Evidence SHA-256', report.evidence_sha256],
          ['Report', report.scan_id],
        ]}
      />
      {report.allowed_cidrs.length === 0 ? null : (
        <View style={{ marginTop: 8, backgroundColor: SEVERITY.important.wash, padding: 8 }}>
          <Prose size="small" width={CONTENT_WIDTH - 16}>
            {`The operator let this scan reach address ranges that are otherwise closed: ${report.allowed_cidrs.join(', ')}. The site may not be reachable from the Internet.`}
          </Prose>
        </View>
      )}
      <Heading>Method</Heading>
      {METHOD.map((paragraph) => (
        <Prose key={paragraph} gap={5}>
          {paragraph}
        </Prose>
      ))}
      <Heading>How the score is made</Heading>
      <Prose gap={5}>
        The score begins at 100. Each finding takes the points printed beside it, down to 0 at the least. Some findings
        also set a ceiling: a certificate that browsers refuse holds the grade at F. What could not be assessed takes no
        points.
      </Prose>
      <Prose gap={5}>A+ from 90, A from 80, B from 70, C from 60, D from 50, F below.</Prose>
      <Heading>Severities</Heading>
      {(['critical', 'important', 'minor'] as const).map((severity) => (
        <View key={severity} style={{ flexDirection: 'row', marginBottom: 5 }} wrap={false}>
          <View style={{ width: 66 }}>
            <View style={{ flexDirection: 'row' }}>
              <SeverityTag severity={severity} />
            </View>
          </View>
          <View style={{ width: CONTENT_WIDTH - 66 }}>
            <Prose width={CONTENT_WIDTH - 66}>{SEVERITY[severity].meaning}</Prose>
          </View>
        </View>
      ))}
      <Heading>Limits</Heading>
      {LIMITS.map((limit) => (
        <View key={limit} style={{ flexDirection: 'row', marginBottom: 3 }} wrap={false}>
          <Text style={{ width: 12, fontSize: 9.2, color: INK.accent }}>–</Text>
          <View style={{ width: CONTENT_WIDTH - 12 }}>
            <Prose width={CONTENT_WIDTH - 12}>{limit}</Prose>
          </View>
        </View>
      ))}
    </View>
  );
}
