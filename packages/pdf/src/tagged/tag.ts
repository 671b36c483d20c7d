/** Structure types of ISO 32000-1 §14.8.4 that the documents use. */
export type Structure =
  | 'Document'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'Code'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'TOC'
  | 'TOCI'
  | 'Link'
  | 'Figure'
  | 'Artifact';

export interface Tag {
  as: Structure;
  /** Elements with the same name are one, over blocks and pages: the rows of a table, the entries of a list. */
  group?: string;
  /** What `group` is. */
  groupAs?: Structure;
  /** Of a header cell. */
  scope?: 'Column' | 'Row';
  /** What a figure shows, in words. */
  alt?: string;
  /** Drawn again on a further page: an artifact there. */
  once?: string;
}

/** Props the renderer does not know and hands through to the layout, where the writer of the structure reads them. */
export function tagged(tag: Tag): object {
  return { tag };
}

/** The exact text behind lines that were broken to fit: what a reader copies. */
export function actualText(text: string): object {
  return { actualText: text };
}
