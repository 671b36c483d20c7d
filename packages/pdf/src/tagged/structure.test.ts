import { resultsOf } from '@palisade/report/findings';
import { assess } from '@palisade/compliance/assess';
import { createHash } from 'node:crypto';
import { Transformer } from '@napi-rs/image';
import { beforeAll, describe, expect, it } from 'vitest';
import { contentStreams, unmarked } from '../../test/check-structure.ts';
import { sampleReport } from '../../test/sample-report.ts';
import { popplerMissing, readPdf, structureOf } from '../../test/poppler.ts';
import { actionsOf } from '@palisade/report/actions';
import { printedBlocks } from '../parts/action-plan.tsx';
import { renderCompliancePdf, renderScanPdf } from '../render.ts';

const names = { serviceName: 'Palisade', preparedFor: 'Ann & <Co>' };
const EVIDENCE = new TextEncoder().encode('{"canonical":true}');

describe.skipIf(popplerMissing())('the structure of a document', () => {
  const report = sampleReport();
  let scan: Buffer;
  let compliance: Buffer;
  beforeAll(async () => {
    scan = await renderScanPdf(report, names, { evidence: EVIDENCE });
    compliance = await renderCompliancePdf(report, assess(resultsOf(report)), names);
  });

  it('marks everything that is painted', () => {
    for (const pdf of [scan, compliance]) {
      const pages = contentStreams(pdf);
      expect(pages.length).toBeGreaterThan(5);
      for (const page of pages) expect(unmarked(page)).toEqual([]);
    }
  });

  it('claims both standards, and escapes what a customer entered', () => {
    const xmp = scan.toString('latin1');
    expect(xmp).toContain('<pdfaid:part>3</pdfaid:part>');
    expect(xmp).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(xmp).toContain('/OutputIntents');
    const named = xmp.slice(xmp.indexOf('<dc:creator>'), xmp.indexOf('</dc:creator>'));
    expect(named).not.toMatch(/&(?!amp;|lt;|gt;)/);
    expect(xmp).toMatch(/\/Lang \(en\)/);
  });

  it('has headings in order, tables with headers and no text outside an element', () => {
    for (const pdf of [scan, compliance]) {
      const elements = structureOf(pdf);
      let level = 0;
      for (const { type } of elements) {
        const heading = /^H([1-6])$/.exec(type)?.[1];
        if (heading === undefined) continue;
        expect(Number(heading) - level, 'no level is left out').toBeLessThanOrEqual(1);
        level = Number(heading);
      }
      const tables = elements.filter(({ type }) => type === 'Table');
      expect(tables.length).toBeGreaterThan(3);
      for (const table of tables) {
        const within = elements.slice(elements.indexOf(table) + 1);
        const end = within.findIndex(({ depth }) => depth <= table.depth);
        const cells = (end < 0 ? within : within.slice(0, end)).map(({ type }) => type);
        expect(cells).toContain('TH');
        expect(cells).toContain('TD');
      }
      expect(elements.some(({ type }) => type === 'TOC')).toBe(true);
    }
  });

  it('contains each fix as it must be pasted', () => {
    const { text } = readPdf(scan);
    const lines = new Set(text.split('\n').map((line) => line.trim()));
    const actions = actionsOf(report);
    const pasted = [
      ...resultsOf(report).flatMap(({ fix }) => fix ?? []),
      ...actions.flatMap((action) => printedBlocks({ server: null }, action).map(({ text }) => text)),
    ];
    for (const line of pasted.flatMap((value) => value.split('\n')))
      expect(
        [...lines].some((printed) => printed.endsWith(line.trim())),
        line,
      ).toBe(true);
  });

  it('has the client’s logo as a figure with a description and a position', async () => {
    const logo = await Transformer.fromRgbaPixels(new Uint8Array(120 * 40 * 4).fill(160), 120, 40).png();
    const pdf = await renderCompliancePdf(report, assess(resultsOf(report)), names, { logo });
    for (const page of contentStreams(pdf)) expect(unmarked(page)).toEqual([]);
    expect(structureOf(pdf).filter(({ type }) => type === 'Figure')).toHaveLength(1);
    expect(structureOf(compliance).filter(({ type }) => type === 'Figure')).toHaveLength(0);
    const figure = /\/S \/Figure[^]*?endobj/.exec(pdf.toString('latin1'))?.[0] ?? '';
    expect(figure).toContain('/Alt (Logo of Ann & <Co>)');
    const box = /\/BBox \[(.*?)\]/.exec(figure)?.[1]?.split(' ').map(Number) ?? [];
    const [left = 0, bottom = 0, right = 0, top = 0] = box;
    expect([right - left, top - bottom].map(Math.round)).toEqual([156, 52]);
    expect(Math.min(...box)).toBeGreaterThan(0);
    expect(Math.max(...box)).toBeLessThan(842);
  });

  it('contains the report and the evidence', () => {
    const files = readPdf(scan).attachments;
    expect(JSON.parse(files.get('report.json') ?? '')).toEqual(JSON.parse(JSON.stringify(report)));
    expect(files.get('evidence.json')).toBe('{"canonical":true}');
    expect(
      createHash('sha256')
        .update(files.get('evidence.json') ?? '')
        .digest('hex'),
    ).toHaveLength(64);
    expect([...readPdf(compliance).attachments.keys()]).toEqual(['report.json']);
  });
});
