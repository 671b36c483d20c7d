import type { Attributes } from './html-scan.ts';

/** Start tags that end SVG and MathML wherever they appear (HTML §13.2.6.5). */
const BREAKOUT = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
    'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var'
  ).split(' '),
);

/** Foreign elements that contain HTML (HTML §13.2.6, "HTML integration point" and "MathML text integration point"). */
const INTEGRATION = {
  svg: new Set(['foreignobject', 'desc', 'title']),
  math: new Set(['mi', 'mo', 'mn', 'ms', 'mtext']),
};

/** Elements without an end tag (HTML §13.1.2), and elements whose end tag closes nothing. */
const NEVER_CLOSED = new Set(
  'area base br col embed hr img input link meta source track wbr html head body'.split(' '),
);

interface Frame {
  name: string;
  inside: 'svg' | 'math' | 'html';
  /** A template whose content browsers neither load nor run. */
  inert: boolean;
}

/**
 * Tracks whether the tokenizer is inside SVG, MathML or a template, in amortized constant time per tag. For ordinary
 * elements it only counts how many are open, by name. It is wrong in one case: if HTML is left open inside
 * foreignObject, a tree builder ignores the end tag of the surrounding foreign element, and this does not.
 */
export class ForeignContent {
  readonly #stack: Frame[] = [];
  /** How often each name is on the stack, so that a stray end tag needs no search. */
  readonly #open = new Map<string, number>();
  readonly #openHtml = new Map<string, number>();
  /** Open SVG and MathML elements since foreign content was last entered. */
  readonly #openForeign = new Map<string, number>();
  #templates = 0;
  #inert = 0;

  get inTemplate(): boolean {
    return this.#templates > 0;
  }

  get inert(): boolean {
    return this.#inert > 0;
  }

  get depth(): number {
    return this.#stack.length;
  }

  get inside(): boolean {
    const top = this.#stack.at(-1);
    return top !== undefined && top.inside !== 'html';
  }

  /** @returns whether the element itself is foreign */
  start(name: string, attributes: Attributes, selfClosing: boolean): boolean {
    if (this.inside && this.#breaksOut(name, attributes)) {
      while (this.inside) this.#pop();
    }
    const space = this.#stack.at(-1)?.inside ?? 'html';
    if (name === 'svg' || name === 'math') {
      // Inside foreign content these are ordinary elements of the current namespace.
      if (!selfClosing) this.#push({ name, inside: space === 'html' ? name : space, inert: false });
      return true;
    }
    if (space === 'html') {
      this.#openHtmlElement(name, attributes);
      return false;
    }
    const opensHtml =
      INTEGRATION[space].has(name) ||
      (name === 'annotation-xml' &&
        /^(?:text\/html|application\/xhtml\+xml)$/iu.test(attributes.get('encoding') ?? ''));
    if (!opensHtml && !selfClosing) this.#openForeign.set(name, (this.#openForeign.get(name) ?? 0) + 1);
    if (opensHtml && !selfClosing) this.#push({ name, inside: 'html', inert: false });
    return true;
  }

  end(name: string): void {
    if (this.#open.get(name)) {
      while (this.#pop() !== name);
      return;
    }
    const foreign = this.inside ? (this.#openForeign.get(name) ?? 0) : 0;
    if (foreign > 0) {
      this.#openForeign.set(name, foreign - 1);
      return;
    }
    const open = this.#openHtml.get(name) ?? 0;
    // The end tag of an HTML element that is open outside also ends the foreign content. </p> and </br> always do.
    if (open > 0 || name === 'p' || name === 'br') while (this.inside) this.#pop();
    if (open > 0) this.#openHtml.set(name, open - 1);
  }

  #openHtmlElement(name: string, attributes: Attributes): void {
    if (name !== 'template') {
      if (!NEVER_CLOSED.has(name)) this.#openHtml.set(name, (this.#openHtml.get(name) ?? 0) + 1);
      return;
    }
    // Declarative shadow DOM is the only kind of template whose content browsers load and run.
    const inert = !/^(?:open|closed)$/iu.test(attributes.get('shadowrootmode') ?? '');
    this.#push({ name, inside: 'html', inert });
  }

  #breaksOut(name: string, attributes: Attributes): boolean {
    if (name === 'font') return attributes.has('color') || attributes.has('face') || attributes.has('size');
    return BREAKOUT.has(name);
  }

  #push(frame: Frame): void {
    this.#stack.push(frame);
    this.#open.set(frame.name, (this.#open.get(frame.name) ?? 0) + 1);
    if (frame.name === 'template') this.#templates++;
    if (frame.inert) this.#inert++;
  }

  #pop(): string | undefined {
    const frame = this.#stack.pop();
    if (!frame) return undefined;
    this.#open.set(frame.name, (this.#open.get(frame.name) ?? 1) - 1);
    if (frame.name === 'template') this.#templates--;
    if (frame.inert) this.#inert--;
    if (!this.inside) this.#openForeign.clear();
    return frame.name;
  }
}
