/**
 * The requirements of ISO 14289-1 (PDF/UA-1) and ISO 19005-3 (PDF/A-3) for documents from our writer, whose objects are
 * uncompressed next to compressed streams. No replacement for veraPDF: it detects the faults that a change here can cause.
 */
import { inflateSync } from 'node:zlib';

interface PdfObject {
  number: string;
  dictionary: string;
}

/** @returns one sentence for each fault */
export function structureFaults(pdf: Buffer): string[] {
  const text = pdf.toString('latin1');
  const objects = [...text.matchAll(/(?:^|\n)(\d+) 0 obj\n([^]*?)\n(?:endobj|stream)\b/gu)].map(
    ([, number = '', dictionary = '']): PdfObject => ({ number, dictionary }),
  );
  const byNumber = new Map(objects.map((one) => [one.number, one.dictionary]));
  const all = (pattern: RegExp) => objects.filter(({ dictionary }) => pattern.test(dictionary));
  const faults: string[] = [];
  const expect = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };

  const catalog = all(/\/Type \/Catalog\b/u)[0]?.dictionary ?? '';
  expect(/\/Lang \([a-z]{2}/u.test(catalog), 'the document names no language');
  expect(/\/MarkInfo\b/u.test(catalog) && /\/Marked true/u.test(text), 'the document is not marked as tagged');
  expect(/\/StructTreeRoot \d+ 0 R/u.test(catalog), 'the document has no structure tree');
  expect(/\/DisplayDocTitle true/u.test(text), 'the window shows a file name instead of the title');
  expect(/\/OutputIntents/u.test(catalog) && /\/S \/GTS_PDFA1/u.test(text), 'no color is defined');
  expect(/<pdfaid:part>3<\/pdfaid:part>/u.test(text), 'the metadata does not claim PDF/A-3');
  expect(/<pdfuaid:part>1<\/pdfuaid:part>/u.test(text), 'the metadata does not claim PDF/UA-1');
  expect(/<dc:title>[^]*?<rdf:li[^>]*>[^<]+</u.test(text), 'the metadata names no title');
  expect(!/\/Encrypt \d/u.test(text), 'the document is encrypted');
  expect(!/\/(?:JavaScript|Launch|SubmitForm)\b/u.test(objects.map((one) => one.dictionary).join('\n')), 'it acts');

  for (const { number, dictionary } of all(/\/Type \/FontDescriptor\b/u))
    expect(/\/FontFile[23]? \d+ 0 R/u.test(dictionary), `font descriptor ${number} embeds no font`);
  for (const { number, dictionary } of all(/\/Subtype \/Type0\b/u))
    expect(/\/ToUnicode \d+ 0 R/u.test(dictionary), `font ${number} does not tell its characters`);
  expect(all(/\/Subtype \/(?:Type1|TrueType)\b/u).length === 0, 'a font of the reader is used');
  for (const { number, dictionary } of all(/\/Type \/Filespec\b/u))
    expect(/\/AFRelationship \/(?:Source|Data|Supplement)/u.test(dictionary), `file ${number} has no relationship`);
  expect(all(/\/Type \/Filespec\b/u).length === 0 || /\/AF \[/u.test(catalog), 'files hang on nothing');
  for (const { number, dictionary } of all(/\/Type \/Page\b(?!s)/u))
    expect(/\/StructParents \d/u.test(dictionary), `page ${number} is not in the structure`);
  for (const { number, dictionary } of all(/\/Subtype \/Link\b/u)) {
    expect(/\/StructParent \d/u.test(dictionary), `link ${number} is not in the structure`);
    expect(/\/Contents \(/u.test(dictionary), `link ${number} has no words`);
    expect(text.includes(`/Obj ${number} 0 R`), `link ${number} belongs to no element`);
  }
  for (const { number, dictionary } of all(/\/S \/Figure\b/u)) {
    expect(/\/Alt \((?!\))/u.test(dictionary), `figure ${number} has no words`);
    expect(/\/BBox \[/u.test(dictionary), `figure ${number} has no place`);
  }
  for (const { number, dictionary } of all(/\/S \/TH\b/u)) {
    const attributes = [...dictionary.matchAll(/(\d+) 0 R/gu)].map(([, at = '']) => byNumber.get(at) ?? '').join('\n');
    expect(/\/Scope \/(?:Column|Row)/u.test(dictionary + attributes), `header cell ${number} heads nothing`);
  }
  return [...faults, ...contentStreams(pdf).flatMap(unmarked)];
}

/** Page contents, uncompressed. */
export function contentStreams(pdf: Buffer): string[] {
  const streams: string[] = [];
  let at = 0;
  for (;;) {
    const begin = pdf.indexOf('stream\n', at);
    if (begin < 0) return streams;
    const end = pdf.indexOf('endstream', begin);
    at = end + 9;
    try {
      const text = inflateSync(pdf.subarray(begin + 7, end)).toString('latin1');
      if (/^(?:1 0 0 -1 0 \S+ cm|q)$/mu.test(text.slice(0, 200))) streams.push(text);
    } catch {
      // Not a compressed stream: metadata or a profile.
    }
  }
}

/** ISO 14289-1 §7.1: everything painted is marked, as content of the structure or as an artifact. */
export function unmarked(content: string): string[] {
  let depth = 0;
  const faults: string[] = [];
  for (const line of content.split('\n')) {
    if (/ (?:BDC|BMC)$/u.test(line) || />>\s*BDC$/u.test(line)) depth += 1;
    if (line === 'EMC') depth -= 1;
    if (depth < 0) return [...faults, 'a mark ends that never began'];
    if (depth === 0 && /(?:^|\s)(?:f|f\*|S|B|b|Do|Tj|TJ)$/u.test(line)) faults.push(`painted without a mark: ${line}`);
  }
  if (depth > 0) faults.push('a mark never ends');
  return faults;
}
