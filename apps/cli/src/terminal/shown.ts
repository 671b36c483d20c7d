import { styleText } from 'node:util';
import { type Encoded, sealed } from '@palisade/report/encoded';
import stringWidth from 'string-width';
import { visible } from '@palisade/report/visible';

type Style = Parameters<typeof styleText>[0];
type Stream = NodeJS.WriteStream;

/**
 * A text that may be written to a terminal. There are three ways to one: `shown` encodes a text from outside, the
 * template `line` encodes all that is put into it, and `paint` colours one that is safe already. A plain string is
 * none, so that what a site sent cannot be printed by oversight.
 */
export class Shown {
  readonly #text: string;
  private constructor(text: string) {
    this.#text = text;
  }
  /** @internal the three ways below */
  static made(text: string): Shown {
    return new Shown(text);
  }
  /** Columns of a terminal: without colours, ideographs and emoji as two, marks as none. */
  get length(): number {
    return stringWidth(this.#text);
  }
  toString(): string {
    return this.#text;
  }
}

/** Any text as one line, with nothing in it that acts. */
export function shown(foreign: string): Shown {
  return Shown.made(visible(foreign));
}

/** Our own words around texts from anywhere: what is put in is encoded, unless it is `Shown`. */
export function line(words: TemplateStringsArray, ...values: readonly (string | number | Shown)[]): Shown {
  return Shown.made(
    words
      .map((word, index) => {
        const value = values[index];
        if (value === undefined) return word;
        return word + (value instanceof Shown ? value.toString() : visible(String(value)));
      })
      .join(''),
  );
}

export function paint(style: Style, text: Shown | string, stream: Stream = process.stdout): Shown {
  const safe = typeof text === 'string' ? visible(text) : text.toString();
  // Not left to styleText, which asks the stream on newer Nodes only.
  return Shown.made(coloured(stream) ? styleText(style, safe, { validateStream: false }) : safe);
}

/** On a terminal, unless https://no-color.org/ is asked for; elsewhere where FORCE_COLOR is. */
function coloured(stream: Stream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return stream.isTTY && (NO_COLOR === undefined || NO_COLOR === '') && TERM !== 'dumb';
}

export function joined(parts: readonly Shown[], between = ''): Shown {
  return Shown.made(parts.map(String).join(between));
}

/** Each line on its own: a line end in a text from outside is where a line of ours may end, too. */
export function linesOf(foreign: string): Shown[] {
  return foreign.split(/\r?\n/u).map(shown);
}

/** Lines as they stand in a file or on a terminal; nothing where there are none. */
export function printed(lines: readonly Shown[]): Encoded<'terminal'> {
  return sealed(lines.map((one) => `${one.toString()}\n`).join(''));
}
