/**
 * One address in several loads, with `*` in place of what differs.
 * @returns undefined if it is the same, or of another form each time
 */
export function steadyAddress([first = '', ...others]: readonly string[]): string | undefined {
  if (others.every((other) => other === first)) return undefined;
  const all = [first, ...others].map((url) => {
    const at = url.includes('?') ? url.indexOf('?') : url.length;
    return { path: url.slice(0, at).split(/([/.])/u), query: url.slice(at + 1).split('&') };
  });
  const path = steady(all.map((one) => one.path));
  const query = steady(all.map((one) => one.query));
  if (!path || !query) return undefined;
  return `${path.join('')}${first.includes('?') ? '?' : ''}${query.join('&')}`;
}

function steady([first = [], ...others]: readonly string[][]): string[] | null {
  if (others.some(({ length }) => length !== first.length)) return null;
  return first.map((part, index) => {
    if (others.every((other) => other[index] === part)) return part;
    const name = part.slice(0, part.indexOf('=') + 1);
    return name !== '' && others.every((other) => other[index]?.startsWith(name)) ? `${name}*` : '*';
  });
}
