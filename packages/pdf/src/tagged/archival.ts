import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type PDFDocument from 'pdfkit';

let profile: Buffer | undefined;

/** sRGB, from the writer's own data. */
function colorProfile(): Buffer {
  const entry = createRequire(createRequire(import.meta.url).resolve('@react-pdf/renderer')).resolve('pdfkit');
  return (profile ??= readFileSync(path.join(path.dirname(entry), 'data', 'sRGB_IEC61966_2_1.icc')));
}

/**
 * Declares the document to be PDF/A-3a (ISO 19005-3) and PDF/UA-1 (ISO 14289-1). Written here because the writer can
 * claim only one of the two. PDF/A does not define the PDF/UA property, so it is declared as an extension.
 */
export function claimArchival(pdf: PDFDocument): void {
  const icc = colorProfile();
  const destination = pdf.ref({ Length: icc.length, N: 3 });
  destination.write(icc);
  destination.end();
  const intent = pdf.ref({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    Info: text('sRGB IEC61966-2.1'),
    OutputConditionIdentifier: text('sRGB IEC61966-2.1'),
    DestOutputProfile: destination,
  });
  intent.end();
  pdf._root.data['OutputIntents'] = [intent];
  pdf.appendXML(IDENTIFICATION);
}

/** pdfkit writes string objects as strings and primitive strings as names. */
function text(value: string): object {
  return Object(value) as object;
}

const IDENTIFICATION = `
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<pdfaid:part>3</pdfaid:part>
<pdfaid:conformance>A</pdfaid:conformance>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Part of ISO 14289 to which the document conforms</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;

/** As in the information dictionary, which must agree. Escaped here, because the writer does not escape. */
export function descriptiveMetadata(info: Readonly<Record<string, unknown>>): string {
  const of = (key: string) => {
    const value = info[key];
    return typeof value === 'string' ? escapeXml(value) : '';
  };
  const date = (key: string) => `${(info[key] as Date).toISOString().slice(0, 19)}Z`;
  const modified = info['ModDate'] === undefined ? '' : `<xmp:ModifyDate>${date('ModDate')}</xmp:ModifyDate>\n`;
  return `
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<xmp:CreateDate>${date('CreationDate')}</xmp:CreateDate>
${modified}<xmp:CreatorTool>${of('Creator')}</xmp:CreatorTool>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${of('Title')}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${of('Author')}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${of('Subject')}</rdf:li></rdf:Alt></dc:description>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<pdf:Producer>${of('Producer')}</pdf:Producer>
</rdf:Description>`;
}

function escapeXml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
