import { styleText } from 'node:util';
import { type Encoded, sealed } from '@palisade/report/encoded';
import stringWidth from 'string-width';
import { visible } from '@palisade/report/visible';

type Style = Parameters<typeof styleText>[0];
type Stream = NodeJS.WriteStream;

/**
 * A text that may be written to a terminal. There are three ways to make one: `shown` encodes an outside text, the
 * template `line` encodes every inserted value, and `paint` colors a text that is already safe. A plain string is
 * not accepted, so that what a site sent cannot be printed by mistake.
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
  /** Columns on a terminal: colors count zero, ideographs and emoji two, combining marks zero. */
  get length(): number {
    return stringWidth(this.#text);
  }
  toString(): string {
    return this.#text;
  }
}

/** Any text as one line without effects on the terminal. */
export function shown(foreign: string): Shown {
  return Shown.made(visible(foreign));
}

/** Our own words around outside texts: inserted values are encoded, unless they are `Shown`. */
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
  // Not left to styleText, which checks the stream only on newer versions of Node.
  return Shown.made(colored(stream) ? styleText(style, safe, { validateStream: false }) : safe);
}

/** On a terminal, unless NO_COLOR is set (https://no-color.org/); elsewhere if FORCE_COLOR is set. */
function colored(stream: Stream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return stream.isTTY && (NO_COLOR === undefined || NO_COLOR === '') && TERM !== 'dumb';
}

export function joined(parts: readonly Shown[], between = ''): Shown {
  return Shown.made(parts.map(String).join(between));
}

/** Each line separately: a line end in an outside text may look like the end of one of our lines. */
export function linesOf(foreign: string): Shown[] {
  return foreign.split(/\r?\n/u).map(shown);
}

/** Lines as in a file or on a terminal; nothing if there are none. */
export function printed(lines: readonly Shown[]): Encoded<'terminal'> {
  return sealed(lines.map((one) => `${one.toString()}\n`).join(''));
}
