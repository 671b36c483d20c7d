import { shownFix } from '@palisade/report/fix-parts';
import { isIssue, type Result } from '@palisade/report/findings';
import { ignoreFor } from '../gates/ignores.ts';
import { hostOf, provisionalReason, resultsIn, uncertainty, type SiteReport } from '../scanning/site-report.ts';
import type { FormatContext, MakeFormat } from './format.ts';
import { attributes, escaped, type Markup, markup } from './xml.ts';

/**
 * JUnit XML as Jenkins, GitLab and CircleCI read it: a suite for each site, a case for each check. Valid by both
 * schemas in use, that of Jenkins' xUnit plugin (junit-10.xsd) and that of Ant (JUnit.xsd), which requires every
 * attribute and both outputs.
 */
export const junitFormat: MakeFormat = (context) => {
  let id = 0;
  return {
    begin: () => markup`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n`,
    site(result) {
      if (result.ok) return suite(result.report, (id += 1) - 1, context);
      const head = {
        name: result.url,
        package: PACKAGE,
        id: (id += 1) - 1,
        hostname: hostOf(result) || 'localhost',
        tests: 1,
        failures: 0,
        errors: 1,
        skipped: 0,
        time: 0,
        timestamp: timestamp(context.now.toISOString()),
      };
      const error = markup`<error${attributes({ message: result.reason, type: 'not scanned' })}/>`;
      const scan = markup`<testcase${attributes({ name: 'scan', classname: result.url, time: 0 })}>${error}</testcase>\n`;
      return markup`<testsuite${attributes(head)}>\n<properties/>\n${scan}${OUTPUTS}</testsuite>\n`;
    },
    end: () => markup`</testsuites>\n`,
  };
};

const PACKAGE = 'palisade';
const OUTPUTS = markup`<system-out/>\n<system-err/>\n`;
/** In UTC without a zone, as the schema requires. */
const timestamp = (iso: string): string => iso.slice(0, 19);

function suite(report: SiteReport, id: number, context: FormatContext): Markup {
  const host = hostOf(report);
  const results = resultsIn(report);
  const uncertain = uncertainty(report);
  const reasons = results.map((result) => skipReason(result, { host, uncertain, ...context }));
  const failed = results.filter((result, index) => isIssue(result) && reasons[index] === null);
  const head = attributes({
    name: report.url,
    package: PACKAGE,
    id,
    hostname: host,
    tests: results.length,
    failures: failed.length,
    errors: 0,
    skipped: reasons.filter((reason) => reason !== null).length,
    time: (report.duration_ms / 1000).toFixed(3),
    timestamp: timestamp(report.scanned_at),
  });
  const properties = [
    ['grade', report.grade],
    ['score', String(report.score)],
    ['final_url', report.final_url],
    ...(report.provisional ? [['provisional', provisionalReason(report)]] : []),
  ].map(([name = '', value = '']) => markup`<property${attributes({ name, value })}/>\n`);
  const cases = results.map((result, index) => testCase(result, host, reasons[index] ?? null));
  return markup`<testsuite${head}>\n<properties>\n${properties}</properties>\n${cases}${OUTPUTS}</testsuite>\n`;
}

/** Why a case neither passes nor fails; null if it does. */
function skipReason(
  result: Result,
  { host, uncertain, ignores }: { host: string; uncertain: string | null } & Pick<FormatContext, 'ignores'>,
): string | null {
  if (result.status === 'unknown') return result.note ?? 'not assessed';
  if (uncertain !== null) return `the report is provisional: ${uncertain}`;
  const ignore = isIssue(result) ? ignoreFor(ignores, host, result) : undefined;
  return ignore === undefined ? null : `ignored until ${ignore.expires}: ${ignore.reason}`;
}

function testCase(result: Result, host: string, skipped: string | null): Markup {
  const open = markup`<testcase${attributes({ name: result.id, classname: `${host}.${result.section}`, time: 0 })}`;
  if (skipped !== null) return markup`${open}><skipped${attributes({ message: skipped })}/></testcase>\n`;
  if (!isIssue(result)) return markup`${open}/>\n`;
  const fix = shownFix(result);
  const lines = [
    `${result.status}, ${result.severity}, -${result.deduction} points`,
    result.explanation,
    ...(result.note === null ? [] : [result.note]),
    ...result.evidence.slice(0, 20).map((one) => `- ${one}`),
    ...(fix === null ? [] : [`Fix: ${fix}`]),
  ];
  const failure = attributes({ message: result.title, type: result.outcome });
  return markup`${open}><failure${failure}>${escaped(lines.join('\n'))}</failure></testcase>\n`;
}
