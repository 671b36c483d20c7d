/** The evidence shows a tab as `\009`, but the syntax of these records allows it wherever it allows a space (RFC 5234 §B.1). */
export function withTabs(text: string): string {
  return text.replaceAll('\\009', '\t');
}
