import { Transformer } from '@napi-rs/image';
import { assess } from '@palisade/compliance/assess';
import { resultsOf } from '@palisade/report/findings';
import { beforeAll, describe, expect, it } from 'vitest';
import { contentStreams, structureFaults, unmarked } from '../../test/check-structure.ts';
import { sampleReport } from '../../test/sample-report.ts';
import { renderCompliancePdf, renderScanPdf } from '../render.ts';

const names = { serviceName: 'Palisade', preparedFor: 'Ann & <Co>' };
const evidence = new TextEncoder().encode('{}');
const report = sampleReport();
let compliance: Buffer;
beforeAll(async () => {
  const logo = await Transformer.fromRgbaPixels(new Uint8Array(120 * 40 * 4).fill(160), 120, 40).png();
  compliance = await renderCompliancePdf(report, assess(resultsOf(report)), names, { logo, evidence });
});

describe('the structure checker', () => {
  it('finds nothing in our documents', async () => {
    expect(structureFaults(compliance)).toEqual([]);
    expect(structureFaults(await renderScanPdf(report, names, { evidence }))).toEqual([]);
    expect(contentStreams(compliance).length).toBeGreaterThan(5);
  });

  // Each change removes one thing and keeps every other byte in its place.
  it.each<[string, RegExp, RegExp]>([
    ['the language', /\/Lang \(/u, /names no language/u],
    ['the mark of a tagged document', /\/MarkInfo/u, /not marked/u],
    ['the structure tree', /\/StructTreeRoot (?=\d+ 0 R)/u, /no structure tree/u],
    ['the shown title', /\/DisplayDocTitle/u, /file name instead/u],
    ['the output intent', /\/GTS_PDFA1/u, /no color/u],
    ['the claim of PDF/A-3', /<pdfaid:part>/u, /PDF\/A-3/u],
    ['the claim of PDF/UA-1', /<pdfuaid:part>/u, /PDF\/UA-1/u],
    ['the title of the metadata', /<dc:title>/u, /no title/u],
    ['an embedded font', /\/FontFile[23]? /u, /embeds no font/u],
    ['what characters a font has', /\/ToUnicode /u, /its characters/u],
    ['the relationship of a file', /\/AFRelationship/u, /no relationship/u],
    ['the list of associated files', /\/AF \[/u, /hang on nothing/u],
    ['a page from the structure', /\/StructParents /u, /page \d+ is not in/u],
    ['a link from the structure', /\/StructParent (?=\d)/u, /link \d+ is not in/u],
    ['the words of a link', /\/Contents \(/u, /link \d+ has no words/u],
    ['the words of a figure', /\/Alt \(/u, /figure \d+ has no words/u],
    ['the place of a figure', /\/BBox \[/u, /figure \d+ has no place/u],
    ['what a header cell heads', /\/Scope \/(?:Column|Row)/u, /heads nothing/u],
  ])('misses %s', (_what, pattern, fault) => {
    const text = compliance.toString('latin1');
    const found = pattern.exec(text)?.[0];
    expect(found).toBeDefined();
    const without = text.replace(pattern, `/X${'x'.repeat((found ?? '').length - 3)} `);
    expect(structureFaults(Buffer.from(without, 'latin1')).join('\n')).toMatch(fault);
  });

  it.each([
    ['paint outside a mark', '/P <</MCID 0>> BDC\nEMC\n0 0 1 1 re\nf', /painted without a mark/u],
    ['a mark that never ends', '/P <</MCID 0>> BDC\nf', /never ends/u],
    ['an end without a beginning', 'EMC\nf', /never began/u],
  ])('sees %s', (_what, content, fault) => {
    expect(unmarked(content).join('\n')).toMatch(fault);
  });
});
