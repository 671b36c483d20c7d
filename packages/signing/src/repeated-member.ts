const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?|[[\]{}]/g;

/** @param json valid JSON. Returns whether an object in it has two members with the same name, which JSON.parse does not report. */
export function hasRepeatedMember(json: string): boolean {
  /** The names of each open object; null for an array. */
  const open: (Set<string> | null)[] = [];
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token.endsWith(':')) {
      const name = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1)) as string;
      const names = open.at(-1);
      if (names?.has(name)) return true;
      names?.add(name);
    }
  }
  return false;
}
