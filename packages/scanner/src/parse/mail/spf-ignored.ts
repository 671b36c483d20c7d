/** Mechanisms, which take a colon. With "=" they are modifiers that no one knows (RFC 7208 §6). */
const WITH_COLON = /^[+\-?~]?(?:include|exists|ip4|ip6|ptr|mx|a)=/iu;
const ALL = /^[+\-?~]?all$/iu;
const MOST_NAMED = 5;

/** Sentences about the terms that receivers ignore without an error, as a rule by mistake. */
export function ignoredTerms(record: string): string[] {
  const terms = record.split(' ').slice(1).filter(Boolean);
  const mistyped = terms.filter((term) => WITH_COLON.test(term));
  const end = terms.findIndex((term) => ALL.test(term));
  const after = end < 0 ? [] : terms.slice(end + 1);
  // Modifiers may stand anywhere (RFC 7208 §6).
  const unreached = after.filter((term) => !/^[a-z][\w.-]*=/iu.test(term));
  const redirect = end < 0 ? undefined : terms.find((term) => /^redirect=/iu.test(term));
  return [
    ...mistyped
      .slice(0, MOST_NAMED)
      .map((term) => `Receivers ignore "${term}" as an unknown modifier: write "${term.replace('=', ':')}".`),
    // RFC 7208 §5.1
    ...(unreached.length > 0
      ? [`Terms after "${terms[end]}" are never reached: ${unreached.slice(0, MOST_NAMED).join(', ')}.`]
      : []),
    ...(redirect === undefined ? [] : [`Receivers ignore "${redirect}" because the record has "${terms[end]}".`]),
  ];
}
