/**
 * Compares the PDF's text with the JSON, fix by fix: the fix of every check that has one and of every recorded and simulated
 * site, with the blocks of every server, is on consecutive lines exactly as it must be pasted.
 */
import { assess } from '@palisade/compliance/assess';
import { renderCompliancePdf, renderScanPdf } from '@palisade/pdf/render';
import { actionsOf } from '@palisade/report/actions';
import type { Check } from '@palisade/report/check';
import { CHECK_SECTIONS } from '@palisade/report/check-sections';
import { resultsOf } from '@palisade/report/findings';
import type { ScanReport } from '@palisade/report/report';
import { SNIPPET_NAMES, type SnippetName } from '@palisade/report/snippet-order';
import { ALL_CHECKS } from '@palisade/scanner/checks/all';
import { judge } from '@palisade/scanner/judge';
import { describe, expect, it } from 'vitest';
import { copiedText, popplerMissing } from '../../../packages/pdf/test/poppler.ts';
import { readRecorded, recordedSites } from '../../../packages/scanner/test/recorded.ts';
import { evidenceOf, readVectors } from '../../../packages/scanner/test/vectors.ts';

const SERVERS = Object.keys(SNIPPET_NAMES) as SnippetName[];
const TAB = '    ';

/** The fixes of every outcome of the recorded and simulated sites, and for other outcomes the check's general fix. */
function everyFix(): string[] {
  const judged = [
    ...recordedSites().map((site) => judge(readRecorded(site).evidence, site)),
    ...readVectors().map((vector) => judge(evidenceOf(vector), vector.id)),
  ].flatMap(resultsOf);
  const byOutcome = new Map(judged.map(({ id, outcome, fix }) => [`${id} ${outcome}`, fix]));
  return [...new Set([...byOutcome.values(), ...ALL_CHECKS.map(({ fix }) => fix)].flatMap((fix) => fix ?? []))];
}

/** All headers of one site in one block, for each server. */
function everyBlock(): string[] {
  const report = judge(readRecorded('bare.test').evidence, 'blocks');
  return SERVERS.flatMap((fix_server) =>
    actionsOf({ ...report, fix_server }).flatMap(({ blocks }) => blocks.slice(0, 1).map(({ text }) => text)),
  );
}

const EMPTY = {
  ...judge(readRecorded('perfect.test').evidence, 'all-fixes'),
  ...Object.fromEntries(CHECK_SECTIONS.slice(0, -1).map((name) => [name, { checks: [] }])),
  headers: {},
  fix_snippets: {},
} as unknown as ScanReport;

/** A report that contains each of these fixes. */
function reportOf(texts: readonly string[]): ScanReport {
  const found = { outcome: 'x', status: 'bad', severity: 'minor', deduction: 1, explanation: '', note: null } as const;
  const checks = texts.map((fix, index): Check => ({ ...found, id: `page_analysis/${index}`, title: `Fault ${index}`, fix, evidence: [], weaknesses: [], nothing_to_check: false })); // prettier-ignore
  return { ...EMPTY, page_analysis: { ...EMPTY.page_analysis, checks } };
}

/** Without empty lines: pdftotext inserts one before a line with more spacing, such as after a wrapped line. */
function asLines(text: string): string {
  const lines = text.replaceAll(/\f/gu, '').replaceAll('\t', TAB).split('\n');
  return lines.flatMap((line) => (line.trim() === '' ? [] : [`\n${line.trimEnd()}`])).join('');
}

describe.skipIf(popplerMissing())('every fix in print', () => {
  const texts = [...everyFix(), ...everyBlock()];
  const names = { serviceName: 'Palisade' };

  it('covers every server and many checks', () => {
    expect(everyBlock()).toHaveLength(SERVERS.length);
    expect(everyFix().length).toBeGreaterThan(80);
  });

  it.each([
    ['the scan report', (report: ScanReport) => renderScanPdf(report, names), 0],
    ['the compliance report', (report: ScanReport) => renderCompliancePdf(report, assess(resultsOf(report)), names), 1],
  ] as const)('%s', async (_product, render, turn) => {
    const own = texts.filter((_text, index) => index % 2 === turn);
    const pdf = await render(reportOf(own));
    for (const mode of [[], ['-raw']]) {
      const printed = `${asLines(copiedText(pdf, mode))}\n`;
      expect(own.filter((text) => !printed.includes(`${asLines(text)}\n`))).toEqual([]);
    }
  });
});
