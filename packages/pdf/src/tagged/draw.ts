import layoutDocument from '@react-pdf/layout';
import render from '@react-pdf/render';
import { Font, pdf as mount } from '@react-pdf/renderer';
import PDFDocument from 'pdfkit';
import type { DocumentProps } from '@react-pdf/renderer';
import type { ReactElement } from 'react';
import { claimArchival, descriptiveMetadata } from './archival.ts';
import { StructureWriter, type LayoutNode } from './structure.ts';

/** A file inside the document (PDF/A-3 §6.8). */
export interface Attachment {
  name: string;
  /** MIME type. */
  type: string;
  description: string;
  data: Uint8Array;
  /** Its relation to the document: Source for what it was made from, Data for what it shows. */
  relationship: 'Source' | 'Data' | 'Supplement';
}

/** The writer of one document; has access to the structure that is being drawn. */
class TaggedPdf extends PDFDocument {
  structure: StructureWriter | null = null;

  #afterGlyphs: string | null = null;

  override addContent(operators: string): this {
    const around = operators === 'BT' ? this.structure?.aroundGlyphs() : null;
    if (around) {
      super.addContent(around.before);
      this.#afterGlyphs = around.after;
    }
    super.addContent(operators);
    if (operators === 'ET' && this.#afterGlyphs !== null) {
      super.addContent(this.#afterGlyphs);
      this.#afterGlyphs = null;
    }
    return this;
  }

  override _addInfo(): void {
    this.appendXML(descriptiveMetadata(this.info));
  }

  /** Every link is a child of its element and has a description for people who cannot see it (ISO 14289-1 §7.18.5). */
  override annotate(x: number, y: number, w: number, h: number, options: Record<string, unknown>): this {
    const structParent = this.structure?.link ?? undefined;
    return super.annotate(x, y, w, h, { ...options, structParent, Contents: Object('Link') as object });
  }
}

/**
 * Draws as the renderer's own `renderToBuffer` does, and adds the structure tree and marks of a tagged
 * PDF, taken from `tagged(…)` props, and attachments.
 */
export async function drawTagged(
  element: ReactElement<DocumentProps>,
  attachments: readonly Attachment[] = [],
): Promise<Buffer> {
  const { document } = (mount(element) as unknown as { container: { document: MountedDocument } }).container;
  const { props } = document;
  const pdf = new TaggedPdf({
    pdfVersion: '1.7',
    tagged: true,
    lang: props.language,
    displayTitle: true,
    autoFirstPage: false,
    info: {
      Title: props.title,
      Author: props.author,
      Subject: props.subject,
      Creator: props.creator,
      Producer: props.producer,
      CreationDate: props.creationDate,
      ModDate: props.modificationDate,
    },
  });
  pdf._root.data['PageMode'] = 'UseOutlines';
  const layout = await (layoutDocument as Layout)(document, Font);
  const structure = new StructureWriter(pdf);
  pdf.structure = structure;
  for (const page of layout.children) structure.prepare(page);
  attach(pdf, attachments, props.creationDate);
  claimArchival(pdf);
  const bytes = collect(pdf);
  // Ends the document when its last page is drawn: the structure must be complete by then.
  pdf.end = endingWith(pdf, () => structure.finish());
  (render as unknown as Render)(pdf, layout);
  return await bytes;
}

type Layout = (document: unknown, fonts: unknown) => Promise<{ children: LayoutNode[] }>;
type Render = (pdf: PDFDocument, layout: unknown) => void;

interface MountedDocument {
  props: DocumentProps & { creationDate: Date };
}

function endingWith(pdf: TaggedPdf, before: () => void): () => void {
  const end = PDFDocument.prototype.end.bind(pdf);
  return () => {
    before();
    end();
  };
}

function attach(pdf: TaggedPdf, attachments: readonly Attachment[], date: Date): void {
  for (const { name, type, description, relationship, data } of attachments)
    pdf.file(data, { name, type, description, relationship, creationDate: date, modifiedDate: date });
}

function collect(pdf: TaggedPdf): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  return new Promise((resolve, reject) => {
    pdf.on('data', (chunk) => void chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
}
