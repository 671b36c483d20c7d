import { Tokenizer, TokenizerMode, type Token } from 'parse5';
import { ForeignContent } from './html-foreign.ts';

type TagToken = Token.TagToken;

export interface HtmlElement {
  /** Lower-case tag name. */
  name: string;
  /** Attribute names are lower case; the first of two equal ones stands. */
  attributes: ReadonlyMap<string, string>;
  /** An SVG or MathML element: an HTML `base`, `meta` or `form` has no effect there. */
  foreign: boolean;
  /** A tree builder would put it into head. */
  inHead: boolean;
  /** Inside a template: nothing loads, nothing runs. */
  inert: boolean;
  /** Where its tag begins, in characters; -1 where places were not asked for. */
  at: number;
}

type TextElement = 'script' | 'style' | 'title';

export interface HtmlSink {
  start(element: HtmlElement): void;
  end(name: string): void;
  /** Text inside `script`, `style` and the document's `title`, in one piece each. */
  text(name: TextElement, text: string): void;
  /** Text that stands elsewhere, in pieces without white space. `hidden`: in noscript. */
  characters?(text: string, hidden: boolean): void;
}

export interface ScanLimits {
  maxTags: number;
  /** Open templates and foreign elements. */
  maxDepth: number;
  /** Tell where each tag begins. */
  places?: boolean;
}

/** Where tags are not tags: the tokenizer is told so, as a tree builder would (HTML §13.2.6.4). */
const TEXT_MODES: Readonly<Record<string, Tokenizer['state']>> = {
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  // Browsers have scripting on, so that its content is text.
  noscript: TokenizerMode.RAWTEXT,
  script: TokenizerMode.SCRIPT_DATA,
  plaintext: TokenizerMode.PLAINTEXT,
};

const HEAD_ELEMENTS = new Set(
  'html head base basefont bgsound link meta title noscript noframes style script template'.split(' '),
);

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/** Half of the tags of an ordinary page have none, and need no map of their own. */
function attributesOf({ attrs }: TagToken): ReadonlyMap<string, string> {
  if (attrs.length === 0) return NO_ATTRIBUTES;
  const attributes = new Map<string, string>();
  for (const { name, value } of attrs) attributes.set(name, value);
  return attributes;
}

/**
 * Walks over the elements of a document with parse5's tokenizer alone: a tree is never
 * built, because building one takes more than linear time on hostile input (nested
 * formatting elements). Returns which limit ended the walk early, if any.
 */
export function scanHtml(html: string, sink: HtmlSink, limits: ScanLimits): 'tags' | 'depth' | null {
  const foreign = new ForeignContent();
  let inHead = true;
  let tags = 0;
  let stopped: 'tags' | 'depth' | null = null;
  let textOf: TextElement | null = null;
  let text: string[] = [];
  /** The element whose text the tokenizer is reading as text. */
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
    // What the element itself stands in, which for a template is not its own content.
    const { inert, inTemplate } = foreign;
    const isForeign = foreign.start(name, attributes, token.selfClosing);
    if (inHead && !inTemplate && (isForeign || !HEAD_ELEMENTS.has(name))) inHead = false;
    if (foreign.depth > limits.maxDepth) return stop('depth');
    sink.start({ name, attributes, foreign: isForeign, inHead, inert, at: token.location?.startOffset ?? -1 });
    if ((name === 'script' || name === 'style') && !inert && !(isForeign && token.selfClosing)) textOf = name;
    if (name === 'title' && !inert && !isForeign) textOf = name;
    const mode = isForeign ? undefined : TEXT_MODES[name];
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
    // These end head even without a body start tag (HTML §13.2.6.4.4, "act as described below").
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
