/** An entry of the document's outline in the renderer's format, with an explicit position in the tree. */
export interface Mark {
  title: string;
  ref: number;
  parent?: number;
  fit: boolean;
  expanded: boolean;
}

/** Numbers the entries in document order; a parent precedes its children. */
export class Outline {
  #next = 0;

  mark(title: string, parent?: Mark): Mark {
    return {
      title,
      ref: (this.#next += 1),
      fit: false,
      expanded: false,
      ...(parent === undefined ? {} : { parent: parent.ref }),
    };
  }
}
