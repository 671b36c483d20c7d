import { counted } from '@palisade/report/counted';
import type { ScanReport } from '@palisade/report/report';
import { CHECK_SECTIONS, SECTION_TITLES, type CheckSection } from '@palisade/report/check-sections';
import type { Exchange, Transcript } from '@palisade/report/transcript';
import type { Block } from '../flow.ts';
import { evidenceLines } from '../evidence-lines.ts';
import type { Mark, Outline } from '../outline.ts';
import { CONTENT_WIDTH, INK, TYPE } from '../theme.ts';
import { monoColumns, wrapCode } from '../wrap-text.ts';
import { EVIDENCE_SHOWN } from './finding.tsx';
import { CODE_LINE, codeBlock, CodeLines } from './code.tsx';
import type { Scanned } from './scope-and-method.tsx';
import { tlsEvidenceTables, withoutTlsTables } from './tls-evidence.tsx';
import { chapterTitle, fixed, gap, heading, prose } from './text.tsx';

/** Printed lines of one section's evidence: about two pages. */
const LINES_PER_SECTION = 120;
/** Already in the transcript. */
/** Printed in its own chapter. */
const ELSEWHERE: ReadonlySet<CheckSection> = new Set(['browser']);
const IN_TRANSCRIPT: ReadonlySet<CheckSection> = new Set(['redirects', 'dns', 'tls', 'security_txt', 'cors']);
const ANSWER_LINES = 60;

/** What the judgments are based on: the transcript of the scan, then the contents of the page. */
export function evidenceAppendix({ report, results, transcript }: Scanned, outline: Outline): Block[] {
  const long = results.filter((result) => result.evidence.length > EVIDENCE_SHOWN);
  const mark = outline.mark('Appendix: evidence');
  return [
    ...chapterTitle({
      id: 'evidence',
      title: 'Appendix: evidence',
      lead: 'Values as received, with secrets masked. Characters that cannot be printed safely appear as \\u{…} code points.',
      mark,
    }),
    ...(transcript === null ? headersJudged(report, outline, mark) : transcribed(transcript, report, outline, mark)),
    ...long.flatMap((result) => [
      ...heading(`${result.title}: all observations`, outline.mark(result.title, mark)),
      codeBlock(result.evidence.join('\n'), { width: CONTENT_WIDTH, maxLines: 600 }),
    ]),
    ...CHECK_SECTIONS.filter(
      (section) => !ELSEWHERE.has(section) && (transcript === null || !IN_TRANSCRIPT.has(section)),
    ).flatMap((section) => {
      const { checks: _judged, ...evidence } = report[section] ?? { checks: [] };
      if (Object.keys(evidence).length === 0) return [];
      const title = SECTION_TITLES[section];
      return [
        ...heading(title, outline.mark(title, mark)),
        ...(section === 'tls' ? tlsEvidenceTables(report.tls.details) : []),
        codeBlock(evidenceLines(section === 'tls' ? withoutTlsTables(report.tls) : evidence).join('\n'), {
          width: CONTENT_WIDTH,
          maxLines: LINES_PER_SECTION,
        }),
      ];
    }),
  ];
}

function transcribed({ exchanges, dns, tls }: Transcript, report: ScanReport, outline: Outline, mark: Mark): Block[] {
  return [
    ...heading('Requests and responses', outline.mark('Requests and responses', mark)),
    ...exchanges.flatMap((exchange, index) => [
      name(`${index + 1}. ${exchange.about}${exchange.address === null ? '' : `, connected to ${exchange.address}`}`),
      codeBlock(exchangeLines(exchange).join('\n'), { width: CONTENT_WIDTH, maxLines: 2 * ANSWER_LINES }),
      gap(5),
    ]),
    ...heading('TLS', outline.mark('TLS', mark)),
    codeBlock(tls.join('\n'), { width: CONTENT_WIDTH, maxLines: LINES_PER_SECTION }),
    ...tlsEvidenceTables(report.tls.details),
    ...heading('DNS queries and responses', outline.mark('DNS queries and responses', mark)),
    codeBlock(dns.join('\n'), { width: CONTENT_WIDTH, maxLines: LINES_PER_SECTION }),
  ];
}

/** As `curl -v` shows it: sent lines after ">", received lines after "<". */
function exchangeLines({ request, answer }: Exchange): string[] {
  const rest = answer.length - ANSWER_LINES;
  return [
    ...request.map((line) => `> ${line}`),
    ...answer.slice(0, ANSWER_LINES).map((line) => `< ${line}`),
    ...(rest > 0 ? [`… ${counted(rest, 'more line')} in evidence.json`] : []),
  ];
}

/** If the evidence itself is not kept. */
function headersJudged(report: ScanReport, outline: Outline, mark: Mark): Block[] {
  const headers = Object.entries(report.headers).filter(([, entry]) => entry.value !== null);
  return [
    ...heading('Checked response headers', outline.mark('Response headers', mark)),
    ...(headers.length === 0 ? [prose('The response has none of the checked headers.')] : []),
    ...headers.flatMap(([header, entry]) => [
      name(header),
      codeBlock(entry.value ?? '', { width: CONTENT_WIDTH, maxLines: 160 }),
      gap(5),
    ]),
  ];
}

function name(text: string): Block {
  const size = TYPE.code.fontSize;
  const own = wrapCode(text, monoColumns(CONTENT_WIDTH, size));
  return fixed(
    own.length * size * CODE_LINE,
    <CodeLines size={size} color={INK.accent}>
      {own}
    </CodeLines>,
    { keepNext: true },
  );
}
