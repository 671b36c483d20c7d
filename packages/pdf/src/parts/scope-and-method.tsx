import { counted } from '@palisade/report/counted';
import type { Result } from '@palisade/report/findings';
import { Text, View } from '@react-pdf/renderer';
import type { ScanReport } from '@palisade/report/report';
import type { Transcript } from '@palisade/report/transcript';
import { type Block, kept } from '../flow.ts';
import type { Mark } from '../outline.ts';
import { utc } from '../words.ts';
import { CONTENT_WIDTH, INK, SEVERITY, TYPE } from '../theme.ts';
import { facts, SeverityTag, TAG_HEIGHT } from './tables.tsx';
import { chapterTitle, fixed, gap, heading, lineHeight, Prose, prose, proseHeight, sideBySide } from './text.tsx';

const NOT_DONE = 'It submitted no forms, did not log in, ran no attacks and tried no passwords.';

const BASIS =
  'Every result is based only on the evidence: what the scanner received, with secrets masked. The same engine produces the same report from the same evidence. The hash at the bottom of every page is the SHA-256 of the evidence as canonical JSON (RFC 8785). If this document has attachments, they are the report as JSON and, as long as the service keeps it, the evidence.';

const SCORE = [
  'The score starts at 100. Each finding deducts the points shown next to it, to a minimum of 0. Some findings also cap the score: a certificate that browsers reject caps the grade at F. Checks that could not be assessed deduct nothing. If the scanner failed, the score is capped at what their worst results would leave.',
  'A+ from 90, A from 80, B from 70, C from 60, D from 50, F below.',
];

const LIMITS = [
  'The scan does not test anything that requires a login, an attack or internal knowledge: access rights, injection, business logic, stored data, backups, people.',
  'A check listed as not assessed is neither a pass nor a fail.',
];

export interface Scanned {
  report: ScanReport;
  results: readonly Result[];
  /** Null if the evidence is not kept. */
  transcript: Transcript | null;
}

export function scopeAndMethod({ report, results, transcript }: Scanned, mark: Mark): Block[] {
  const unknown = results.filter((result) => result.status === 'unknown').length;
  return [
    ...chapterTitle({ id: 'scope', title: 'Scope and method', mark }),
    ...facts([
      ['Address', report.url],
      ['Ended at', report.final_url],
      ['HTTP status', String(report.status_code)],
      ['Scan began', utc(report.scanned_at)],
      ['Scan ended', `${utc(endOf(report))}, after ${(report.duration_ms / 1000).toFixed(1)} s`],
      ...connected(transcript),
      ['Checks', `${results.length - unknown} run, ${unknown} not assessed`],
      ['Engine', report.engine_version],
      ['Evidence SHA-256', report.evidence_sha256],
      ['Scan', report.scan_id],
      ...(report.report_url === undefined ? [] : [['Report', report.report_url] as const]),
      ...(report.signature === undefined
        ? []
        : [['Signature', `${report.signature.alg}, key ${report.signature.kid}`] as const]),
    ]),
    ...(report.allowed_cidrs.length === 0 ? [] : [gap(8), openedRanges(report.allowed_cidrs)]),
    ...heading('Method'),
    ...[...method(report, results), BASIS].flatMap((paragraph) => [prose(paragraph), gap(5)]),
    ...heading('How the score is calculated'),
    ...SCORE.flatMap((paragraph) => [prose(paragraph), gap(5)]),
    ...heading('Severities'),
    ...kept(
      (['critical', 'important', 'minor'] as const).flatMap((severity) => [
        withSign(66, TAG_HEIGHT, <SeverityTag severity={severity} />, SEVERITY[severity].meaning),
        gap(5),
      ]),
    ),
    ...heading('Limits'),
    ...kept(
      [covered(report), ...unread(results), ...LIMITS].flatMap((limit) => [
        withSign(12, lineHeight(TYPE.body), <Text style={{ ...TYPE.body, color: INK.accent }}>–</Text>, limit),
        gap(3),
      ]),
    ),
  ];
}

function method({ dns, browser }: ScanReport, results: readonly Result[]): string[] {
  const run = results.filter(({ status }) => status !== 'unknown');
  const made = new Set(run.map(({ section }) => section));
  const steps = [
    'followed redirects',
    made.has('page_analysis') ? 'read the headers and the page' : 'read the headers',
    ...(made.has('cors') ? ['sent requests from other origins'] : []),
    // Without https, there is one result: that the port is closed.
    ...(run.some(({ id }) => id.startsWith('tls/') && id !== 'tls/https-available')
      ? ['opened TLS connections with several protocol versions']
      : []),
    ...((dns.mail_servers ?? []).length > 0 ? ['tested whether the domain’s mail servers support encryption'] : []),
    ...(made.has('dns') ? ['queried DNS'] : []),
  ];
  const visited = `The scanner visited the URL like an anonymous visitor: it ${steps.slice(0, -1).join(', ')}, and ${steps.at(-1)}. ${NOT_DONE}`;
  if (!browser?.looked) return [visited];
  const further = browser.pages.length - 1;
  const pages = further > 0 ? `the page and ${counted(further, 'further page')} of the site` : 'the page';
  return [
    visited,
    `A real browser (${browser.product ?? 'Chromium'}) also loaded ${pages} with all scripts, several times to test policies. It scrolled, opened menus and focused fields. ${NOT_DONE}`,
  ];
}

function covered({ browser }: ScanReport): string {
  const pages = browser?.pages.length ?? 0;
  const what = pages > 1 ? `one page, and what a browser saw on ${counted(pages, 'page')} of the site,` : 'one page,';
  return `The scan covers ${what} from one location, at one point in time. Results for other pages, visitors and times may differ.`;
}

/** Results of one address do not describe the others. */
export function unread(results: readonly Result[]): string[] {
  const evidence = results.find(({ id }) => id === 'dns/addresses')?.evidence ?? [];
  const count = evidence.filter((line) => line.startsWith('not scanned: ')).length;
  if (count === 0) return [];
  const others = count === 1 ? 'One more IP address of the host was' : `${count} more IP addresses of the host were`;
  return [`${others} not read. Headers, redirects and the page may differ there.`];
}

function endOf({ scanned_at, duration_ms }: ScanReport): string {
  return new Date(Date.parse(scanned_at) + duration_ms).toISOString();
}

function connected(transcript: Transcript | null): (readonly [string, string])[] {
  if (transcript === null) return [];
  const { addresses, user_agent: agent, exchanges } = transcript;
  return [
    ['Connected to', addresses.length === 0 ? 'not recorded' : addresses.join(', ')],
    ['User-Agent', agent ?? 'not recorded'],
    ['HTTP requests', `${exchanges.length} in the transcript of this report`],
  ];
}

function withSign(
  left: number,
  height: number,
  sign: Parameters<typeof sideBySide>[0][number]['content'],
  text: string,
) {
  const width = CONTENT_WIDTH - left;
  return sideBySide([
    { width: left, height, content: sign },
    { width, height: proseHeight(text, width, TYPE.body), content: <Prose width={width}>{text}</Prose> },
  ]);
}

function openedRanges(ranges: readonly string[]): Block {
  const shown =
    ranges.length <= 12
      ? ranges.join(', ')
      : `${ranges.slice(0, 12).join(', ')} and ${counted(ranges.length - 12, 'more range')}`;
  const text = `The operator allowed this scan to reach address ranges that are normally blocked: ${shown}. The site may not be reachable from the internet.`;
  const width = CONTENT_WIDTH - 16;
  const height = proseHeight(text, width, TYPE.small) + 16;
  return fixed(
    height,
    <View style={{ backgroundColor: SEVERITY.important.wash, padding: 8 }}>
      <Prose type={TYPE.small} width={width}>
        {text}
      </Prose>
    </View>,
  );
}
