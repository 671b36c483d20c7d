/**
 * The fix of a check for several servers, frameworks or files: one block each, to be pasted by itself, with an empty
 * line between. Each names its place in a comment of its own language, so that no label is pasted as code.
 */
export function blocks(...each: readonly string[]): string {
  return each.join('\n\n');
}
