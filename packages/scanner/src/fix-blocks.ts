/**
 * The fix of a check for several servers, frameworks or files: separate blocks to paste, with an empty line between
 * them. Each names its target in a comment in its own language, so that no label is pasted as code.
 */
export function blocks(...each: readonly string[]): string {
  return each.join('\n\n');
}
