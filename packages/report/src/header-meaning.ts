/** Headers whose values are lists of directives, in any order, each with a list of sources, in any order. */
const DIRECTIVES = /^(?:content-security-policy(?:-report-only)?|feature-policy)$/u;
/** Values in these are addresses or hashes, in which the case of letters counts. */
const CASE_COUNTS = /^(?:access-control-allow-origin|refresh)$/u;

/**
 * A security header's value as browsers understand it: without the order that has no effect, the case that has none, and the
 * nonces of policies, which are new in each response. Two values with the same meaning are not a change.
 */
export function headerMeaning(name: string, value: string): string {
  if (DIRECTIVES.test(name)) return inAnyOrder(value.split(',').map(policy)).join(', ');
  if (name === 'permissions-policy') return inAnyOrder(members(value)).join(', ');
  if (name === 'strict-transport-security') return inAnyOrder(value.toLowerCase().split(';').map(plain)).join('; ');
  return CASE_COUNTS.test(name) ? plain(value) : plain(value).toLowerCase();
}

function policy(text: string): string {
  const found = new Map<string, string>();
  for (const directive of text.split(';')) {
    const [name = '', ...sources] = plain(directive).split(' ');
    // CSP3 §2.2.1: of two directives with the same name, the second has no effect.
    if (name === '' || found.has(name.toLowerCase())) continue;
    found.set(name.toLowerCase(), inAnyOrder(sources.map(source)).join(' '));
  }
  return inAnyOrder([...found].map(([name, sources]) => plain(`${name} ${sources}`))).join('; ');
}

function source(text: string): string {
  if (/^'nonce-/iu.test(text)) return "'nonce-…'";
  return /^'(?!sha\d+-)/iu.test(text) ? text.toLowerCase() : text;
}

/** RFC 9651 §3.2: of two members with the same name, the last counts. */
function members(value: string): string[] {
  const found = new Map<string, string>();
  for (const [member] of value.matchAll(/(?:[^,("]|"[^"]*"|\([^)]*\))+/gu)) {
    const [name = '', ...rest] = plain(member).split('=');
    const list = /^\((.*)\)$/u.exec(rest.join('=').trim())?.[1];
    found.set(name, list === undefined ? rest.join('=') : `(${inAnyOrder(plain(list).split(' ')).join(' ')})`);
  }
  return [...found].map(([name, allowed]) => `${name}=${allowed}`);
}

function inAnyOrder(parts: readonly string[]): string[] {
  return [...new Set(parts)].filter((part) => part !== '').toSorted();
}

function plain(text: string): string {
  return text.trim().replaceAll(/\s+/gu, ' ');
}
