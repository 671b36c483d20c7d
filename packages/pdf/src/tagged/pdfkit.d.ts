/** The part of pdfkit 0.20 used here, the writer below @react-pdf/renderer. It has no types. */
declare module 'pdfkit' {
  export interface StructureElement {
    add(child: StructureElement | StructureContent): StructureElement;
    end(): void;
    readonly dictionary: Reference;
  }
  export interface StructureContent {
    readonly refs: readonly unknown[];
  }
  export interface Reference {
    data: Record<string, unknown>;
    write(data: Uint8Array): void;
    end(): void;
  }
  export default class PDFDocument {
    constructor(options: Record<string, unknown>);
    readonly _root: { data: Record<string, unknown> };
    readonly info: Record<string, unknown>;
    /** The current transformation. */
    readonly _ctm: readonly [number, number, number, number, number, number];
    struct(type: string, options?: Record<string, unknown>): StructureElement;
    addStructure(element: StructureElement): this;
    markStructureContent(type: string): StructureContent;
    markContent(tag: string, options?: Record<string, unknown> | null): this;
    endMarkedContent(): this;
    addContent(operators: string): this;
    annotate(x: number, y: number, w: number, h: number, options: Record<string, unknown>): this;
    ref(data: Record<string, unknown>): Reference;
    file(data: Uint8Array, options: Record<string, unknown>): Reference;
    appendXML(xml: string): void;
    _addInfo(): void;
    end(): void;
    on(event: 'data', listener: (chunk: Uint8Array) => void): this;
    on(event: 'end', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
  }
}
