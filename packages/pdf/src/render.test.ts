import { resultsOf } from '@palisade/report/findings';
import { assess, ON_THE_SUBJECT } from '@palisade/compliance/assess';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectInside } from '../test/inside.ts';
import { type Pdf, popplerMissing, readPdf, squeezed } from '../test/poppler.ts';
import { sampleReport } from '../test/sample-report.ts';
import { isIssue } from '@palisade/report/findings';
import type { ReportChanges } from '@palisade/report/report-changes';
import type { Transcript } from '@palisade/report/transcript';
import { actionsOf } from '@palisade/report/actions';
import { printedBlocks } from './parts/action-plan.tsx';
import { renderCompliancePdf, renderScanPdf } from './render.ts';

const NAMES = {
  preparedFor: 'Maple & Sons Ltd, शर्मा एंड संस, 株式会社メープル',
  preparedBy: 'Ångström OÜ',
  serviceName: 'Palisade',
};
const TRANSCRIPT: Transcript = {
  user_agent: 'Palisade/9 (+https://p.example/)',
  started_at: '2026-11-21T12:05:09.000Z',
  ended_at: '2026-11-21T12:05:11.143Z',
  addresses: ['203.0.113.24'],
  exchanges: [
    {
      about: 'The page, over https',
      address: '203.0.113.24',
      request: ['GET /en/ HTTP/1.1', 'Host: shop.example.com'],
      answer: ['HTTP status 200', 'X-Powered-By: PHP/8.3'],
    },
  ],
  dns: ['shop.example.com A: 203.0.113.24'],
  tls: ['TLS 1.3: accepted'],
};
const CHANGES: ReportChanges = {
  before: { scanned_at: '2026-10-01T00:00:00.000Z', grade: 'B', score: 71, engine_version: '0.1.0' },
  after: { scanned_at: '2026-11-21T12:05:09.000Z', grade: 'D', score: 54, engine_version: '0.1.0' },
  changes: [
    {
      id: 'tls/certificate-validity',
      cause: 'site',
      before: { title: 'The certificate lasts longer', status: 'good', deduction: 0 },
      after: { title: 'Certificate expires soon', status: 'warn', deduction: 8 },
      points: -8,
    },
  ],
  left_out: [],
  inventory: [],
};
const noPoppler = popplerMissing();

describe('rendering', () => {
  it('gives the same bytes for the same report', async () => {
    const report = sampleReport();
    const [first, second] = [await renderScanPdf(report, NAMES), await renderScanPdf(report, NAMES)];
    expect(first.subarray(0, 5).toString()).toBe('%PDF-');
    expect(first.equals(second)).toBe(true);
  });
});

describe.skipIf(noPoppler)('the scan report', () => {
  const report = sampleReport();
  let rendered: Pdf;
  beforeAll(async () => {
    rendered = readPdf(await renderScanPdf(report, NAMES, { transcript: TRANSCRIPT, changes: CHANGES }));
  }, 120_000);

  it('contains every finding with its explanation, evidence, fix and snippets', async () => {
    const all = squeezed(rendered.text);
    for (const result of resultsOf(report)) {
      expect(all).toContain(squeezed(result.title));
      expect(all).toContain(squeezed(result.id));
      if (!isIssue(result)) continue;
      expect(all).toContain(squeezed(result.explanation));
      if (result.fix !== null) expect(all).toContain(squeezed(result.fix));
      for (const line of result.evidence) expect(all).toContain(squeezed(line));
    }
    const actions = actionsOf(report);
    expect(actions.some(({ blocks }) => blocks.length > 0)).toBe(true);
    for (const action of actions) {
      expect(all).toContain(squeezed(action.title));
      for (const { text } of printedBlocks({ server: null }, action)) expect(all).toContain(squeezed(text));
    }
  });

  it('has one page for the owner: the grade, the risk in words, what to do first, what changed', async () => {
    const page = squeezed(rendered.pages[1] ?? '');
    expect(page).toContain(squeezed('shop.example.com scores 54 of 100, grade D.'));
    for (const title of ['What is at risk', 'What to do first', 'Since the last report'])
      expect(page).toContain(squeezed(title));
    const [first] = actionsOf(report);
    expect(page).toContain(squeezed(first?.risk ?? '-'));
    expect(page).toContain(squeezed(`then ${first?.score_after} of 100`));
    expect(page).toContain(squeezed('The certificate lasts longer → Certificate expires soon (the site changed, −8)'));
    // Our own words are never written as code points.
    expect(squeezed(rendered.pages[1] ?? '')).not.toContain('\\u{');
    expect(page).toContain(squeezed('the score fell from 71 to 54 of 100, grade B then, D now'));
  });

  it('groups the findings by the work that removes them, with room for owner and due date', async () => {
    const all = squeezed(rendered.text);
    expect(all).toContain(squeezed('Send security headers: one nginx block fixes'));
    for (const word of ['Effort', 'Owner', 'Due']) expect(rendered.text).toContain(word);
    const numbers = actionsOf(report).flatMap(({ findings }) => findings);
    expect(numbers).toHaveLength(resultsOf(report).filter(isIssue).length);
  });

  it('shows an auditor when, from where and to which addresses the scan ran, and every request with its answer', async () => {
    const all = squeezed(rendered.text);
    for (const word of ['2026-11-21 12:05:09 UTC', '203.0.113.24', 'Palisade/9 (+https://p.example/)'])
      expect(all).toContain(squeezed(word));
    expect(rendered.text).toMatch(/> GET \/en\/ HTTP\/1\.1/);
    expect(rendered.text).toMatch(/< X-Powered-By: PHP/);
    expect(all).toContain(squeezed('shop.example.com A: 203.0.113.24'));
  });

  it('names what was not assessed, with the reason', async () => {
    expect(squeezed(rendered.text)).toContain(squeezed('the issuer runs no OCSP responder'));
  });

  it('has the number, the evidence hash, engine and time on every page', async () => {
    const { pages, info } = rendered;
    expect(info).toMatch(new RegExp(`Pages:\\s+${pages.length}\\n`));
    pages.forEach((page, index) => {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(page).toContain(report.evidence_sha256);
      expect(page).toContain(`engine ${report.engine_version}`);
      expect(page).toContain('2026-11-21 12:05:09 UTC');
    });
  });

  it('has metadata and an outline down to each finding', async () => {
    const { info, outline } = rendered;
    expect(info).toContain('Website security report: shop.example.com');
    expect(info).toMatch(/Author:\s+Ångström OÜ/);
    expect(info).toMatch(/CreationDate:\s+Sat Nov 21 12:05:09 2026/);
    for (const title of [
      'Cover',
      'Executive summary',
      'Scope and method',
      'Findings',
      'Critical (1)',
      '1. Cookies carry Secure',
      'Appendix: evidence',
    ]) {
      expect(outline).toContain(title);
    }
  });

  it('links to the finding itself, not to the top of its page', async () => {
    const { targets, pages } = rendered;
    const findings = [...targets].filter(([name]) => name.startsWith('finding-'));
    expect(findings).toHaveLength(resultsOf(report).filter(isIssue).length);
    for (const [name, { page }] of findings)
      expect(squeezed(pages[page - 1] ?? '')).toMatch(new RegExp(`${name.slice('finding-'.length)}\\.[A-Z]`, 'i'));
    const places = findings.map(([, { page, top }]) => `${page}/${top}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('embeds every font and never falls back to one that is missing', async () => {
    const { fonts, text } = rendered;
    expect(fonts).not.toContain('Helvetica');
    for (const line of fonts.trim().split('\n').slice(2)) expect(line).toMatch(/ yes yes yes +\d+ +0$/);
    expect(squeezed(text)).toContain(squeezed('株式会社メープル'));
    // Poppler gives conjuncts in visual order; this word has none.
    expect(squeezed(text)).toContain('संस');
  });
});

describe.skipIf(noPoppler)('the compliance report', () => {
  const report = sampleReport();
  const assessment = assess(resultsOf(report), { scope: { card_data: 'own_page' } });
  let rendered: Pdf;
  beforeAll(async () => {
    rendered = readPdf(await renderCompliancePdf(report, assessment, NAMES));
  }, 120_000);

  it('prints every control of every framework with its result', async () => {
    const { text } = rendered;
    for (const { framework, rows } of assessment.frameworks) {
      expect(text).toContain(`${framework.name} ${framework.edition}`);
      for (const { control } of rows) expect(text.split(/\s+/)).toContain(control);
    }
    // Each row names its checks: findings by title and number, the others by id.
    const rows = assessment.frameworks.flatMap((framework) => framework.rows);
    for (const { checks } of rows.filter(({ state }) => state !== 'not applicable'))
      for (const { id, title, ...check } of checks.filter(({ basis }) => basis !== ON_THE_SUBJECT))
        expect(squeezed(text)).toContain(squeezed(isIssue(check) ? title : id));
    expect(text).toMatch(/on the same subject, as background: \d+/i);
    expect(text).toContain('Fail: 2 issues observed');
    expect(text).toMatch(/Observation: \d+ issues?/);
    expect(text).toContain('Not assessed');
  });

  it('prints the CWE of every finding, the remediation plan and the disclaimer', async () => {
    const { text, outline, fonts } = rendered;
    const all = squeezed(text);
    for (const finding of assessment.findings) {
      if (finding.cwe !== null) expect(all).toContain(squeezed(finding.cwe.label));
      if (finding.fix !== null) expect(all).toContain(squeezed(finding.fix));
    }
    expect(outline).toContain('Remediation plan');
    expect(all).toContain(squeezed('neither a scan by an Approved Scanning Vendor'));
    expect(fonts).not.toContain('Helvetica');
  });

  it('stays inside the margins', async () => {
    expectInside(rendered);
  });

  it('makes no claims of compliance', async () => {
    expect(rendered.text).not.toMatch(/\bcompliant\b|\bcertified\b|\bpassed\b|\bmeets\b/i);
  });
});
