import { Canvas, Image, Link, Text } from '@react-pdf/primitives';
import type PDFDocument from 'pdfkit';
import type { StructureElement } from 'pdfkit';
import type { Structure, Tag } from './tag.ts';

/** A node of the finished layout; only the part that is read here. */
export interface LayoutNode {
  type: string;
  props?: { tag?: Tag; actualText?: string; src?: unknown; href?: unknown; paint?: () => null };
  box?: { top: number; left: number; width: number; height: number };
  style?: object;
  children?: LayoutNode[];
}

/** Elements that contain text themselves; text in any other element becomes a paragraph. */
const LEAVES: ReadonlySet<Structure> = new Set(['H1', 'H2', 'H3', 'P', 'Code', 'TH', 'TD', 'TOCI', 'Link']);

/**
 * Builds the structure tree of a document while the renderer draws it. The renderer does not support tags, but
 * draws children in order: an empty canvas before and after a text opens and closes its marked content. Everything
 * drawn between them (backgrounds, rules, the score's ring) and everything in an artifact is marked as an artifact.
 */
export class StructureWriter {
  readonly #pdf: PDFDocument;
  readonly #root: StructureElement;
  readonly #groups = new Map<string, StructureElement>();
  readonly #seen = new Set<string>();
  readonly #open: StructureElement[] = [];
  #link: StructureElement | null = null;
  #actualText: string | null = null;

  constructor(pdf: PDFDocument) {
    this.#pdf = pdf;
    this.#root = this.#element('Document');
    pdf.addStructure(this.#root);
  }

  /** Annotations belong to the link drawn last. */
  get link(): StructureElement | null {
    return this.#link;
  }

  /**
   * What surrounds one run of glyphs: the first run carries the whole text, the others nothing. Directly around
   * the glyphs, because readers place the text by the coordinates that are valid where its mark ends.
   */
  aroundGlyphs(): { before: string; after: string } | null {
    if (this.#actualText === null) return null;
    const before = `/Span <</ActualText <${utf16(this.#actualText)}>>> BDC`;
    this.#actualText = '';
    return { before, after: 'EMC' };
  }

  /** Adds the canvases to a page of the layout. */
  prepare(page: LayoutNode): void {
    this.#walk(page, this.#root, false);
    page.children?.unshift(canvas(() => this.#beginArtifact()));
    page.children?.push(canvas(() => this.#end()));
  }

  /** After the last page is drawn, before the document ends. */
  finish(): void {
    for (const element of this.#open.toReversed()) element.end();
  }

  #walk(node: LayoutNode, parent: StructureElement, inLeaf: boolean): void {
    if (!node.children) return;
    node.children = node.children.flatMap((child) => this.#place(child, parent, inLeaf));
  }

  #place(child: LayoutNode, parent: StructureElement, inLeaf: boolean): LayoutNode[] {
    const { props = {} } = child;
    const { tag } = props;
    if (tag?.as === 'Artifact' || (tag?.once !== undefined && this.#seen.has(tag.once))) return [child];
    if (tag?.once !== undefined) this.#seen.add(tag.once);
    let own = parent;
    let leaf = inLeaf;
    if (tag) {
      own = this.#add(this.#groupOf(tag, parent), tag.as, tag);
      leaf = LEAVES.has(tag.as);
    }
    if (child.type === Image) return this.#figure(child, own);
    const isLink = child.type === Link || props.src !== undefined || props.href !== undefined;
    if (isLink) {
      own = this.#add(own, 'Link');
      leaf = true;
    }
    if (child.type === Text) {
      const type = tag?.as ?? (isLink ? 'Link' : 'P');
      const element = leaf ? own : this.#add(own, 'P');
      return [
        canvas(() => this.#beginContent(element, leaf ? type : 'P', isLink ? own : null)),
        child,
        canvas(() => this.#endContent()),
      ];
    }
    this.#walk(child, own, leaf);
    // The annotation of a link is drawn before its text.
    if (isLink) return [canvas(() => void (this.#link = own)), child];
    const text = props.actualText;
    if (text === undefined) return [child];
    const set = (value: string | null) => canvas(() => void (this.#actualText = value));
    return [set(text), child, set(null)];
  }

  #figure(image: LayoutNode, element: StructureElement): LayoutNode[] {
    const { box } = image;
    const begin = canvas(() => {
      this.#beginContent(element, 'Figure', null);
      if (box) element.dictionary.data['A'] = { O: 'Layout', Placement: 'Block', BBox: this.#onPage(box) };
    });
    // The renderer paints a canvas with the corner of its own box as the origin.
    if (box) begin.box = box;
    return [begin, image, canvas(() => this.#endContent())];
  }

  /** The box whose corner is now the origin: left, bottom, right and top in page coordinates. */
  #onPage({ width, height }: { width: number; height: number }): number[] {
    const [, , , , x, y] = this.#pdf._ctm;
    return [x, y - height, x + width, y];
  }

  #groupOf({ group, groupAs = 'Table' }: Tag, parent: StructureElement): StructureElement {
    if (group === undefined) return parent;
    const known = this.#groups.get(group) ?? this.#add(parent, groupAs);
    this.#groups.set(group, known);
    return known;
  }

  #element(type: Structure, options: Record<string, unknown> = {}): StructureElement {
    const element = this.#pdf.struct(type, options);
    this.#open.push(element);
    return element;
  }

  #add(parent: StructureElement, type: Structure, { scope, alt }: Partial<Tag> = {}): StructureElement {
    const element = this.#element(type, { ...(scope && { scope }), ...(alt && { alt }) });
    parent.add(element);
    return element;
  }

  #beginArtifact(): void {
    this.#pdf.addContent('/Artifact BMC');
  }

  #end(): void {
    this.#pdf.addContent('EMC');
  }

  #beginContent(element: StructureElement, type: Structure, link: StructureElement | null): void {
    this.#end();
    element.add(this.#pdf.markStructureContent(type));
    this.#link = link;
  }

  #endContent(): void {
    this.#pdf.endMarkedContent();
    this.#beginArtifact();
  }
}

/** Draws nothing; its callback runs when the renderer reaches it. */
function canvas(paint: () => void): LayoutNode {
  const run = () => {
    paint();
    return null;
  };
  return { type: Canvas, props: { paint: run }, box: { top: 0, left: 0, width: 1, height: 1 }, style: {} };
}

/** A PDF text string: UTF-16BE with its byte order mark, in hexadecimal. */
function utf16(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'));
  return `feff${units.join('')}`;
}
