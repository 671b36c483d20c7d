/** Start tags that end SVG and MathML wherever they stand (HTML §13.2.6.5). */
const BREAKOUT = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
    'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var'
  ).split(' '),
);

/** Foreign elements with HTML inside (HTML §13.2.6, "HTML integration point" and "MathML text integration point"). */
const INTEGRATION = {
  svg: new Set(['foreignobject', 'desc', 'title']),
  math: new Set(['mi', 'mo', 'mn', 'ms', 'mtext']),
};

interface Frame {
  name: string;
  inside: 'svg' | 'math' | 'html';
}

/** Tells whether the tokenizer stands inside SVG or MathML, in amortised constant time per tag. */
export class ForeignContent {
  readonly #stack: Frame[] = [];
  /** How often each name is on the stack, so that a stray end tag costs nothing. */
  readonly #open = new Map<string, number>();

  get depth(): number {
    return this.#stack.length;
  }

  get inside(): boolean {
    const top = this.#stack.at(-1);
    return top !== undefined && top.inside !== 'html';
  }

  /** @returns whether the element itself is a foreign one */
  start(name: string, attributes: ReadonlyMap<string, string>, selfClosing: boolean): boolean {
    if (this.inside && this.#breaksOut(name, attributes)) {
      while (this.inside) this.#pop();
    }
    const space = this.#stack.at(-1)?.inside ?? 'html';
    if (name === 'svg' || name === 'math') {
      // Within foreign content these are ordinary elements of the same namespace.
      if (!selfClosing) this.#push({ name, inside: space === 'html' ? name : space });
      return true;
    }
    if (space === 'html') return false;
    const opensHtml =
      INTEGRATION[space].has(name) ||
      (name === 'annotation-xml' &&
        /^(?:text\/html|application\/xhtml\+xml)$/iu.test(attributes.get('encoding') ?? ''));
    if (opensHtml && !selfClosing) this.#push({ name, inside: 'html' });
    return true;
  }

  end(name: string): void {
    if (!this.#open.get(name)) {
      // An end tag of p or br breaks out as well.
      if (name === 'p' || name === 'br') while (this.inside) this.#pop();
      return;
    }
    while (this.#pop() !== name);
  }

  #breaksOut(name: string, attributes: ReadonlyMap<string, string>): boolean {
    if (name === 'font') return attributes.has('color') || attributes.has('face') || attributes.has('size');
    return BREAKOUT.has(name);
  }

  #push(frame: Frame): void {
    this.#stack.push(frame);
    this.#open.set(frame.name, (this.#open.get(frame.name) ?? 0) + 1);
  }

  #pop(): string | undefined {
    const frame = this.#stack.pop();
    if (frame) this.#open.set(frame.name, (this.#open.get(frame.name) ?? 1) - 1);
    return frame?.name;
  }
}
