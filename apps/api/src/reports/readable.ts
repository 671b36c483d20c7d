// oxlint-disable-next-line no-control-regex -- what no document may hold
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/gu;

/** What a scanned site sent, as a reader sees it: what would act or turn a line around is left visible as its code point. */
export function readable(text: string): string {
  return text.replaceAll(
    CONTROL,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}}`,
  );
}
