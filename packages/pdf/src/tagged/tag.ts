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
  /** Elements with the same name are one element, across blocks and pages: the rows of a table, the entries of a list. */
  group?: string;
  /** The type of `group`. */
  groupAs?: Structure;
  /** For a header cell. */
  scope?: 'Column' | 'Row';
  /** The description of a figure. */
  alt?: string;
  /** Repeated on a further page, where it is an artifact. */
  once?: string;
}

/** Props that the renderer ignores but passes on to the layout, where the writer of the structure reads them. */
export function tagged(tag: Tag): object {
  return { tag };
}

/** The exact text of lines that were broken to fit: what readers copy. */
export function actualText(text: string): object {
  return { actualText: text };
}
