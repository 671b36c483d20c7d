import type {
  Invocation,
  Location,
  Notification,
  ReportingDescriptor,
  ReportingDescriptorReference,
  Result as SarifResult,
  ToolComponent,
} from 'sarif';
import { CATALOG, type CatalogEntry } from '@palisade/scanner/catalog';
import { ENGINE_VERSION } from '@palisade/scanner/engine-version';
import type { Severity } from '@palisade/report/check';
import type { Result } from '@palisade/report/findings';
import { ignoreFor } from '../gates/ignores.ts';
import {
  findingsIn,
  hostOf,
  notAssessedIn,
  provisionalReason,
  uncertainty,
  type SiteReport,
  type SiteResult,
} from '../scanning/site-report.ts';
import { templateOf } from '@palisade/report/encoded';
import { visible, visibleJson } from '@palisade/report/visible';
import { fingerprint } from './fingerprint.ts';
import type { FormatContext, MakeFormat } from './format.ts';

const LEVEL: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  critical: 'error',
  important: 'warning',
  minor: 'note',
};
/** GitHub sorts by this: 9 and above is critical, 7 high, 4 medium, below that low. */
const SECURITY_SEVERITY: Readonly<Record<Severity, string>> = { critical: '9.0', important: '6.0', minor: '3.0' };

const json = templateOf<'json'>();

/**
 * SARIF 2.1.0 (OASIS): one run, a rule for each check, a result for each finding, and a notification for each site that
 * was not scanned, each check that was not made and each finding of another page than the site's. Results of the kinds
 * `open` and `review` (§3.27.9) would be alerts where services ignore the kind, as code scanning at GitHub does.
 */
export const sarifFormat: MakeFormat = (context) => {
  let isWhole = true;
  const notifications: Notification[] = [];
  let written = 0;
  return {
    begin: () =>
      json`{"$schema":"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json","version":"2.1.0","runs":[{\n"tool":${visibleJson({ driver: DRIVER })},\n"columnKind":"unicodeCodePoints",\n"originalUriBaseIds":{"SITE":{"uri":"https://"}},\n"results":[`,
    site(result) {
      if (!result.ok || uncertainty(result.report) !== null) isWhole = false;
      notifications.push(...notificationsOf(result));
      const results = resultsOf(result, context).map((one) => {
        written += 1;
        return json`${written === 1 ? json`\n` : json`,\n`}${visibleJson(one)}`;
      });
      return json`${results}`;
    },
    end() {
      const invocation: Invocation = {
        executionSuccessful: isWhole,
        endTimeUtc: context.now.toISOString(),
        toolExecutionNotifications: notifications,
      };
      return json`\n],\n"invocations":${visibleJson([invocation])}\n}]}\n`;
    },
  };
};

const INDEX: ReadonlyMap<string, number> = new Map(CATALOG.map(({ id }, index) => [id, index]));

const DRIVER: ToolComponent = {
  name: 'Palisade',
  version: ENGINE_VERSION,
  informationUri: 'https://github.com/palisade-scan/palisade',
  rules: CATALOG.map(rule),
};

function rule(entry: CatalogEntry): ReportingDescriptor {
  const cwes = [...new Set(entry.outcomes.flatMap(({ cwe }) => (cwe === null ? [] : [cwe])))];
  const fix = entry.fix === null ? '' : `\n\nFix: ${entry.fix}`;
  const links = entry.references.length === 0 ? '' : `\n\n${entry.references.map((url) => `- <${url}>`).join('\n')}`;
  const [reference] = entry.references;
  return {
    id: entry.id,
    name: pascal(entry.id),
    shortDescription: { text: sentence(entry.title) },
    fullDescription: { text: entry.why },
    help: {
      text: `${entry.why}${fix}`,
      markdown: `${entry.why}${entry.fix === null ? '' : `\n\n**Fix**\n\n${fenced(entry.fix)}`}${links}`,
    },
    ...(reference?.startsWith('https://') && { helpUri: reference }),
    defaultConfiguration: { level: LEVEL[entry.severity] },
    properties: {
      tags: ['security', entry.section, ...cwes.map((cwe) => `external/cwe/cwe-${String(cwe).padStart(3, '0')}`)],
      precision: 'high',
      'security-severity': SECURITY_SEVERITY[entry.severity],
    },
  };
}

function notificationsOf(result: SiteResult): Notification[] {
  if (!result.ok)
    return [{ level: 'error', message: { text: visible(`${result.url} was not scanned: ${result.reason}`) } }];
  const { report } = result;
  const host = hostOf(report);
  const about = (id: string, level: Notification['level'], text: string): Notification => ({
    level,
    message: { text: visible(`${host}: ${text}`) },
    associatedRule: ruleOf(id),
    locations: locationsOf(report),
  });
  const provisional = report.provisional ? [`${host}: the report is provisional. ${provisionalReason(report)}`] : [];
  return [
    ...provisional.map((text): Notification => ({
      level: 'warning',
      message: { text: visible(text) },
      locations: locationsOf(report),
    })),
    ...notAssessedIn(report).map(({ id, title, note }) =>
      about(id, 'warning', `${sentence(title)} ${sentence(note ?? 'Not assessed')}`),
    ),
    ...(uncertainty(report) === null ? [] : findingsIn(report)).map(({ id, title }) =>
      about(id, 'note', `${sentence(title)} This was found in a response that may not be the site’s.`),
    ),
  ];
}

function ruleOf(id: string): ReportingDescriptorReference {
  const index = INDEX.get(id);
  return { id, ...(index !== undefined && { index }) };
}

function locationsOf(report: SiteReport): Location[] {
  return [
    {
      physicalLocation: { artifactLocation: { uri: pathOf(report), uriBaseId: 'SITE' }, region: { startLine: 1 } },
      logicalLocations: [{ name: hostOf(report), kind: 'resource', fullyQualifiedName: visible(report.final_url) }],
    },
  ];
}

function resultsOf(result: SiteResult, context: FormatContext): SarifResult[] {
  if (!result.ok || uncertainty(result.report) !== null) return [];
  return findingsIn(result.report).map((finding) => resultOf(result.report, finding, context));
}

function resultOf(report: SiteReport, finding: Result, { ignores }: FormatContext): SarifResult {
  const host = hostOf(report);
  const ignore = ignoreFor(ignores, host, finding);
  const evidence = finding.evidence.slice(0, 8).map((one) => `\n- ${visible(one)}`);
  const note = finding.note === null ? '' : ` ${finding.note}`;
  const id = fingerprint(report, finding.id, finding.outcome);
  const index = INDEX.get(finding.id);
  return {
    ruleId: finding.id,
    ...(index !== undefined && { ruleIndex: index }),
    kind: 'fail',
    level: LEVEL[finding.severity],
    message: {
      text: `${host}: ${sentence(visible(finding.title))} ${visible(`${finding.explanation}${note}`)}${evidence.join('')}`,
    },
    locations: locationsOf(report),
    partialFingerprints: { 'palisadeFinding/v1': id, primaryLocationLineHash: `${id}:1` },
    ...(ignore && { suppressions: [{ kind: 'external', status: 'accepted', justification: visible(ignore.reason) }] }),
    properties: {
      outcome: finding.outcome,
      severity: finding.severity,
      deduction: finding.deduction,
      grade: report.grade,
      score: report.score,
      provisional: report.provisional === true,
    },
  };
}

/** Code-scanning services accept only relative locations: the address without its scheme, below `SITE`. */
function pathOf({ url }: SiteReport): string {
  if (!URL.canParse(url)) return 'unknown';
  const { host, pathname } = new URL(url);
  // RFC 3986 §4.2: the first segment of a relative reference has no colon; nor has a path brackets (IPv6).
  return `${encodeURIComponent(host)}${pathname === '/' ? '/index' : pathname}`;
}

function pascal(id: string): string {
  return id
    .split(/[^a-z0-9]+/iu)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function sentence(text: string): string {
  return /[.!?]$/u.test(text) ? text : `${text}.`;
}

function fenced(text: string): string {
  return `\`\`\`\n${text}\n\`\`\``;
}
