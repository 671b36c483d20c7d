declare const SINK: unique symbol;

/**
 * A text that the encoder of one sink made: a snippet, a mail, a document, a file. Sinks take no other string, so that
 * what a site sent cannot reach one by oversight. There are two ways to one: an encoder, and `templateOf`, which joins
 * what encoders made with words of ours.
 */
export type Encoded<Sink extends string> = string & { readonly [SINK]: Sink };

/** What an encoder says of its result. The linter lets encoders alone call it (`scripts/lint/sinks.ts`). */
export function sealed<Sink extends string>(text: string): Encoded<Sink> {
  return text as Encoded<Sink>;
}

type Part<Sink extends string> = Encoded<Sink> | '' | number | readonly Encoded<Sink>[];

/** The template of a sink: our own words around texts that are encoded for it. */
export function templateOf<Sink extends string>(): (
  words: TemplateStringsArray,
  ...parts: readonly Part<Sink>[]
) => Encoded<Sink> {
  return (words, ...parts) => {
    let text = words[0] ?? '';
    for (const [index, part] of parts.entries())
      text += (typeof part === 'object' ? part.join('') : String(part)) + (words[index + 1] ?? '');
    return sealed(text);
  };
}

export function joinedWith<Sink extends string>(parts: readonly Encoded<Sink>[], between: string): Encoded<Sink> {
  return sealed(parts.join(between));
}

/** Every line after the first two columns further in. */
export function indented<Sink extends string>(text: Encoded<Sink>): Encoded<Sink> {
  return sealed(text.replaceAll('\n', '\n  '));
}
