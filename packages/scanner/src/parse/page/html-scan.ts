import { Tokenizer, TokenizerMode, type Token } from 'parse5';
import { ForeignContent } from './html-foreign.ts';

type TagToken = Token.TagToken;

/** The attributes of a tag: the tokenizer's own list, which has no name twice. Few tags have enough of them for a map. */
export class Attributes {
  readonly list: TagToken['attrs'];

  constructor(list: TagToken['attrs']) {
    this.list = list;
  }

  get(name: string): string | undefined {
    for (const attribute of this.list) if (attribute.name === name) return attribute.value;
    return undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }
}

export interface HtmlElement {
  /** Lower-case tag name. */
  name: string;
  /** By lower-case name. If a name appears twice, the first one counts. */
  attributes: Attributes;
  /** An SVG or MathML element: an HTML `base`, `meta` or `form` has no effect there. */
  foreign: boolean;
  /** Whether a tree builder would put it into head. */
  inHead: boolean;
  /** Whether it is inside a template, where nothing loads or runs. */
  inert: boolean;
  /** Offset of its tag in characters. -1 without the option `places`. */
  at: number;
}

type TextElement = 'script' | 'style' | 'title';

export interface HtmlSink {
  start(element: HtmlElement): void;
  end(name: string): void;
  /** The complete text of one `script`, `style` or document `title`. */
  text(name: TextElement, text: string): void;
  /** All other text, in pieces without white space. `hidden`: inside noscript. */
  characters?(text: string, hidden: boolean): void;
}

export interface ScanLimits {
  maxTags: number;
  /** Maximum number of open templates and foreign elements. */
  maxDepth: number;
  /** Fill in the offset of each tag. */
  places?: boolean;
}

/** Elements whose content is text. A tree builder switches the tokenizer to these states (HTML §13.2.6.4). */
const TEXT_MODES: ReadonlyMap<string, Tokenizer['state']> = new Map(
  Object.entries({
    title: TokenizerMode.RCDATA,
    textarea: TokenizerMode.RCDATA,
    style: TokenizerMode.RAWTEXT,
    xmp: TokenizerMode.RAWTEXT,
    iframe: TokenizerMode.RAWTEXT,
    noembed: TokenizerMode.RAWTEXT,
    noframes: TokenizerMode.RAWTEXT,
    // Browsers have scripting enabled, which makes its content text.
    noscript: TokenizerMode.RAWTEXT,
    script: TokenizerMode.SCRIPT_DATA,
    plaintext: TokenizerMode.PLAINTEXT,
  }),
);

const HEAD_ELEMENTS = new Set(
  'html head base basefont bgsound link meta title noscript noframes style script template'.split(' '),
);

export const NO_ATTRIBUTES = new Attributes([]);

/** About half of a page's tags have none. */
function attributesOf({ attrs }: TagToken): Attributes {
  return attrs.length === 0 ? NO_ATTRIBUTES : new Attributes(attrs);
}

/**
 * Reads the elements of a document with parse5's tokenizer and builds no tree. Building one takes more than linear time
 * on hostile input (nested formatting elements).
 * @returns the limit that ended the reading early, if any
 */
export function scanHtml(html: string, sink: HtmlSink, limits: ScanLimits): 'tags' | 'depth' | null {
  const foreign = new ForeignContent();
  let inHead = true;
  let tags = 0;
  let stopped: 'tags' | 'depth' | null = null;
  let textOf: TextElement | null = null;
  let text: string[] = [];
  /** The element whose content the tokenizer is reading as text. */
  let rawText: string | null = null;

  const flushText = (): void => {
    if (textOf && text.length > 0) sink.text(textOf, text.join(''));
    textOf = null;
    text = [];
  };
  const stop = (limit: 'tags' | 'depth'): void => {
    stopped = limit;
    tokenizer.pause();
  };

  const start = (token: TagToken): void => {
    if (stopped) return;
    flushText();
    if (++tags > limits.maxTags) return stop('tags');
    const name = token.tagName;
    const attributes = attributesOf(token);
    // Read before start(): a template is not part of its own content.
    const { inert, inTemplate } = foreign;
    const isForeign = foreign.start(name, attributes, token.selfClosing);
    if (inHead && !inTemplate && (isForeign || !HEAD_ELEMENTS.has(name))) inHead = false;
    if (foreign.depth > limits.maxDepth) return stop('depth');
    sink.start({ name, attributes, foreign: isForeign, inHead, inert, at: token.location?.startOffset ?? -1 });
    if ((name === 'script' || name === 'style') && !inert && !(isForeign && token.selfClosing)) textOf = name;
    if (name === 'title' && !inert && !isForeign) textOf = name;
    const mode = isForeign ? undefined : TEXT_MODES.get(name);
    if (mode !== undefined) {
      tokenizer.state = mode;
      rawText = name;
    }
    tokenizer.inForeignNode = foreign.inside;
  };

  const end = (token: TagToken): void => {
    if (stopped) return;
    flushText();
    const name = token.tagName;
    rawText = null;
    foreign.end(name);
    // These end tags end head even without a body start tag (HTML §13.2.6.4.4, "act as described below").
    if (!foreign.inTemplate && (name === 'body' || name === 'html' || name === 'br')) inHead = false;
    sink.end(name);
    tokenizer.inForeignNode = foreign.inside;
  };

  const characters = (chars: string): void => {
    if (textOf) text.push(chars);
    else if (rawText === null && !foreign.inTemplate) {
      inHead = false;
      sink.characters?.(chars, false);
    } else if (rawText === 'noscript' && !foreign.inTemplate) sink.characters?.(chars, true);
  };

  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: limits.places === true },
    {
      onStartTag: start,
      onEndTag: end,
      onCharacter: (token) => characters(token.chars),
      onWhitespaceCharacter: (token) => {
        if (textOf) text.push(token.chars);
      },
      onNullCharacter: () => characters('\ufffd'),
      onComment: () => undefined,
      onDoctype: () => undefined,
      onEof: flushText,
    },
  );
  tokenizer.write(html, true);
  return stopped;
}
