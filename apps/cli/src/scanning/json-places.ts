const SPACE = /[ \t\r\n]*/uy;
const STRING = /"(?:[^"\\\n]|\\.)*"/uy;
const SCALAR = /(?:true|false|null|-?\d[\d.eE+-]*)/uy;

/** More than any configuration has; reading them is recursive. */
const DEEPEST = 20;

export class NotJson extends Error {
  override readonly name = 'NotJson';
}

export interface JsonPlaces {
  /** By path: the offset of its name, or of the entry of an array. */
  offsets: ReadonlyMap<string, number>;
  /** The first member whose name its object has had before. JSON.parse keeps the last one silently. */
  repeated: { name: string; at: number } | null;
}

/** The line, from 1, of an offset. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** The line of the member at this path; if it is missing, of what should contain it. */
export function lineOf(text: string, { offsets }: JsonPlaces, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const at = offsets.get(keyOf(path.slice(0, length)));
    if (at !== undefined) return lineAt(text, at);
  }
  return lineAt(text, text.search(/\S/u));
}

const keyOf = (path: readonly PropertyKey[]): string => JSON.stringify(path.map(String));

/**
 * @throws NotJson with the place, but without the text there as JSON.parse quotes it: it may be a secret
 */
export function placesIn(text: string): JsonPlaces {
  const offsets = new Map<string, number>();
  let repeated: JsonPlaces['repeated'] = null;
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  /** The next of these characters, after white space. */
  const next = (expected: string): string | undefined => {
    take(SPACE);
    const found = text[at];
    if (found === undefined || !expected.includes(found)) return undefined;
    at += 1;
    return found;
  };
  const require = <T>(found: T | undefined): T => {
    if (found !== undefined) return found;
    const line = lineAt(text, at);
    throw new NotJson(`line ${line}, column ${at - text.lastIndexOf('\n', at - 1)}`);
  };

  const value = (path: readonly PropertyKey[]): void => {
    const opening = next(path.length < DEEPEST ? '{[' : '');
    if (opening === undefined) return void require(take(STRING) ?? take(SCALAR));
    const closing = opening === '{' ? '}' : ']';
    if (next(closing) !== undefined) return;
    for (let index = 0; ; index += 1) {
      take(SPACE);
      const name = opening === '{' ? memberName(path) : index;
      if (opening === '[') offsets.set(keyOf([...path, name]), at);
      value([...path, name]);
      if (require(next(`,${closing}`)) === closing) return;
    }
  };
  const memberName = (path: readonly PropertyKey[]): string => {
    const start = at;
    const name = JSON.parse(require(take(STRING))) as string;
    require(next(':'));
    const key = keyOf([...path, name]);
    if (offsets.has(key)) repeated ??= { name, at: start };
    offsets.set(key, start);
    return name;
  };
  value([]);
  take(SPACE);
  require(at === text.length || undefined);
  return { offsets, repeated };
}
