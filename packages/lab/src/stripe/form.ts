/** Stripe's request bodies: `a[b][0][c]=d` as nested objects and arrays. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue };

export function parseForm(body: string): Record<string, FormValue> {
  const root: Record<string, FormValue> = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const keys = [...name.matchAll(/[^[\]]+/g)].map(([key]) => key);
    let node: Record<string, FormValue> = root;
    for (const key of keys.slice(0, -1)) {
      const next = node[key];
      if (typeof next !== 'object' || Array.isArray(next)) node[key] = {};
      node = node[key] as Record<string, FormValue>;
    }
    const last = keys.at(-1);
    if (last !== undefined) node[last] = value;
  }
  return arraysIn(root) as Record<string, FormValue>;
}

function arraysIn(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, arraysIn(inner)] as const);
  const isArray = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isArray ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

/** `text(form, 'metadata', 'purchase_id')`: the string at that path, or undefined. */
export function text(form: FormValue | undefined, ...path: (string | number)[]): string | undefined {
  let node = form;
  for (const key of path) {
    if (typeof node !== 'object') return undefined;
    node = (node as Record<string | number, FormValue>)[key];
  }
  return typeof node === 'string' ? node : undefined;
}

export function strings(form: FormValue | undefined, ...path: string[]): Record<string, string> {
  let node = form;
  for (const key of path) {
    if (typeof node !== 'object' || Array.isArray(node)) return {};
    node = node[key];
  }
  if (typeof node !== 'object' || Array.isArray(node)) return {};
  return Object.fromEntries(
    Object.entries(node).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
