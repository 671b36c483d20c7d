import { assess } from '@palisade/compliance/assess';
import { frameworksNamed } from '@palisade/compliance/frameworks';
import type { Change, ReportChanges } from '@palisade/report/report-changes';
import { findingsOf, resultsOf } from '@palisade/report/findings';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Pdf, popplerMissing, readPdf, squeezed } from '../test/poppler.ts';
import { check, sampleReport } from '../test/sample-report.ts';
import { changesChapter } from './parts/changes-chapter.ts';
import { Outline } from './outline.ts';
import { renderCompliancePdf } from './render.ts';

const change = (index: number): Change => ({
  id: `tls/${index}`,
  cause: 'site',
  before: { title: `Before ${index}`, status: 'good', deduction: 0 },
  after: { title: `After ${index}`, status: 'bad', deduction: index },
  points: -index,
});
const changes = (count: number): ReportChanges => ({
  before: { scanned_at: '2026-10-01T00:00:00.000Z', grade: 'B', score: 71, engine_version: '0.1.0' },
  after: { scanned_at: '2026-11-21T12:05:09.000Z', grade: 'D', score: 54, engine_version: '0.1.0' },
  changes: Array.from({ length: count }, (_, index) => change(index)),
  left_out: [],
  inventory: [],
});

it('has no chapter for changes that are already on the owner’s page', () => {
  expect(changesChapter(null, new Outline())).toEqual([]);
  expect(changesChapter(changes(4), new Outline())).toEqual([]);
  expect(changesChapter(changes(5), new Outline()).length).toBeGreaterThan(2);
});

describe.skipIf(popplerMissing())('chapters of some documents only', () => {
  const sample = sampleReport();
  const addresses = ['scanned: 192.0.2.1', 'not scanned: 192.0.2.2', 'not scanned: 192.0.2.3'];
  const report = {
    ...sample,
    cors: { ...sample.cors, checks: [] },
    tls: { ...sample.tls, checks: [check('tls/https-available', 'No HTTPS: the port is closed', { status: 'bad' })] },
    dns: { ...sample.dns, checks: [check('dns/addresses', 'One of several', { evidence: addresses })] },
  };
  let pdf: Pdf;
  beforeAll(async () => {
    const assessment = assess(resultsOf(report), { frameworks: frameworksNamed(['pci-dss-4.0.1']) });
    pdf = readPdf(await renderCompliancePdf(report, assessment, { serviceName: 'Palisade' }, { changes: changes(9) }));
  }, 120_000);

  it('lists every change, in a chapter that the contents and the owner’s page refer to', () => {
    const all = squeezed(pdf.text);
    for (let index = 0; index < 9; index += 1)
      expect(all).toContain(squeezed(`Before ${index} After ${index} the site`));
    expect(all).toContain(squeezed('and 5 more, under “Changes since the last report”'));
    expect(pdf.outline).toContain('Changes since the last report');
    expect([...pdf.targets.keys()]).toContain('changes');
  });

  it('names in the method only what was looked at', () => {
    expect(squeezed(pdf.text)).toContain(squeezed('followed redirects, read the headers and the page'));
    expect(squeezed(pdf.text)).not.toContain(squeezed('sent requests from other origins'));
    expect(squeezed(pdf.text)).not.toContain(squeezed('opened TLS connections'));
  });

  it('names what was not looked at among the limits, and before the tables', () => {
    expect(squeezed(pdf.text)).toContain(squeezed('no login form, before its scripts run'));
    expect(squeezed(pdf.text).split(squeezed('2 more IP addresses of the host were not read.'))).toHaveLength(3);
  });

  it('has no row for an area that was not part of the scan', () => {
    const page = pdf.pages.find((text) => text.includes('Results by area')) ?? '';
    expect(page).toMatch(/Page content +2 /);
    expect(page).not.toContain('In a real browser');
  });

  it('has no OWASP column if OWASP was not assessed, and lists the findings by number', () => {
    const summary = pdf.text.slice(pdf.text.indexOf('Findings and weaknesses'), pdf.text.indexOf('Mapping version'));
    expect(summary).not.toContain('OWASP');
    const numbers = [...summary.matchAll(/^ +(\d+) +\S/gmu)].map(([, number]) => Number(number));
    expect(numbers).toEqual(findingsOf(report).map((_, index) => index + 1));
  });
});
