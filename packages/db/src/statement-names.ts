/** A text that came this often will come again. */
const OFTEN = 5;
/** Each connection keeps the plans of all of them. */
const MOST_NAMED = 60;
/** Texts of lists come in every length, each as a statement of its own. */
const MOST_COUNTED = 500;

/**
 * Names for statements that come again and again: PostgreSQL parses and plans a named statement once for each connection
 * (PREPARE), which is the larger part of what a small statement costs it. All others stay without a name.
 * @returns the name of a statement; empty for none
 */
export function statementNames(): (query: { sql: string }) => string {
  const seen = new Map<string, number>();
  const names = new Map<string, string>();
  return ({ sql }) => {
    const name = names.get(sql);
    if (name !== undefined) return name;
    if (names.size >= MOST_NAMED || (seen.size >= MOST_COUNTED && !seen.has(sql))) return '';
    const times = (seen.get(sql) ?? 0) + 1;
    if (times < OFTEN) {
      seen.set(sql, times);
      return '';
    }
    seen.delete(sql);
    const given = `s${names.size}`;
    names.set(sql, given);
    return given;
  };
}
