/** An entry of the document's outline, as the renderer takes it: with its place in the tree said, not guessed. */
export interface Mark {
  title: string;
  ref: number;
  parent?: number;
  fit: boolean;
  expanded: boolean;
}

/** Numbers the entries in the order of the document; a parent comes before its children. */
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
