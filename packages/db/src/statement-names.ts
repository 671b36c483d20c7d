/** A statement seen this often will be repeated. */
const OFTEN = 5;
/** Each connection keeps the plans of all of them. */
const MOST_NAMED = 60;
/** Statements with lists exist in every length, each of which is a separate statement. */
const MOST_COUNTED = 500;

/**
 * Names for repeated statements: PostgreSQL parses and plans a named statement once per connection
 * (PREPARE), which is most of the cost of a small statement. All others stay unnamed.
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
